import { expect, it } from 'vitest';
import { loseNothing } from '../../../support/nothing-lost/loop';

it('no word of either side is lost in conflicts, folder switches and crashes', async () => {
  const figures = await loseNothing({ rounds: 3, seed: 7, small: false });
  expect(figures['typed']).toBeGreaterThan(0);
  expect(figures['wrote']).toBeGreaterThan(0);
});
