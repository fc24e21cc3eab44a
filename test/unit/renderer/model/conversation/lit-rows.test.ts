import { describe, expect, it } from 'vitest';
import { litRows } from '../../../../../renderer/model/conversation/lit-rows';
import { talkRows } from '../../../../../renderer/model/conversation/rows';
import { PromptText } from '../../../../../renderer/model/prompt/prompt-text';
import { largeRequest } from '../../../../support/agent-session';
import { requestDocument } from '../../../../support/request-document';

const document = requestDocument(largeRequest({ messages: 6, resultWords: 900 }));
const rows = talkRows(document);
const text = new PromptText(document);

/** What is lit of the words' first place in the prompt. */
function litBy(words: string): readonly string[] {
  const start = text.shown.indexOf(words);
  expect(start).toBeGreaterThan(-1);
  const places = text.toMessageRanges(start, start + words.length).map((range) => ({ ...range, text: words }));
  return litRows(document, rows, places).map(({ row, start: from, end }) =>
    row.content.kind === 'text' ? row.content.text.slice(from, end) : row.key,
  );
}

describe('rows that show a place of the prompt', () => {
  it.each(['You keep a harbour.', 'I look at pier 1.', 'cat: pier.log: No such file', 'Survey every pier'])(
    'are those with its very text: %s',
    (words) => expect(litBy(words)).toEqual([words]),
  );

  it('are those of a long text behind "Show all" too', () => {
    const long = rows.find(({ key }) => key.endsWith('~1'));
    const words = long?.content.kind === 'text' ? long.content.text.slice(10, 60).trim() : '';
    expect(words).not.toBe('');
    expect(litBy(words)).toEqual([words]);
  });

  it('are those of a tool, and of arguments that are laid out', () => {
    expect(litBy('returns what it prints')).toEqual(['returns what it prints']);
    expect(litBy('"max_uses": 5')).toEqual(['"max_uses": 5']);
    expect(litBy('{"field_0":')[0]).toMatch(/^\{\n {2}"field_0": /);
  });

  it('are two where a place goes over two blocks', () => {
    const start = text.shown.indexOf('Survey every pier') - 40;
    const ranges = text.toMessageRanges(start, start + 60);
    expect(litRows(document, rows, ranges)).toHaveLength(2);
  });
});
