import { describe, expect, it } from 'vitest';
import { estimateTokens } from '../../../../shared/assemblers/part-catalog/estimate';

describe('estimateTokens', () => {
  it.each([
    ['', 0],
    ['a', 0],
    ['abcd', 1],
    ['abcdefgh', 2],
    ['abcdefghijk', 2],
    ['ää', 1],
    ['日本語', 2],
    ['🙂', 1],
    ['\uD800a', 1],
  ])('%j is %d', (text, tokens) => {
    expect(estimateTokens(text)).toBe(tokens);
  });

  it('counts bytes as UTF-8 does', () => {
    const text = 'naïve – 日本 🙂 ohne Umlaute\r\n'.repeat(7);
    expect(estimateTokens(text)).toBe(Math.floor(Buffer.byteLength(text) / 4));
  });
});
