import fc from 'fast-check';
import { expect, it } from 'vitest';
import { LintMemo } from '../../../shared/analysis/rules/chunks';
import { documentOf } from '../../../shared/analysis/rules/example';
import { fencesOf, type Fences } from '../../../shared/analysis/rules/fences';
import { frame, message, nodeId, section } from '../../../shared/document/builders';
import { layoutDocument } from '../../../shared/document/layout';

const piece = fc.constantFrom('```', '````', '~~~', '```js', ' ```', '    ```', '``` x`y', '\n', '\n\n', 'text', 'more text. '.repeat(200), '~~~~ info', '\n```\n', '\n~~~\n');
/** No fence is torn in two between sections; one may stand where its line began in the section before. */
const text = fc.array(piece, { maxLength: 10 }).map((parts) => parts.join('').replace(/[`~][^\n]*$/, '$&\n'));

/** Line by line over the whole text. */
function blocksOf(whole: string): Fences | undefined {
  const spans: { start: number; end: number }[] = [];
  let open: { readonly mark: string; readonly start: number } | undefined;
  let at = 0;
  for (const line of whole.split('\n')) {
    const [, mark, info = ''] = /^ {0,3}(`{3,}|~{3,})(.*)$/.exec(line) ?? [];
    if (mark !== undefined && open === undefined && (mark.startsWith('~') || !info.includes('`'))) open = { mark, start: at };
    else if (mark !== undefined && open !== undefined && info.trim() === '' && mark.startsWith(open.mark)) {
      spans.push({ start: open.start, end: at + line.length });
      open = undefined;
    }
    at += line.length + 1;
  }
  if (open !== undefined) return { spans: [...spans, { start: open.start, end: whole.length }], open: open.start };
  return spans.length === 0 ? undefined : { spans };
}

it('finds the blocks of a message in its chunks as in its text, however it is cut into sections', () => {
  fc.assert(
    fc.property(fc.array(text, { maxLength: 6 }), (texts) => {
      const sections = texts.map((each, index) => section(nodeId('system', String(index)), String(index), 'L1', [frame(each)]));
      const document = documentOf([message(nodeId('system'), 'system', 'L0', 'system', sections)]);
      const layouts = layoutDocument(document);
      const found = fencesOf(new LintMemo().chunk(document, layouts)).get(nodeId('system'));
      expect(found).toEqual(blocksOf(texts.join('')));
    }),
    { numRuns: 2000 },
  );
});
