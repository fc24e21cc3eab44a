import { describe, expect, test } from 'vitest';
import { clustersOf, startUp, type StartSymbol } from '../../../../shared/assemblers/tiered-messages/tracker-start';

function symbol(path: string, tokens: number, ...references: readonly string[]): StartSymbol {
  return { path, tokens, references, hash: '' };
}

function tiersOf(symbols: readonly StartSymbol[], target: number): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(startUp(symbols, target).items).map(([key, { tier, n }]) => [key.slice('symbol:'.length), `${tier} ${n}`]));
}

describe('start-up', () => {
  test('only files that name each other form a cluster; the others stand alone', () => {
    const clusters = clustersOf([symbol('a', 10, 'b'), symbol('b', 10, 'a', 'c'), symbol('c', 50), symbol('d', 5, 'a', 'nowhere')]);
    expect(clusters.map(({ members }) => members.map(({ path }) => path))).toEqual([['c'], ['a', 'b'], ['d']]);
  });

  test('largest cluster first, each into the tier with the fewest tokens, n at the entry value', () => {
    expect(tiersOf([symbol('a', 500), symbol('b', 400), symbol('c', 300), symbol('d', 200), symbol('e', 100)], 100)).toEqual({
      a: 'L1 9',
      b: 'L2 6',
      c: 'L3 3',
      d: 'L3 3',
      e: 'L2 6',
    });
  });

  test('a tier under target is merged into the smallest other', () => {
    expect(tiersOf([symbol('a', 2000), symbol('b', 1500), symbol('c', 300)], 1126)).toEqual({ a: 'L1 9', b: 'L2 6', c: 'L2 6' });
    expect(tiersOf([symbol('a', 2000), symbol('b', 900), symbol('c', 800)], 1126)).toEqual({ a: 'L1 9', b: 'L2 6', c: 'L2 6' });
  });

  test('if all are under target everything is in L1', () => {
    expect(tiersOf([symbol('a', 1000), symbol('b', 900), symbol('c', 800)], 1126)).toEqual({ a: 'L1 9', b: 'L1 9', c: 'L1 9' });
  });

  test('no symbols, no items', () => {
    expect(startUp([], 1126)).toEqual({ turn: 0, items: {}, moves: [] });
  });

  test('the order of the symbols changes nothing', () => {
    const symbols = [symbol('a', 10, 'b'), symbol('b', 10, 'a'), symbol('c', 20), symbol('d', 20)];
    expect(startUp(symbols.toReversed(), 10)).toEqual(startUp(symbols, 10));
  });
});
