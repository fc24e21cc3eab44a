import { describe, expect, test } from 'vitest';
import { startUp, type StartSymbol } from '../../../../shared/assemblers/tiered-messages/tracker/start';

function symbols(sizes: Readonly<Record<string, number>>): readonly StartSymbol[] {
  return Object.entries(sizes).map(([path, tokens]) => ({ path, tokens }));
}

function tiersOf(sizes: Readonly<Record<string, number>>, target: number): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(startUp(symbols(sizes), target).items).map(([key, { tier, n }]) => [
      key.slice('symbol:'.length),
      `${tier} ${n}`,
    ]),
  );
}

describe('start-up', () => {
  test('largest block first, each into the tier with the fewest tokens, n at the entry value', () => {
    expect(tiersOf({ a: 500, b: 400, c: 300, d: 200, e: 100 }, 100)).toEqual({
      a: 'L1 9',
      b: 'L2 6',
      c: 'L3 3',
      d: 'L3 3',
      e: 'L2 6',
    });
  });

  test('a tier under target is merged into the smallest other', () => {
    expect(tiersOf({ a: 2000, b: 1500, c: 300 }, 1126)).toEqual({ a: 'L1 9', b: 'L2 6', c: 'L2 6' });
    expect(tiersOf({ a: 2000, b: 900, c: 800 }, 1126)).toEqual({ a: 'L1 9', b: 'L3 3', c: 'L3 3' });
  });

  test('if none reaches the target, a tier that was merged away before is the smallest other', () => {
    expect(tiersOf({ a: 300, b: 200, c: 100 }, 1126)).toEqual({ b: 'L1 9', a: 'L2 6', c: 'L2 6' });
    expect(tiersOf({ a: 300 }, 1126)).toEqual({ a: 'L1 9' });
  });

  test('what is merged into a tier that was merged away is lost once another has reached the target', () => {
    // L2 (90) merges into L3 (80), which with 170 merges into L2, which is empty by now.
    expect(tiersOf({ a: 90, b: 300, c: 80 }, 171)).toEqual({ b: 'L1 9' });
    expect(tiersOf({ a: 90, b: 300, c: 80 }, 170)).toEqual({ b: 'L1 9', c: 'L3 3', a: 'L3 3' });
  });

  test('nothing has a hash before the first look', () => {
    expect(startUp(symbols({ a: 5 }), 1).items['symbol:a']).toEqual({ tier: 'L1', n: 9, hash: '', tokens: 5 });
  });

  test('no symbols, no items', () => {
    expect(startUp([], 1126)).toEqual({ turn: 0, items: {}, moves: [] });
  });

  test('the order of the symbols changes nothing', () => {
    const all = symbols({ a: 10, b: 10, c: 20, d: 20 });
    expect(startUp(all.toReversed(), 10)).toEqual(startUp(all, 10));
  });
});
