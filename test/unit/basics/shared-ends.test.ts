import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sharedItemEnds, sharedTextEnds, sharedTextStart } from '../../../shared/basics/shared-ends';

/** Checks that the shared start is the longest, and that the shared end is the longest of the rest. */
function expectLongest(
  a: ArrayLike<unknown>,
  b: ArrayLike<unknown>,
  { start, end }: { readonly start: number; readonly end: number },
): void {
  const [left, right] = [Array.from(a), Array.from(b)];
  const shorter = Math.min(left.length, right.length);
  expect(start + end).toBeLessThanOrEqual(shorter);
  expect(left.slice(0, start)).toEqual(right.slice(0, start));
  expect(left.slice(left.length - end)).toEqual(right.slice(right.length - end));
  const next = start < shorter ? [left[start], right[start]] : [1, 2];
  expect(next[0]).not.toBe(next[1]);
  const last = start + end < shorter ? [left[left.length - end - 1], right[right.length - end - 1]] : [1, 2];
  expect(last[0]).not.toBe(last[1]);
}

const unit = fc.constantFrom('a', 'b', '\ud800', '\udc00', '\n');
const middle = fc.string({ unit, maxLength: 40 });

describe('shared ends of texts', () => {
  it('are the longest ones, of short and of long texts', () => {
    fc.assert(
      fc.property(middle, middle, fc.nat(6000), (a, b, pad) => {
        const [left, right] = [a, b].map((each) => 'p'.repeat(pad) + each + 's'.repeat(pad));
        const ends = sharedTextEnds(left ?? '', right ?? '');
        const units = [left, right].map((text) => (text ?? '').split(''));
        expectLongest(units[0] ?? [], units[1] ?? [], ends);
        expect(sharedTextStart(left ?? '', right ?? '')).toBe(ends.start);
      }),
      { numRuns: 60 },
    );
  });

  it('are found from any guess, right or wrong', () => {
    fc.assert(
      fc.property(middle, middle, fc.nat(60), fc.nat(60), (a, b, start, end) => {
        expectLongest(a.split(''), b.split(''), sharedTextEnds(a, b, { start, end }));
      }),
    );
  });
});

describe('shared ends of lists', () => {
  const items = fc.array(fc.nat(2), { maxLength: 12 });

  it('are the longest ones', () => {
    fc.assert(fc.property(items, items, (a, b) => expectLongest(a, b, sharedItemEnds(a, b))));
  });

  it('use the caller’s equality, and never compare one pair twice', () => {
    fc.assert(
      fc.property(items, items, (a, b) => {
        const [left, right] = [a, b].map((list) => list.map((id) => ({ id })));
        const asked: object[][] = [];
        const ends = sharedItemEnds(left ?? [], right ?? [], (one, other) => {
          expect(asked.some(([x, y]) => x === one && y === other)).toBe(false);
          asked.push([one, other]);
          return one.id === other.id;
        });
        expect(ends).toEqual(sharedItemEnds(a, b));
      }),
    );
  });
});
