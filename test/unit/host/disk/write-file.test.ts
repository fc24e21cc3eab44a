import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openCalibrations } from '../../../../electron/host/count/calibration-store';
import { HostError, ReadOnlyFile } from '../../../../electron/host/errors';
import { createSession } from '../../../../electron/host/session';
import { sweepFolder, writeWhole, writeWholeSync } from '../../../../electron/host/disk/write-file';
import { checkedFile, onForgetting, remembered } from '../../../../electron/state/state-file';
import { pinned, strata, temporaryCopy } from '../../../support/run-cli';
import { canMountSmallDisk, smallDisk } from '../../../support/host/small-disk';
import { analyzeNothing, notes } from '../../../support/host/notes';
import { temporaryFolder, temporaryWorkspace } from '../../../support/host/temporary';

const example = join(import.meta.dirname, '../../../../build/examples/tiered-messages');
const ways = [
  ['at once', async (...args: Parameters<typeof writeWholeSync>) => writeWholeSync(...args)],
  ['in the background', writeWhole],
] as const;

describe.each(ways)('a file written %s', (_, write) => {
  it('keeps its mode and, where the system allows it, its owner', async () => {
    const file = `${temporaryFolder()}/a`;
    writeFileSync(file, 'one');
    if (process.getuid?.() === 0) chownSync(file, 1234, 5678);
    chmodSync(file, 0o4751);
    const before = statSync(file);
    await write(file, 'two');
    const { mode, uid, gid } = statSync(file);
    expect([readFileSync(file, 'utf8'), mode, uid, gid]).toEqual(['two', before.mode, before.uid, before.gid]);
  });

  it('keeps its other names', async () => {
    const folder = temporaryFolder();
    writeFileSync(`${folder}/a`, 'the longer text of before');
    linkSync(`${folder}/a`, `${folder}/b`);
    await write(`${folder}/a`, 'two');
    expect(readFileSync(`${folder}/b`, 'utf8')).toBe('two');
    expect(statSync(`${folder}/a`).nlink).toBe(2);
    expect(readdirSync(folder)).toEqual(['a', 'b']);
  });

  it('that is read-only stays as it is, unless that is wanted', async () => {
    const file = `${temporaryFolder()}/a`;
    writeFileSync(file, 'one', { mode: 0o444 });
    await expect(write(file, 'two')).rejects.toMatchObject({ code: 'EREADONLY' });
    expect(readFileSync(file, 'utf8')).toBe('one');
    await write(file, 'two', { replaceReadOnly: true });
    expect([readFileSync(file, 'utf8'), statSync(file).mode & 0o777]).toEqual(['two', 0o444]);
  });

  it('never goes through a link that leads out of its folder', async () => {
    const outside = temporaryFolder();
    const folder = `${outside}/inside`;
    mkdirSync(`${folder}/real`, { recursive: true });
    writeFileSync(`${outside}/secret`, 'secret');
    writeFileSync(`${folder}/real/b`, 'b');
    symlinkSync('../secret', `${folder}/out`);
    symlinkSync('../not-there', `${folder}/nowhere`);
    symlinkSync('..', `${folder}/up`);
    symlinkSync('real/b', `${folder}/in`);
    for (const name of ['out', 'nowhere', 'up/secret', 'up/new'])
      await expect(write(`${folder}/${name}`, 'x', { within: folder })).rejects.toMatchObject({ code: 'EOUTSIDE' });
    expect(readFileSync(`${outside}/secret`, 'utf8')).toBe('secret');
    expect(readdirSync(outside).toSorted()).toEqual(['inside', 'secret']);
    await write(`${folder}/in`, 'x', { within: folder });
    expect([lstatSync(`${folder}/in`).isSymbolicLink(), readFileSync(`${folder}/real/b`, 'utf8')]).toEqual([true, 'x']);
    // Without a folder it must stay in, a link is replaced and its target left alone.
    await write(`${folder}/out`, 'x');
    expect([lstatSync(`${folder}/out`).isFile(), readFileSync(`${outside}/secret`, 'utf8')]).toEqual([true, 'secret']);
  });

  it('with a name as long as a name may be is written too', async () => {
    const file = `${temporaryFolder()}/${'é'.repeat(127)}`;
    await write(file, 'one');
    expect(readFileSync(file, 'utf8')).toBe('one');
  });
});

describe('what a write left that did not get to its end', () => {
  it('is swept when it is old and has our mark; nothing else is', async () => {
    const folder = temporaryFolder();
    const ours = ['.a.md.strata-0123abcd.tmp', '.b.strata-ffffffff.tmp'];
    const others = [
      '.a.md.0123abcd.tmp',
      'a.md.strata-0123abcd.tmp',
      '.a.md.strata-0123abcd.saved',
      '.a.strata-xyz.tmp',
      'note.tmp',
    ];
    for (const name of [...ours, ...others]) writeFileSync(join(folder, name), 'x');
    const old = new Date(Date.now() - 3_600_000);
    for (const name of [...ours, ...others]) utimesSync(join(folder, name), old, old);
    writeFileSync(join(folder, '.young.strata-0123abcd.tmp'), 'x');
    mkdirSync(join(folder, '.dir.strata-0123abcd.tmp'));
    utimesSync(join(folder, '.dir.strata-0123abcd.tmp'), old, old);
    await writeWhole(`${folder}/a.md`, 'x');
    expect(readdirSync(folder).toSorted()).toEqual(
      [...others, '.young.strata-0123abcd.tmp', '.dir.strata-0123abcd.tmp', 'a.md'].toSorted(),
    );
    sweepFolder(`${folder}/not-there`);
  });
});

