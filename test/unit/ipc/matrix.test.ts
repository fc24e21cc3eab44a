import fc from 'fast-check';
import { expect, it } from 'vitest';
import { combinations, countCombinations, sharedByAll, sharedPrefixes } from '../../../shared/ipc/matrix';

it('varies the last axis fastest, and stops at the limit', () => {
  const axes = [
    { name: 'a', values: ['x', 'y'] },
    { name: 'b', values: [true, false] },
  ];
  expect(combinations(axes, 10)).toEqual([
    { a: 'x', b: true },
    { a: 'x', b: false },
    { a: 'y', b: true },
    { a: 'y', b: false },
  ]);
  expect(combinations(axes, 3)).toHaveLength(3);
  expect(combinations([], 10)).toEqual([{}]);
  expect(countCombinations(axes)).toBe(4);
});

it('finds for each text the longest start it shares with another', () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: fc.constantFrom('a', 'b', '🦜', '\uD800'), maxLength: 6 }), { maxLength: 8 }),
      (texts) => {
        const common = (a: string, b: string): number => {
          let at = 0;
          while (at < a.length && at < b.length && a[at] === b[at]) at += 1;
          return at;
        };
        const expected = texts.map((text, index) =>
          Math.max(0, ...texts.flatMap((other, place) => (place === index ? [] : [common(text, other)]))),
        );
        expect(sharedPrefixes(texts)).toEqual(expected);
        expect(sharedByAll(texts)).toBe(
          texts.reduce((length, text) => Math.min(length, common(texts[0] ?? '', text)), texts[0]?.length ?? 0),
        );
      },
    ),
  );
});
