import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { analyze, analyzeWith } from '../../../shared/analysis/count/analyze';
import { createCounting } from '../../../shared/analysis/count/counting';
import { CountMemo } from '../../../shared/analysis/count/memo';
import { findModel } from '../../../shared/analysis/models';
import { loadEncoding } from '../../../shared/tokenizers/load';
import { assembleFiles } from '../../support/assemble';
import { fixtures, type Fixture } from '../../support/fixtures';

const encoding = await loadEncoding('o200k_base');
const all = fixtures();

interface Edit {
  readonly file: number;
  readonly at: number;
  readonly remove: number;
  readonly insert: string;
}

const edit: fc.Arbitrary<Edit> = fc.record({
  file: fc.nat(),
  at: fc.nat(),
  remove: fc.nat(20),
  insert: fc.oneof(
    fc.string({ unit: 'binary', maxLength: 12 }),
    fc.constantFrom('x', '\n', '\n\n', '/', '你好', '"', '{', '# H\n', '🦜'),
  ),
});

function apply(files: Fixture['files'], { file, at, remove, insert }: Edit): Fixture['files'] {
  const texts = [...files].flatMap(([path, value]) => (typeof value === 'string' ? [[path, value] as const] : []));
  const chosen = texts[file % Math.max(1, texts.length)];
  if (chosen === undefined) return files;
  const [path, text] = chosen;
  const start = at % (text.length + 1);
  return new Map(files).set(path, text.slice(0, start) + insert + text.slice(start + remove));
}

describe.each([...new Set(all.map(({ architecture }) => architecture.id))])('%s', (id) => {
  const own = all.filter((fixture) => fixture.architecture.id === id);

  it('counts the same with its memo as without, edit after edit', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...own),
        fc.constantFrom('gpt-5', 'claude-sonnet-4-5', 'claude-opus-5'),
        fc.array(edit, { minLength: 1, maxLength: 8 }),
        (fixture, modelId, edits) => {
          const model = findModel(modelId);
          const counting = createCounting(model, encoding);
          const memo = new CountMemo();
          let files = fixture.files;
          for (const each of [undefined, ...edits]) {
            if (each !== undefined) files = apply(files, each);
            const { document } = assembleFiles(
              fixture.architecture,
              files,
              fixture.settings,
              fixture.facts,
              fixture.symbols,
            );
            expect(analyzeWith(document, counting, memo)).toEqual(analyze(document, model, encoding));
          }
        },
      ),
      { numRuns: 20 },
    );
  });
});
