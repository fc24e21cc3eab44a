import fc from 'fast-check';
import { expect, it } from 'vitest';
import { LintMemo } from '../../../shared/analysis/chunks/lint-memo';
import { recut } from '../../../shared/analysis/chunks/cuts';
import { documentOf, fileText } from '../../../shared/analysis/rules/example';
import { frame, message, nodeId, section } from '../../../shared/document/builders';
import { layoutDocument } from '../../../shared/document/layout';
import type { PromptDocument, SectionNode, TextNode } from '../../../shared/document/types';

const paragraph = fc.constantFrom(
  'a line. '.repeat(140),
  'another one. '.repeat(90),
  'x',
  '\n',
  '\n\n',
  'word '.repeat(600),
  '',
);
const text = fc
  .array(fc.tuple(paragraph, fc.constantFrom('\n\n', '\n', '')), { maxLength: 14 })
  .map((parts) => parts.flat().join(''));
const edit = fc.record({
  at: fc.nat(20_000),
  drop: fc.nat(3000),
  put: fc.oneof(fc.constantFrom('t', '\n', '\n\n'), text),
});

const sectionOf = (leaves: readonly TextNode[]): SectionNode =>
  section(nodeId('system', 'file'), 'file', 'L1', [...leaves]);
const fileSection = (whole: string): SectionNode =>
  sectionOf([frame('## file\n\n'), fileText('file.md', whole), frame('\n\n')]);
const documentWith = (one: SectionNode): PromptDocument =>
  documentOf([message(nodeId('system'), 'system', 'L0', 'system', [frame('before'), one, frame('behind')])]);

function cutsOf(memo: LintMemo, document: PromptDocument) {
  return memo
    .chunk(document, layoutDocument(document))
    .chunks.map(({ starts, facts }) => facts.map(({ text: cut }, index) => ({ start: starts[index], cut })));
}

it('cuts an edited text where a fresh run would cut it', () => {
  fc.assert(
    fc.property(text, fc.array(edit, { minLength: 1, maxLength: 6 }), (first, edits) => {
      const memo = new LintMemo();
      let whole = first;
      for (const { at, drop, put } of [{ at: 0, drop: 0, put: '' }, ...edits]) {
        const from = whole.length === 0 ? 0 : at % whole.length;
        whole = whole.slice(0, from) + put + whole.slice(from + drop);
        const document = documentWith(fileSection(whole));
        expect(cutsOf(memo, document)).toEqual(cutsOf(new LintMemo(), document));
      }
    }),
    { numRuns: 300 },
  );
});

it('recuts only around an edit', () => {
  const lines = Array.from(
    { length: 400 },
    (_, index) => `Paragraph ${index} says this and that about the harbour and its pilots.\n\n`,
  );
  const before = fileSection(lines.join(''));
  const after = fileSection(lines.with(200, 'Something else.\n\n').join(''));
  const document = documentWith(before);
  const starts =
    cutsOf(new LintMemo(), document)[0]
      ?.slice(1, -1)
      .map(({ start }) => (start ?? 0) - 'before'.length) ?? [];
  const again = recut(before, starts, after);
  expect(starts.length).toBeGreaterThan(10);
  expect(again?.cuts.length).toBeLessThanOrEqual(2);
  expect((again?.head ?? NaN) + starts.length - (again?.tail ?? NaN)).toBeGreaterThanOrEqual(starts.length - 2);
});

it('does not touch a node with more than text', () => {
  const mixed = section(nodeId('system', 'file'), 'file', 'L1', [frame('a'), fileSection('b')]);
  expect(recut(mixed, [], fileSection('b'))).toBeUndefined();
  expect(recut(fileSection('b'), [0], mixed)).toBeUndefined();
});

it('takes texts apart into other leaves', () => {
  fc.assert(
    fc.property(text, text, fc.nat(5000), (one, other, at) => {
      const memo = new LintMemo();
      for (const leaves of [
        [fileText('a.md', one + other)],
        [fileText('a.md', one), frame(other)],
        [frame(one.slice(0, at)), frame(one.slice(at)), frame(other)],
      ]) {
        const document = documentWith(sectionOf(leaves));
        expect(cutsOf(memo, document)).toEqual(cutsOf(new LintMemo(), document));
      }
    }),
  );
});
