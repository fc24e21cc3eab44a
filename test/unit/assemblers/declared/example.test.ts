import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { pinned, strata } from '../../../support/run-cli';

const example = join(import.meta.dirname, '../../../../build/examples/declared');

async function build(...set: readonly string[]): Promise<string> {
  const { code, out, err } = await strata('build', example, ...pinned, ...set.flatMap((each) => ['--set', each]));
  expect(err).not.toContain(' error ');
  expect(code).toBe(0);
  return out;
}

describe('the declared example', () => {
  it('answers a letter with similar cases', async () => {
    const out = await build();
    expect(out).toContain('You are Marit');
    expect(out).toContain('019 555 0142. Say that Studio Blotting Paper looks at it');
    expect(out).toContain(
      '1. [done] Herbarium of 1911, loose sheets\n2. [now] Fire brigade log, smoke and water\n3. ' +
        '[next] Two school maps',
    );
    expect(out).toContain('# Cases like this one\n\n- Diary in the rain: Ink that runs is stopped by cold');
    expect(out).toMatch(/It came on 2026-02-25\.$/);
    expect(out).not.toContain('{{');
  });

  it('makes every section appear or go with its settings', async () => {
    expect(await build('children=true')).toContain('# Young readers');
    const triage = await build('mode=triage', 'voice=tuomas', 'children=true');
    expect(triage).toContain('You are Tuomas');
    expect(triage).toContain('urgent, this week, or no hurry');
    expect(triage).not.toMatch(/Young readers|Cases like/);
    expect(await build('letter=')).not.toContain('It came on');
  });

  it('refuses what the layout does not declare', async () => {
    expect(await strata('build', example, ...pinned, '--set', 'nope=1')).toMatchObject({ code: 2 });
    expect(await strata('build', example, ...pinned, '--set', 'voice=nobody')).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringContaining('There is no voice "nobody"; found: marit, tuomas'),
    });
    expect(await strata('build', example, ...pinned, '--set', 'mode=loud')).toMatchObject({
      code: 1,
      err: expect.stringContaining('answer is built'),
    });
  });
});
