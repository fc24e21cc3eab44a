import { expect, it } from 'vitest';
import { handleShifts, tierRunsOf, type Band } from '../../../../../renderer/model/sections/ruler';

it('writes a tier once, also where text stands between its sections', () => {
  const count = { tokens: 10, low: 10, high: 10, method: 'exact', encoding: 'e' } as const;
  const band = (kind: Band['kind'], tier: Band['tier'], start: number): Band => {
    return {
      key: `${start}`,
      node: null,
      kind,
      name: 'n',
      tier,
      start,
      tokens: 10,
      count,
      whose: 'yours',
      template: 0,
    };
  };
  const bands = [
    band('tool', 'L0', 0),
    band('section', 'L1', 10),
    band('framing', null, 20),
    band('message', 'L1', 30),
  ];
  expect(tierRunsOf([...bands, band('framing', null, 40), band('overhead', null, 50)])).toMatchObject([
    { isTools: true, tokens: 10 },
    { tier: 'L1', start: 10, tokens: 40 },
    { tier: null, start: 50, tokens: 10 },
  ]);
  // Tools take in nothing.
  expect(tierRunsOf([band('tool', 'L0', 0), band('framing', null, 10)])).toHaveLength(2);
});

it('shifts handles that would cover one another, and none that stand apart', () => {
  expect(handleShifts([10, 100], 16, 200)).toEqual([0, 0]);
  expect(handleShifts([10, 12, 15], 16, 200)).toEqual([0, 14, 27]);
  // At the bottom they make room upwards.
  expect(handleShifts([180, 198, 200], 16, 200)).toEqual([-12, -14, 0]);
  expect(handleShifts([], 16, 200)).toEqual([]);
});
