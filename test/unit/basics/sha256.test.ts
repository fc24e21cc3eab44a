import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sha256 } from '../../../shared/basics/sha256';
import { itemHash } from '../../../shared/assemblers/tiered-messages/tracker/item-hash';

const expected = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex');

test('agrees with the platform on every length around a block and on any text', () => {
  for (let length = 0; length < 130; length += 1) expect(sha256('a'.repeat(length))).toBe(expected('a'.repeat(length)));
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(sha256(text)).toBe(expected(text));
    }),
  );
  expect(sha256('\uD800')).toBe(expected('\uD800'));
});

test('an item keeps sixteen digits', () => {
  expect(itemHash('hello')).toBe(expected('hello').slice(0, 16));
});
