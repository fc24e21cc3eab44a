import { existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { pinned, strata, temporaryCopy } from '../../../../support/run-cli';
import { temporaryFolder } from '../../../../support/host/temporary';

const example = join(import.meta.dirname, '../../../../../build/examples/tiered-messages');

describe('strata turn', () => {
  it('says what moved and why, and writes nothing unless asked', async () => {
    const folder = temporaryCopy(example);
    const state = join(folder, '.strata/tiers.json');
    const before = readFileSync(state, 'utf8');
    const shown = await strata('turn', folder, '--select', 'README.md', ...pinned);
    expect(shown).toMatchObject({ code: 0 });
    expect(shown.out).toMatch(/^item +from +to +why$/m);
    expect(readFileSync(state, 'utf8')).toBe(before);
    const written = await strata('turn', folder, '--select', 'README.md', '--write', ...pinned);
    expect(written.out).toBe(shown.out);
    expect(JSON.parse(readFileSync(state, 'utf8'))).toMatchObject({ version: 1, turn: JSON.parse(before).turn + 1 });
  });

  it('starts a state where there is none', async () => {
    const folder = temporaryCopy(join(import.meta.dirname, '../../../../fixtures/tiered-messages/l0-only/workspace'));
    expect(await strata('turn', folder, '--write', ...pinned)).toMatchObject({ code: 0 });
    expect(existsSync(join(folder, '.strata/tiers.json'))).toBe(true);
  });

  it('never writes over a state it could not read', async () => {
    const folder = temporaryCopy(example);
    const state = join(folder, '.strata/tiers.json');
    writeFileSync(state, '{broken');
    const { code, err } = await strata('turn', folder, '--write', ...pinned);
    expect(code).toBe(1);
    expect(err).toContain('tier-state-syntax');
    expect(readFileSync(state, 'utf8')).toBe('{broken');
  });

  it('never writes through a link that leads out, even if reading there is allowed', async () => {
    const folder = temporaryCopy(example);
    const outside = `${temporaryFolder()}/outside.json`;
    writeFileSync(outside, '{}');
    rmSync(join(folder, '.strata/tiers.json'));
    symlinkSync(outside, join(folder, '.strata/tiers.json'));
    const { code, err } = await strata('turn', folder, '--write', '--trust', outside, ...pinned);
    expect(code).toBe(1);
    expect(err).toContain(
      '.strata/tiers.json could not be saved: it is a link, or in a linked folder, that leads out of its folder',
    );
    expect(readFileSync(outside, 'utf8')).toBe('{}');
  });

  it('is wrong usage for a design without turns', async () => {
    expect(await strata('turn', join(example, '../tagged-sections'), ...pinned)).toMatchObject({ code: 2, out: '' });
  });
});
