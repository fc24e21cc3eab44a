import { describe, expect, it } from 'vitest';
import { limitAttacks, makeLimitAttack } from '../../support/limit-attacks';
import { strata, temporaryCopy } from '../../support/run-cli';

describe('every piece of work has a limit', () => {
  it.each(limitAttacks)('$name', async (attack) => {
    const folder = makeLimitAttack(attack, temporaryCopy());
    const { out, err } = await strata('lint', folder);
    if (attack.tells === undefined)
      expect(out + err).not.toMatch(/too-many-files|layout-too-large|repository-cut|internal|mistake/);
    else expect(out + err).toContain(attack.tells);
  });
});