describe('the command', () => {
  it('writes no lock through a link that leads out, and says so', async () => {
    const folder = temporaryCopy(example);
    const outside = `${temporaryFolder()}/outside.json`;
    writeFileSync(outside, 'theirs');
    symlinkSync(outside, join(folder, 'strata.lock.json'));
    // That it may be read does not mean that it may be written.
    for (const trust of [[], ['--trust', outside]]) {
      const { code, err } = await strata('lock', folder, ...trust, ...pinned);
      expect(code).toBe(1);
      expect(err).toContain('could not be written: it is a link, or in a linked folder, that leads out of its folder');
      expect(readFileSync(outside, 'utf8')).toBe('theirs');
    }
  });

  it('does not replace a read-only lock', async () => {
    const folder = temporaryCopy(example);
    writeFileSync(join(folder, 'strata.lock.json'), 'mine', { mode: 0o444 });
    const { code, err } = await strata('lock', folder, ...pinned);
    expect([code, readFileSync(join(folder, 'strata.lock.json'), 'utf8')]).toEqual([1, 'mine']);
    expect(err).toContain('it is read-only. Nothing was changed.');
  });

  // Root may write anywhere.
  if (process.getuid?.() !== 0)
    it('says in a sentence that a folder may not be written to', async () => {
      const locked = temporaryCopy(example);
      chmodSync(locked, 0o555);
      const result = await strata('lock', locked, ...pinned);
      chmodSync(locked, 0o755);
      expect(result).toMatchObject({
        code: 1,
        err: expect.stringContaining('could not be written: permission denied'),
      });
    });

  if (canMountSmallDisk())
    it('keeps the old lock, state and layout on a full disk, and says so in a sentence', async () => {
      const disk = smallDisk(600);
      const folder = join(disk, 'ws');
      const copied = temporaryCopy(example);
      cpSync(copied, folder, { recursive: true });
      expect(await strata('lock', folder, ...pinned)).toMatchObject({ code: 0 });
      const lock = readFileSync(join(folder, 'strata.lock.json'), 'utf8');
      const state = readFileSync(join(folder, '.strata/tiers.json'), 'utf8');
      mkdirSync(join(disk, 'fresh'));
      writeFileSync(join(disk, 'fresh/a.md'), 'x');
      fill(disk);
      for (const args of [
        ['lock', folder, '--now', '2027-01-01T00:00:00Z'],
        ['turn', folder, '--select', 'README.md', '--write', ...pinned],
        ['init', join(disk, 'fresh')],
      ]) {
        const { code, err } = await strata(...args);
        expect([code, err]).toEqual([1, expect.stringContaining('the disk is full')]);
      }
      expect(readFileSync(join(folder, 'strata.lock.json'), 'utf8')).toBe(lock);
      expect(readFileSync(join(folder, '.strata/tiers.json'), 'utf8')).toBe(state);
      expect(
        [...readdirSync(folder), ...readdirSync(join(folder, '.strata'))].filter((name) => name.includes('strata-')),
      ).toEqual([]);
      // What is remembered is told, and stops nobody.
      const told: unknown[] = [];
      onForgetting((problem) => told.push(problem));
      const file = remembered(
        checkedFile(join(disk, 'state.json'), (value) => (typeof value === 'string' ? value : undefined), ''),
      );
      file.write('x'.repeat(10_000));
      expect(file.read()).toHaveLength(10_000);
      expect(told).toEqual([
        expect.objectContaining({
          message: expect.stringContaining('state.json could not be written: the disk is full'),
        }),
      ]);
      expect(told[0]).toBeInstanceOf(HostError);
      const put = (): void =>
        openCalibrations(join(disk, 'calibration.json')).put('/w', {
          modelId: 'm'.repeat(10_000),
          ratio: 1,
          low: 1,
          high: 1,
          samples: [],
          newest: { from: 'usage', tokens: 1, at: '2026-01-01T00:00:00.000Z' },
        });
      expect(put).toThrow('the disk is full');
      expect(existsSync(join(disk, 'calibration.json'))).toBe(false);
    });

  /** Up to the last byte. */
  function fill(disk: string): void {
    for (const size of [100_000, 4096, 1]) {
      try {
        for (let at = 0; at < 10_000; at += 1) writeFileSync(join(disk, 'ballast'), Buffer.alloc(size), { flag: 'a' });
      } catch {
        // Full, for this size.
      }
    }
  }
});

describe('a save of a read-only file', () => {
  it('asks first: without an answer nothing is written and the edit is kept', async () => {
    const { workspace } = temporaryWorkspace({ 'notes/a.md': 'one' });
    chmodSync(`${workspace}/notes/a.md`, 0o444);
    const session = createSession({ architectures: [notes], analyze: analyzeNothing, watch: false });
    await session.open(workspace);
    await session.edit('notes/a.md', 'two');
    await expect(session.save('notes/a.md')).rejects.toBeInstanceOf(ReadOnlyFile);
    expect(readFileSync(`${workspace}/notes/a.md`, 'utf8')).toBe('one');
    expect(await session.read('notes/a.md')).toMatchObject({ text: 'two', dirty: true });
    await session.save('notes/a.md', { replaceReadOnly: true });
    expect([readFileSync(`${workspace}/notes/a.md`, 'utf8'), statSync(`${workspace}/notes/a.md`).mode & 0o777]).toEqual(
      ['two', 0o444],
    );
    await session.close();
  });
});
