import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import command from '../../../electron/cli?modulePath';

const example = join(import.meta.dirname, '../../../build/examples/tagged-sections');

/** The real command in a process of its own. Undefined takes a variable away. */
function run(
  change: Readonly<Record<string, string | undefined>>,
  user?: number,
): { readonly status: number | null; readonly out: string; readonly err: string } {
  const env = Object.fromEntries(
    Object.entries({ ...process.env, XDG_CONFIG_HOME: undefined, ...change }).filter(
      ([, value]) => value !== undefined,
    ),
  );
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [command, 'inspect', example, '--now', '2026-02-25T12:30:00Z'],
    { env, encoding: 'utf8', ...(user === undefined ? {} : { uid: user, gid: user }) },
  );
  return { status, out: stdout, err: stderr };
}

describe('the command on an odd machine', () => {
  it.each([
    ['an empty TZ', { TZ: '' }],
    ['a TZ nobody knows', { TZ: 'Nope/Zone' }],
    ['a TZ that names a file', { TZ: ':/etc/localtime' }],
    ['a TZ by rule', { TZ: 'UTC0' }],
  ])('says in a sentence that %s means UTC', (_, change) => {
    const { status, out, err } = run(change);
    expect(status).toBe(0);
    expect(out).toContain('Identity');
    expect(err).toContain(
      `warning machine The time zone of this machine is not known (TZ is "${change.TZ}"); UTC is used`,
    );
    expect(err).not.toMatch(/^\s+at /m);
  });

  it('takes a TZ with a colon as it is', () => {
    const { status, err } = run({ TZ: ':Europe/Helsinki' });
    expect([status, err]).toEqual([0, expect.not.stringContaining('time zone')]);
  });

  it('goes on where there is no home folder, or none that can be used', () => {
    expect(run({ HOME: '/proc/nowhere' })).toMatchObject({ status: 0 });
    const empty = run({ HOME: '' });
    expect([empty.status, empty.err]).toEqual([0, expect.stringContaining('This machine has no home folder for you')]);
  });

  // Only root may become somebody whom the system does not know.
  if (process.getuid?.() === 0)
    it('goes on for a user whom the system does not know', () => {
      const nobody = run({ HOME: undefined }, 54_321);
      expect(nobody.err).toContain('This machine has no home folder for you');
      expect(nobody.err).not.toMatch(/^\s+at /m);
    });
});
