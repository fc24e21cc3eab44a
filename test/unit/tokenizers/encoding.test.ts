import fc from 'fast-check';
import { get_encoding } from 'tiktoken';
import { describe, expect, it } from 'vitest';
import { chunksOf } from '../../../shared/tokenizers/chunks';
import { loadEncoding } from '../../../shared/tokenizers/load';

const corpus = [
  '',
  'hello world',
  'const a = { b: [1, 2, 3] };\n\n// done\n',
  'Hyvää päivää, mitä kuuluu?',
  '你好，世界。今日は良い天気ですね。안녕하세요',
  'مرحبا بالعالم שלום עולם नमस्ते दुनिया สวัสดีชาวโลก',
  '👩‍👩‍👧‍👦 🦜🏳️‍🌈 e\u0301\u0301\u0301',
  '<|endoftext|><|im_start|>system',
  '\uFEFFbom, and inside \uFEFF too',
  'lone \uD800 surrogate \uDC00 here',
  'tabs\t\tand   spaces \r\n \r\n\r\n end\n\n\n',
  'path/one\n/two.\n/three\n\n  \n\t/four',
  '\u0000\u0001\u007f',
  '0123456789 1,000,000.25 0xdeadbeef',
];
const pieces = ['\n', '\r\n', ' ', '  ', '\t', '/', '.', ';', 'a', 'The', 'ing', '1', '999', "'s", "'LL", 'é', '你', '🦜', '\u200d', '\u0301', '\uD800', '<|endoftext|>', '\u00a0', '\u2028', '"', '{', '}', '\uFEFF'];

describe.each(['o200k_base', 'cl100k_base'] as const)('%s', (id) => {
  const reference = get_encoding(id);
  const referenceCount = (text: string) => reference.encode(text, [], []).length;

  it.each(corpus)('counts %j as tiktoken does', async (text) => {
    const encoding = await loadEncoding(id);
    expect(encoding.count(text)).toBe(referenceCount(text));
  });

  it('counts random text in every script as tiktoken does', async () => {
    const encoding = await loadEncoding(id);
    const text = fc.oneof(fc.array(fc.constantFrom(...pieces), { maxLength: 40 }).map((parts) => parts.join('')), fc.string({ unit: 'binary', maxLength: 60 }), fc.string({ unit: 'grapheme', maxLength: 60 }));
    fc.assert(
      fc.property(text, (value) => {
        expect(encoding.count(value)).toBe(referenceCount(value));
        expect(chunksOf(value).join('')).toBe(value);
      }),
      { numRuns: 1500 },
    );
  });

  it('gives each token the offset of its first character', async () => {
    const encoding = await loadEncoding(id);
    for (const text of corpus) {
      const starts = encoding.tokenStarts(text);
      expect(starts).toEqual(starts.toSorted((a, b) => a - b));
      expect(starts.length).toBe(encoding.count(text));
      if (text !== '') expect(starts[0]).toBe(0);
      for (const start of starts) expect(start).toBeLessThan(text.length);
    }
    expect(encoding.tokenStarts('hello world')).toEqual([0, 5]);
  });
});
