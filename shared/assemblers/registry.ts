import { declared } from './declared';
import { layered } from './layered';
import { partCatalog } from './part-catalog';
import { personaFiles } from './persona-files';
import { requestFile } from './request-file';
import { taggedSections } from './tagged-sections';
import { tieredMessages } from './tiered-messages';
import type { Architecture } from './types';

/** In the order in which detection tries them. */
export const architectures: readonly Architecture[] = [
  taggedSections,
  layered,
  personaFiles,
  partCatalog,
  tieredMessages,
  declared,
  requestFile,
];

export function findArchitecture(id: string): Architecture | undefined {
  return architectures.find((architecture) => architecture.id === id);
}
