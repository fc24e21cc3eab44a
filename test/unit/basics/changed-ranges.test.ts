import fc from 'fast-check';
import { expect, it } from 'vitest';
import { changedRanges } from '../../../shared/basics/changed-ranges';

function applied(before: string, after: string): string {
  let [made, at] = ['', 0];
  for (const { start, end, from, to } of changedRanges(before, after)) {
    made += before.slice(at, start) + after.slice(from, to);
    at = end;
  }
  return made + before.slice(at);
}

it('turns one text into the other', () => {
  const text = fc.array(fc.constantFrom('a\n', 'b\n', 'long line\n', '\n', 'c', 'x y z\n'), { maxLength: 12 });
  fc.assert(fc.property(text, text, (a, b) => applied(a.join(''), b.join('')) === b.join('')));
});

it('keeps apart what lies apart', () => {
  const before = 'one\ntwo\nthree\nfour\nfive\n';
  expect(changedRanges(before, before)).toEqual([]);
  expect(changedRanges(before, 'One\ntwo\nthree\nfour\nfiVe\nsix\n')).toEqual([
    { start: 0, end: 1, from: 0, to: 1 },
    { start: 21, end: 23, from: 21, to: 27 },
  ]);
});
