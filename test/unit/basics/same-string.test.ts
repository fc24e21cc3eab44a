import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sameString } from '../../../shared/basics/same-string';

const lengths = [0, 1, 4095, 4096, 65_535, 65_536, 65_537, 140_000];
const long = fc
  .tuple(fc.constantFrom(...lengths), fc.constantFrom('a', 'é', '語', '\n'))
  .map(([length, letter]) => letter.repeat(length));

it('agrees with === on any two strings', () => {
  fc.assert(
    fc.property(long, fc.nat(150_000), fc.constantFrom('', 'x', 'a', '語'), (text, at, put) => {
      const other = text.slice(0, at) + put + text.slice(at + put.length);
      expect(sameString(text, other)).toBe(text === other);
      expect(sameString(text, `${text.slice(0, at)}${text.slice(at)}`)).toBe(true);
    }),
  );
});
