import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadEncoding, loadVocabulary } from '../../../shared/tokenizers/load';
import { isSafeCut } from '../../../shared/tokenizers/split/safe-cut';
import type { Encoded, Encoding } from '../../../shared/tokenizers/types';
import { anyText, corpus, oneOfEachScript } from '../../support/tokenizers/texts';

/** Texts long enough for many chunks, in every script, on one line and on many. */
const base = fc
  .array(
    fc.oneof(
      anyText,
      fc.constantFrom(...corpus),
      fc.constantFrom('\n', '\n\n', '\n/', ' ', '.', "'s", 'word word word\n', '{"a":1,"b":[true,null]},'),
    ),
    { maxLength: 60 },
  )
  .map((parts) => parts.join(''));

const edit = fc.record({
  at: fc.nat(),
  remove: fc.nat(40),
  insert: fc.oneof(anyText, fc.constantFrom(...oneOfEachScript), fc.constant('')),
});

function apply(
  text: string,
  { at, remove, insert }: { readonly at: number; readonly remove: number; readonly insert: string },
): string {
  const start = at % (text.length + 1);
  return text.slice(0, start) + insert + text.slice(start + remove);
}

function expectSame(encoding: Encoding, incremental: Encoded, text: string): void {
  const fresh = encoding.encode(text);
  expect(incremental.text).toBe(text);
  expect(incremental.total).toBe(fresh.total);
  for (let step = 0; step <= 24; step += 1) {
    const offset = Math.floor((text.length * step) / 24);
    expect(incremental.tokensBefore(offset)).toBe(fresh.tokensBefore(offset));
  }
}

describe.each(['o200k_base', 'cl100k_base'] as const)('%s, edited', (id) => {
  it('is the same as encoded from scratch, edit after edit', async () => {
    const encoding = await loadEncoding(id);
    fc.assert(
      fc.property(base, fc.array(edit, { minLength: 1, maxLength: 12 }), (text, edits) => {
        let now = text;
        let encoded = encoding.encode(now);
        for (const each of edits) {
          now = apply(now, each);
          encoded = encoding.encode(now, encoded);
          expectSame(encoding, encoded, now);
        }
      }),
      { numRuns: 400 },
    );
  });

  it('is the same when it is typed letter by letter, here and there, and packed on the way', async () => {
    const encoding = await loadVocabulary(id);
    const typed = fc.record({
      at: fc.nat(),
      letters: fc.array(fc.constantFrom('x', 'é', '你', ' ', '\n', '/', "'", '1', ''), { minLength: 1, maxLength: 8 }),
    });
    fc.assert(
      fc.property(base, fc.array(typed, { minLength: 1, maxLength: 4 }), (text, places) => {
        let now = `${text}${corpus.join('\n')}`;
        let encoded: Encoded = encoding.encode(now);
        for (const { at, letters } of places) {
          for (const [index, letter] of letters.entries()) {
            now = apply(now, { at: (at % now.length) + index, remove: letter === '' ? 1 : 0, insert: letter });
            encoded = encoding.encode(now, encoded);
            expectSame(encoding, encoded, now);
          }
          const packed = encoding.pack(encoded);
          if (packed === undefined) throw new Error('not packed');
          expectSame(encoding, encoding.unpack(now, packed), now);
        }
      }),
      { numRuns: 100 },
    );
  });

  it('is the same when stopped and resumed, also after an edit', async () => {
    const encoding = await loadVocabulary(id);
    fc.assert(
      fc.property(base, edit, fc.nat(3), (text, change, chunks) => {
        let left = chunks;
        const begun = encoding.encodeUntil(text, undefined, () => (left -= 1) < 0);
        expect(text.startsWith(begun.text.toString())).toBe(true);
        expectSame(encoding, begun, begun.text.toString());
        for (const now of [text, apply(text, change)]) expectSame(encoding, encoding.encode(now, begun), now);
        const whole = encoding.encode(text);
        const packed = encoding.pack(whole);
        if (packed === undefined) throw new Error('not packed');
        expectSame(encoding, encoding.unpack(text, packed), text);
      }),
      { numRuns: 300 },
    );
  });

  it('is the same when one character changes anywhere', async () => {
    const encoding = await loadEncoding(id);
    const text = corpus.join('\n').repeat(2);
    const before = encoding.encode(text);
    for (let at = 0; at <= text.length; at += 3) {
      for (const char of ['x', '\n', ' ', '/', "'", '1', '你', '\u0301', '']) {
        const now = text.slice(0, at) + char + text.slice(at + (char === '' ? 1 : 0));
        expect(encoding.encode(now, before).total).toBe(encoding.encode(now).total);
      }
    }
  });

  it('has the same tokens on both sides of every safe cut', async () => {
    const encoding = await loadEncoding(id);
    fc.assert(
      fc.property(anyText, anyText, (left, right) => {
        const text = left + right;
        const cuts = Array.from({ length: text.length }, (_, at) => at).filter((at) => at > 0 && isSafeCut(text, at));
        for (const at of cuts)
          expect(encoding.count(text.slice(0, at)) + encoding.count(text.slice(at))).toBe(encoding.count(text));
      }),
      { numRuns: 1500 },
    );
  });
});
