import { spawnSync } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import command from '../../../electron/cli?modulePath';
import { canMountSmallDisk, smallDisk } from '../../support/host/small-disk';
import { temporaryFolder } from '../../support/host/temporary';

const example = join(import.meta.dirname, '../../../build/examples/tagged-sections');

/** The real command in a process of its own. Undefined takes a variable away. */
function run(
  change: Readonly<Record<string, string | undefined>>,
  user?: number,
  args: readonly string[] = ['inspect', example, '--now', '2026-02-25T12:30:00Z'],
): { readonly status: number | null; readonly out: string; readonly err: string } {
  const env = Object.fromEntries(
    Object.entries({ ...process.env, XDG_CONFIG_HOME: undefined, ...change }).filter(
      ([, value]) => value !== undefined,
    ),
  );
  const { status, stdout, stderr } = spawnSync(process.execPath, [command, ...args], {
    env,
    encoding: 'utf8',
    ...(user === undefined ? {} : { uid: user, gid: user }),
  });
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

  it('says in a sentence that there is no temporary folder, and does without where it can', () => {
    const captures = temporaryFolder();
    const nowhere = { TMPDIR: '/nowhere', TMP: '/nowhere', TEMP: '/nowhere' };
    const capture = (...args: readonly string[]) =>
      run(nowhere, undefined, ['capture', '--captures', captures, ...args, '--', 'true']);
    expect(capture()).toMatchObject({ status: 0, err: expect.not.stringMatching(/^\s+at /m) });
    const pi = capture('--agent', 'pi');
    expect(pi.err).toContain('No temporary folder could be made in /nowhere');
    expect(pi.err).not.toMatch(/^\s+at /m);
    const deleted = run(nowhere, undefined, ['sessions', '--captures', captures, '--delete', '--all']);
    expect(deleted).toMatchObject({ status: 0, err: expect.stringContaining('deleted') });
  });

  // Only root may mount a disk.
  if (canMountSmallDisk())
    it('says in a sentence that a disk is full, where sessions or temporary files go', () => {
      const disk = smallDisk(16);
      const captures = temporaryFolder();
      writeFileSync(join(disk, 'fill'), Buffer.alloc(16 * 1024));
      const onDisk = run({}, undefined, ['capture', '--captures', join(disk, 'c'), '--', 'true']);
      expect(onDisk).toMatchObject({ status: 1, err: expect.stringContaining('the disk is full') });
      for (const relay of [[], ['--relay']]) {
        const pi = ['capture', '--captures', captures, '--agent', 'pi', ...relay, '--', 'true'];
        const full = run({ TMPDIR: disk }, undefined, pi);
        expect(full).toMatchObject({ status: 1, err: expect.stringContaining('the disk is full') });
        expect(full.err).not.toMatch(/^\s+at /m);
      }
      expect(onDisk.err).not.toMatch(/^\s+at /m);
      expect(readdirSync(disk).toSorted()).toEqual(['c', 'fill']);
    });

  // Only root may become somebody whom the system does not know.
  if (process.getuid?.() === 0)
    it('goes on for a user whom the system does not know', () => {
      const nobody = run({ HOME: undefined }, 54_321);
      expect(nobody.err).toContain('This machine has no home folder for you');
      expect(nobody.err).not.toMatch(/^\s+at /m);
    });
});
