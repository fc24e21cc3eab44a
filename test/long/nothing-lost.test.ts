import { afterEach, expect, it } from 'vitest';
import { loseNothing, unmount } from '../support/nothing-lost/loop';

/**
 * STRATA_LOSS_ROUNDS sets the number of rounds, STRATA_FUZZ_SEED the seed. The full disk is a small one, which only
 * root may mount.
 */
const rounds = Number(process.env['STRATA_LOSS_ROUNDS'] ?? 200);
const seed = Number(process.env['STRATA_FUZZ_SEED'] ?? 20_261_118);

afterEach(unmount);

it(
  `no word of either side is lost in ${rounds} rounds of conflicts, folder switches, crashes ` + 'and full disks',
  async () => {
    const figures = await loseNothing({ rounds, seed, small: true });
    process.stderr.write(`nothing lost: ${JSON.stringify(figures)}\n`);
    expect(figures['rounds']).toBe(rounds);
  },
);
