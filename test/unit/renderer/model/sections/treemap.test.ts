import { expect, it } from 'vitest';
import { mapBoxes, type MapItem } from '../../../../../renderer/model/sections/treemap';

const item = (key: string, tokens: number): MapItem => ({
  key,
  name: key,
  tier: null,
  tokens,
  node: null,
  template: 0,
});

it('fills the whole with boxes whose areas are their shares, and keeps them inside', () => {
  const items = [500, 300, 120, 40, 30, 8, 2].map((tokens, index) => item(String(index), tokens));
  for (const ratio of [0.3, 1, 4]) {
    const boxes = mapBoxes(items, ratio);
    expect(boxes).toHaveLength(items.length);
    for (const { tokens, left, top, width, height } of boxes) {
      expect(width * height).toBeCloseTo((tokens / 1000) * 10_000, 3);
      expect(left).toBeGreaterThanOrEqual(-1e-9);
      expect(top).toBeGreaterThanOrEqual(-1e-9);
      expect(left + width).toBeLessThanOrEqual(100 + 1e-6);
      expect(top + height).toBeLessThanOrEqual(100 + 1e-6);
    }
  }
});

it('draws nothing of nothing', () => {
  expect(mapBoxes([item('a', 0)], 1)).toEqual([]);
});
