import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { describe, expect, it } from 'vitest';
import { personaFiles } from '../../../../shared/assemblers/persona-files';
import { checkDocument } from '../../../../shared/document/check';
import { visit } from '../../../../shared/document/walk';
import { assembleFiles } from '../../../support/assemble';
import { testFacts } from '../../../support/memory';

const root = join(import.meta.dirname, '../../../../build/examples/persona-files');
const files = new Map(
  readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return [
        `${testFacts.workspace}/${relative(root, path).split(sep).join('/')}`,
        readFileSync(path, 'utf8'),
      ] as const;
    }),
);

const combinations = ['full', 'minimal', 'simple'].flatMap((entry) =>
  [true, false].flatMap((nativeTools) => ['projects/lantern', ''].map((project) => ({ entry, nativeTools, project }))),
);

describe('the bundled example', () => {
  it.each(combinations)('builds without a finding with %j', (settings) => {
    const built = assembleFiles(personaFiles, files, settings);
    expect(built.findings).toEqual([]);
    expect(checkDocument(built.document, built.sourceTexts)).toEqual([]);
  });

  it('can show every component', () => {
    const shown = new Set<string>();
    const wanted = new Set<string>();
    for (const settings of combinations) {
      visit(assembleFiles(personaFiles, files, settings).document, (node) => {
        if (node.id.split('/').length > 3 || /notes|comment/.test(node.id)) return;
        wanted.add(node.id);
        if (node.type === 'section') shown.add(node.id);
      });
    }
    wanted.delete('system');
    expect([...wanted].filter((id) => !shown.has(id))).toEqual([]);
    expect(shown.size).toBeGreaterThan(20);
  });
});
