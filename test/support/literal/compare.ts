import fc from 'fast-check';
import { expect } from 'vitest';
import { layered } from '../../../shared/assemblers/layered';
import { partCatalog } from '../../../shared/assemblers/part-catalog';
import { personaFiles } from '../../../shared/assemblers/persona-files';
import { taggedSections } from '../../../shared/assemblers/tagged-sections';
import type { Architecture } from '../../../shared/assemblers/types';
import { checkDocument } from '../../../shared/document/check';
import { nodeText } from '../../../shared/document/walk';
import { joinPath } from '../../../shared/sources/paths';
import { assembleFiles } from '../assemble';
import * as layeredDesign from './layered';
import * as catalogDesign from './part-catalog';
import * as personaDesign from './persona-files';
import { asRead, type RandomWorkspace } from './random';
import * as taggedDesign from './tagged-sections';

function compare<T extends RandomWorkspace>(
  architecture: Architecture,
  { workspace, restate }: { readonly workspace: fc.Arbitrary<T>; readonly restate: (given: T) => string },
) {
  return (parameters: fc.Parameters<[T]>): void => {
    fc.assert(
      fc.property(workspace, (given) => {
        const bytes = new Map(
          Object.entries(given.files).map(([path, text]) => [
            joinPath(given.facts.workspace, path),
            new TextEncoder().encode(text),
          ]),
        );
        const built = assembleFiles(architecture, bytes, given.settings, given.facts);
        const [system] = built.document.messages;
        expect(system === undefined ? '' : nodeText(system)).toBe(restate({ ...given, files: asRead(given.files) }));
        expect(checkDocument(built.document, built.sourceTexts)).toEqual([]);
      }),
      parameters,
    );
  };
}

/** Builds random workspaces and compares each prompt, byte for byte, with a literal restatement of its design. */
export const comparisons = [
  ['tagged-sections', compare(taggedSections, taggedDesign)],
  ['persona-files', compare(personaFiles, personaDesign)],
  ['layered', compare(layered, layeredDesign)],
  ['part-catalog', compare(partCatalog, catalogDesign)],
] as const;
