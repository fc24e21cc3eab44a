import { agentArchitectures } from './agents';
import { declared } from './declared';
import { layered } from './layered';
import { partCatalog } from './part-catalog';
import { personaFiles } from './persona-files';
import { requestFile } from './request-file';
import { taggedSections } from './tagged-sections';
import { tieredMessages } from './tiered-messages';
import type { Architecture } from './types';

/** In the order in which detection tries them. Agents come last and are never detected, only offered. */
export const architectures: readonly Architecture[] = [
  taggedSections,
  layered,
  personaFiles,
  partCatalog,
  tieredMessages,
  declared,
  requestFile,
  ...agentArchitectures,
];

export function findArchitecture(id: string): Architecture | undefined {
  return architectures.find((architecture) => architecture.id === id);
}
