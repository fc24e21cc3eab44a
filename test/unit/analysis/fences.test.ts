import fc from 'fast-check';
import { expect, it } from 'vitest';
import { LintMemo } from '../../../shared/analysis/chunks/lint-memo';
import { documentOf } from '../../../shared/analysis/rules/example';
import { fencesOf, isFenced, spansOf } from '../../../shared/analysis/chunks/fences';
import { frame, message, nodeId, section } from '../../../shared/document/builders';
import { layoutDocument } from '../../../shared/document/layout';
import type { Span } from '../../../shared/document/types';

const piece = fc.constantFrom(
  '```',
  '````',
  '~~~',
  '```js',
  ' ```',
  '    ```',
  '``` x`y',
  '\n',
  '\n\n',
  'text',
  'more text. '.repeat(200),
  '~~~~ info',
  '\n```\n',
  '\n~~~\n',
);
/** No section ends inside a line with a fence. A section may begin with a fence in the middle of a line. */
const text = fc.array(piece, { maxLength: 10 }).map((parts) => parts.join('').replace(/[`~][^\n]*$/, '$&\n'));

interface Expected {
  readonly spans: readonly Span[];
  readonly open: number | undefined;
}

/** A reference implementation: line by line over the whole text. */
function blocksOf(whole: string): Expected | undefined {
  const spans: { start: number; end: number }[] = [];
  let open: { readonly mark: string; readonly start: number } | undefined;
  let at = 0;
  for (const line of whole.split('\n')) {
    const [, mark, info = ''] = /^ {0,3}(`{3,}|~{3,})(.*)$/.exec(line) ?? [];
    if (mark !== undefined && open === undefined && (mark.startsWith('~') || !info.includes('`')))
      open = { mark, start: at };
    else if (mark !== undefined && open !== undefined && info.trim() === '' && mark.startsWith(open.mark)) {
      spans.push({ start: open.start, end: at + line.length });
      open = undefined;
    }
    at += line.length + 1;
  }
  if (open !== undefined) return { spans: [...spans, { start: open.start, end: whole.length }], open: open.start };
  return spans.length === 0 ? undefined : { spans, open: undefined };
}

/** Uses `memo`, as a window does when it lints again and again. */
function blocksIn(texts: readonly string[], memo: LintMemo): Expected | undefined {
  const sections = texts.map((each, index) =>
    section(nodeId('system', String(index)), String(index), 'L1', [frame(each)]),
  );
  const document = documentOf([message(nodeId('system'), 'system', 'L0', 'system', sections)]);
  const fences = fencesOf(memo.chunk(document, layoutDocument(document)).chunks);
  const found = fences.get(nodeId('system'));
  const expected = blocksOf(texts.join(''));
  for (const { start, end } of expected?.spans ?? []) {
    expect([start, end - 1].map((at) => isFenced(fences, nodeId('system'), at))).toEqual([true, true]);
    expect(isFenced(fences, nodeId('system'), end)).toBe(
      expected?.spans.some((span) => span.start === end) === true ||
        (expected?.open !== undefined && end >= expected.open),
    );
  }
  return found === undefined ? undefined : { spans: spansOf(found), open: found.open };
}

it('finds the same blocks in chunks as in the whole text, however it is cut into sections', () => {
  fc.assert(
    fc.property(fc.array(text, { maxLength: 6 }), (texts) => {
      expect(blocksIn(texts, new LintMemo())).toEqual(blocksOf(texts.join('')));
    }),
    { numRuns: 2000 },
  );
});

it('finds the same after each of many edits as a fresh run', () => {
  const edit = fc.record({ kind: fc.constantFrom('replace', 'insert', 'remove'), at: fc.nat(), text });
  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 6 }), fc.array(edit, { maxLength: 8 }), (given, edits) => {
      const memo = new LintMemo();
      const texts = [...given];
      blocksIn(texts, memo);
      for (const { kind, at, text: changed } of edits) {
        texts.splice(at % (texts.length + 1), kind === 'insert' ? 0 : 1, ...(kind === 'remove' ? [] : [changed]));
        expect(blocksIn(texts, memo)).toEqual(blocksOf(texts.join('')));
      }
    }),
    { numRuns: 1500 },
  );
});
