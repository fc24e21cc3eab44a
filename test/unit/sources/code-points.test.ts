import { describe, expect, it } from 'vitest';
import { codePoints, offsetOfCodePoint } from '../../../shared/sources/text/code-points';

describe('characters as limits count them', () => {
  it('are code points; a lone surrogate is one', () => {
    expect(codePoints('')).toBe(0);
    expect(codePoints('aä漢')).toBe(3);
    expect(codePoints('a😀b')).toBe(3);
    expect(codePoints('\ud83da\ude00')).toBe(3);
  });

  it('map back to offsets and never split a pair', () => {
    expect(offsetOfCodePoint('a😀b', 0)).toBe(0);
    expect(offsetOfCodePoint('a😀b', 2)).toBe(3);
    expect(offsetOfCodePoint('a😀b', 99)).toBe(4);
  });
});
