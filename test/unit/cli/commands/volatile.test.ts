import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { pinned, strata } from '../../../support/run-cli';

const examples = join(import.meta.dirname, '../../../../build/examples');

describe('strata volatile', () => {
  it('says that the clock of tagged-sections moves what is behind it, and where to put it', async () => {
    const { code, out } = await strata('volatile', join(examples, 'tagged-sections'), ...pinned);
    expect(code).toBe(0);
    expect(out).toMatch(/^clock +every minute +system\/Context +\d+ +\d+ +\d+$/m);
    expect(out).toMatch(
      new RegExp(
        '^\\[system/Context\\] warning volatile-clock ".*" in system/Context changes every minute; ' +
          '[\\d,]+ tokens behind it do not, and are sent uncached with it\\n {2}Move it behind system/\\w+\\.$',
        'm',
      ),
    );
    expect(out).toMatch(/^setting +background = true +.*system\/Background/m);
    expect(out).toMatch(/^moves nothing: .*the order of keys in its JSON files/m);
  });

  it('tells what the machine moves', async () => {
    const view = JSON.parse((await strata('volatile', join(examples, 'part-catalog'), '--json', ...pinned)).out);
    expect(view.movers.map(({ cause }: { cause: { name: string } }) => cause.name)).toContain(
      'a machine with another shell',
    );
  });

  it('does not report the clock of layered: nothing comes after it', async () => {
    const { out } = await strata('volatile', join(examples, 'layered'), ...pinned);
    expect(out).not.toContain('volatile-clock');
  });

  it.each(['part-catalog', 'tiered-messages'])('runs on %s', async (name) => {
    expect(await strata('volatile', join(examples, name), ...pinned)).toMatchObject({
      code: 0,
      out: expect.stringContaining('moves'),
    });
  });
});
