import { expect, it } from 'vitest';
import { handleShifts } from '../../../../../renderer/model/sections/ruler';

it('shifts handles that would cover one another, and none that stand apart', () => {
  expect(handleShifts([10, 100], 16, 200)).toEqual([0, 0]);
  expect(handleShifts([10, 12, 15], 16, 200)).toEqual([0, 14, 27]);
  // At the bottom they make room upwards.
  expect(handleShifts([180, 198, 200], 16, 200)).toEqual([-12, -14, 0]);
  expect(handleShifts([], 16, 200)).toEqual([]);
});
