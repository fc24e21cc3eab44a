import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readTokenizerFile } from '../../../shared/tokenizers/file/file-encoding';
import { byteLevelTokenizer, wordTokenizer } from '../../support/tokenizers/tokenizer-files';
import { anyText, corpus } from '../../support/tokenizers/texts';

async function encodingOf(json: unknown) {
  const read = await readTokenizerFile('tokenizer.json', JSON.stringify(json));
  if (!read.ok) throw new Error(read.problem);
  return read.encoding;
}

describe('a tokenizer.json', () => {
  it('of bytes counts as its merges say', async () => {
    const encoding = await encodingOf(byteLevelTokenizer());
    expect(encoding.count('hello world')).toBe(7);
    expect(encoding.count('你')).toBe(3);
    expect(encoding.count('<|end|>')).toBe(1);
    expect(encoding.count('')).toBe(0);
    const encoded = encoding.encode('hello 你 world');
    expect(encoded.tokensBefore(3)).toBe(1);
    expect(encoded.tokensBefore(4)).toBe(2);
    expect(encoded.tokensBefore(6)).toBe(3);
    expect(encoded.tokensBefore(7)).toBe(6);
    expect(encoded.tokensBefore(3)).toBe(1);
  });

  it('of words gives each token to the place it stands at', async () => {
    const encoding = await encodingOf(wordTokenizer());
    const encoded = encoding.encode('hello world');
    expect(encoded.total).toBe(2);
    expect(encoded.tokensBefore(1)).toBe(1);
    expect(encoded.tokensBefore(11)).toBe(2);
  });

  it.each([
    ['bytes', byteLevelTokenizer()],
    ['words', wordTokenizer()],
  ] as const)('of %s has its tokens in order and all of them at the end, whatever the text', async (_, json) => {
    const encoding = await encodingOf(json);
    const check = (text: string): void => {
      const encoded = encoding.encode(text);
      expect(encoded.total).toBe(encoding.count(text));
      let before = 0;
      for (let offset = 0; offset <= text.length; offset += 1) {
        const now = encoded.tokensBefore(offset);
        expect(now).toBeGreaterThanOrEqual(before);
        before = now;
      }
      expect(before).toBe(encoded.total);
    };
    corpus.forEach(check);
    fc.assert(fc.property(anyText, check), { numRuns: 300 });
  });

  it.each([
    '',
    '{',
    'null',
    '[]',
    '{}',
    '{"model":{}}',
    '{"model":{"type":"Nope","vocab":{}},"decoder":null}',
    JSON.stringify({ ...byteLevelTokenizer(), pre_tokenizer: { type: 'Split', pattern: { Regex: '(' } } }),
    JSON.stringify({ ...byteLevelTokenizer(), model: { type: 'BPE', vocab: { a: 0 }, merges: [5] } }),
  ])('that is broken says so: %j', async (json) => {
    const read = await readTokenizerFile('tokenizer.json', json);
    expect(read.ok).toBe(false);
    expect(read.ok ? '' : read.problem).not.toBe('');
  });
});
