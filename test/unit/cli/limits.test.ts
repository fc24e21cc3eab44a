import { describe, expect, it } from 'vitest';
import { limitAttacks, makeLimitAttack, type LimitAttack } from '../../support/limit-attacks';
import { strata, temporaryCopy } from '../../support/run-cli';

describe('every piece of work has a limit', () => {
  async function lint(attack: LimitAttack): Promise<string> {
    const { out, err } = await strata('lint', makeLimitAttack(attack, temporaryCopy()));
    return out + err;
  }

  it.each(limitAttacks.filter(({ tells }) => tells === undefined))('$name', async (attack) => {
    expect(await lint(attack)).not.toMatch(/too-many-files|layout-too-large|repository-cut|internal|mistake/);
  });

  it.each(limitAttacks.filter(({ tells }) => tells !== undefined))('$name: $tells', async (attack) => {
    expect(await lint(attack)).toContain(attack.tells);
  });
});
