import fc from 'fast-check';
import { get_encoding } from 'tiktoken';
import { describe, expect, it } from 'vitest';
import { loadEncoding } from '../../../shared/tokenizers/load';
import { pieceEnds } from '../../../shared/tokenizers/split/pieces';
import { splitPattern } from '../../support/tokenizers/split-patterns';
import { anyText, corpus, oneOfEachScript } from '../../support/tokenizers/texts';

describe.each(['o200k_base', 'cl100k_base'] as const)('%s', (id) => {
  const reference = get_encoding(id);
  const referenceCount = (text: string) => reference.encode(text, [], []).length;

  it.each(corpus)('counts %j as tiktoken does', async (text) => {
    const encoding = await loadEncoding(id);
    expect(encoding.count(text)).toBe(referenceCount(text));
  });

  it('counts random text in every script as tiktoken does', async () => {
    const encoding = await loadEncoding(id);
    fc.assert(
      fc.property(anyText, (value) => {
        expect(encoding.count(value)).toBe(referenceCount(value));
      }),
      { numRuns: 1500 },
    );
  });

  it('merges long pieces as tiktoken does', async () => {
    const encoding = await loadEncoding(id);
    const long = fc
      .tuple(
        fc.constantFrom('a', 'ab', 'aZ', '-', '=-', ' ', '\n', 'é', '你好', '🦜', '\u200d🦜', 'e\u0301', 'the'),
        fc.integer({ min: 20, max: 400 }),
        fc.string({ maxLength: 5 }),
      )
      .map(([unit, times, tail]) => unit.repeat(times) + tail);
    const letters = fc.string({
      unit: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz'),
      minLength: 60,
      maxLength: 300,
    });
    fc.assert(
      fc.property(fc.oneof(long, letters), (value) => {
        expect(encoding.count(value)).toBe(referenceCount(value));
      }),
      { numRuns: 300 },
    );
  });

  it('splits as the published pattern does, for every character', () => {
    const pattern = splitPattern(id);
    const pieces = (text: string): readonly string[] => {
      const found: string[] = [];
      for (let at = 0; at < text.length;) {
        const end = pieceEnds[id](text, at);
        found.push(text.slice(at, end));
        at = end;
      }
      return found;
    };
    const check = (text: string): void => {
      expect(pieces(text)).toEqual(text.match(pattern) ?? []);
    };
    for (let point = 0; point < 0x2_0000; point += 1) {
      const char = String.fromCodePoint(point);
      const text = `${char}${char} ${char}a${char}B${char}1 `;
      if (pieces(text).join('\0') !== (text.match(pattern) ?? []).join('\0')) check(text);
    }
    fc.assert(fc.property(anyText, check), { numRuns: 3000 });
    fc.assert(fc.property(fc.string({ unit: fc.constantFrom(...oneOfEachScript), maxLength: 12 }), check), {
      numRuns: 3000,
    });
  });

  it('gives each token to the place of its first character', async () => {
    const encoding = await loadEncoding(id);
    for (const text of corpus) {
      const encoded = encoding.encode(text);
      const bytes = reference.encode(text, [], []);
      let end = 0;
      const ends = Array.from(bytes, (token) => (end += reference.decode_single_token_bytes(token).length));
      const sound = text.toWellFormed();
      for (let offset = 0; offset <= text.length; offset += 1) {
        const isInsidePair =
          /^[\uDC00-\uDFFF]/.test(sound.slice(offset)) && /[\uD800-\uDBFF]$/.test(sound.slice(0, offset));
        if (isInsidePair) continue;
        const before = new TextEncoder().encode(sound.slice(0, offset)).length;
        const expected = before === 0 ? 0 : ends.filter((_, index) => (ends[index - 1] ?? 0) < before).length;
        expect(encoded.tokensBefore(offset), `${JSON.stringify(text)} at ${offset}`).toBe(expected);
      }
    }
    expect(encoding.encode('hello world').tokensBefore(5)).toBe(1);
    expect(encoding.encode('hello world').tokensBefore(6)).toBe(2);
  });
});
