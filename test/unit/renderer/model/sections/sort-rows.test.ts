import { expect, it } from 'vitest';
import type { Row } from '../../../../../renderer/model/sections/row';
import { sortRows } from '../../../../../renderer/model/sections/sort-rows';

const row = (name: string, tokens: number, children: readonly Row[] = [], kind: Row['kind'] = 'section'): Row => ({
  key: name,
  node: null,
  kind,
  name,
  tier: 'L0',
  count: { tokens, low: tokens, high: tokens, method: 'exact', encoding: 'o200k_base' },
  detail: '',
  children,
});
const rows = [row('b', 3, [row('z', 1), row('y', 2)]), row('a10', 1), row('a9', 2), row('left out', 9, [], 'omitted')];
const names = (all: readonly Row[]): readonly string[] => all.map(({ name }) => name);

it('sorts siblings, keeps children with their parent, and puts what is left out last', () => {
  expect(sortRows(rows, 'order')).toBe(rows);
  const byTokens = sortRows(rows, 'tokens');
  expect(names(byTokens)).toEqual(['b', 'a9', 'a10', 'left out']);
  expect(names(byTokens[0]?.children ?? [])).toEqual(['y', 'z']);
  expect(names(sortRows(rows, 'name'))).toEqual(['a9', 'a10', 'b', 'left out']);
});
