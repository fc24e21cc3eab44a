import { execFileSync } from 'node:child_process';
import { mkdirSync, renameSync, statSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { isSameWithin, readBytesOf, readTextOf } from '../../../../electron/host/disk/open-file';
import { withOpenFolder } from '../../../../electron/host/disk/open-folder';
import { strata } from '../../../support/run-cli';
import { temporaryFolder, temporaryWorkspace, writeFiles } from '../../../support/host/temporary';

const most = 1000;

function failure(read: () => unknown): unknown {
  try {
    return read();
  } catch (error) {
    return error instanceof Error && 'code' in error ? error.code : error;
  }
}

describe('opening files', () => {
  it('reads a file up to its limit, and refuses a longer one as text', () => {
    const folder = temporaryFolder();
    writeFiles(folder, { 'a.md': 'x'.repeat(20_000), 'b.md': 'b' });
    expect(readBytesOf(`${folder}/a.md`, { most, within: folder })).toHaveLength(most);
    expect(readBytesOf(`${folder}/a.md`, { most: 30_000, within: folder })).toHaveLength(20_000);
    expect(failure(() => readTextOf(`${folder}/a.md`, { most }))).toBe('EFBIG');
    expect(readTextOf(`${folder}/b.md`, { most, within: `${folder}/b.md` })).toBe('b');
  });

  it('never waits for a pipe, socket or device, even if the user named it', async () => {
    const folder = temporaryFolder();
    execFileSync('mkfifo', [`${folder}/pipe`]);
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(`${folder}/socket`, resolve));
    for (const path of [`${folder}/pipe`, `${folder}/socket`, '/dev/zero', '/dev/tty'])
      expect(
        failure(() => readBytesOf(path, { most })),
        path,
      ).toMatch(/^ENOTFILE|ENOENT$/);
    expect(failure(() => readBytesOf(folder, { most }))).toBe('EISDIR');
    await new Promise((resolve) => server.close(resolve));
  });

  it('opens nothing outside: neither behind a link nor behind a folder that became one', () => {
    const { workspace, outside } = temporaryWorkspace({ 'real/a.md': 'own' });
    writeFiles(outside, { 'secret/a.md': 'secret' });
    symlinkSync(`${outside}/secret/a.md`, `${workspace}/link.md`);
    symlinkSync(`${outside}/secret`, `${workspace}/folder`);
    expect(failure(() => readBytesOf(`${workspace}/link.md`, { most, within: workspace }))).toBe('ESWAPPED');
    expect(failure(() => readBytesOf(`${workspace}/folder/a.md`, { most, within: workspace }))).toBe('ESWAPPED');
    expect(failure(() => withOpenFolder(`${workspace}/folder`, workspace, () => 'listed'))).toBe('ENOTDIR');
    expect(failure(() => withOpenFolder(`${workspace}/folder/..`, workspace, () => 'listed'))).toBe('ESWAPPED');
    expect(withOpenFolder(`${workspace}/real`, workspace, () => 'listed')).toBe('listed');
    // A path that the user names may be a link.
    expect(readTextOf(`${workspace}/link.md`, { most })).toBe('secret');
  });

  it('also where the system does not tell the path of an open file', () => {
    const { workspace, outside } = temporaryWorkspace({ 'real/a.md': 'own', 'real/b.md': 'other' });
    writeFiles(outside, { 'secret/a.md': 'secret' });
    const own = statSync(`${workspace}/real/a.md`, { bigint: true });
    const secret = statSync(`${outside}/secret/a.md`, { bigint: true });
    expect(isSameWithin(own, `${workspace}/real/a.md`, workspace)).toBe(true);
    expect(isSameWithin(own, `${workspace}/real/b.md`, workspace)).toBe(false);
    // Opened outside while its folder was a link; the folder is real again by now.
    expect(isSameWithin(secret, `${workspace}/real/a.md`, workspace)).toBe(false);
    // Opened outside, and still a link.
    renameSync(`${workspace}/real`, `${outside}/aside`);
    symlinkSync(`${outside}/secret`, `${workspace}/real`);
    expect(isSameWithin(secret, `${workspace}/real/a.md`, workspace)).toBe(false);
  });
});

describe('a command on something that is not a regular file', () => {
  it('says so and ends', async () => {
    const { workspace, outside } = temporaryWorkspace({ 'system.md': 'x' });
    writeFiles(outside, { 'secret.json': '{"version": 1, "secret": "OUTSIDE-4f1d"}' });
    execFileSync('mkfifo', [`${outside}/pipe`]);
    expect(await strata('cache', workspace, '--turns', `${outside}/pipe`)).toMatchObject({
      code: 2,
      err: expect.stringContaining('it is not an ordinary file'),
    });
    execFileSync('mkfifo', [`${workspace}/strata.lock.json`]);
    expect(await strata('check', workspace)).toMatchObject({
      code: 1,
      err: expect.stringContaining('it is not an ordinary file'),
    });
    renameSync(`${workspace}/strata.lock.json`, `${outside}/other-pipe`);
    symlinkSync(`${outside}/secret.json`, `${workspace}/strata.lock.json`);
    expect(await strata('check', workspace)).toMatchObject({
      code: 1,
      err: expect.stringContaining('it is a symbolic link'),
    });
    mkdirSync(`${workspace}/deep`);
    execFileSync('mkfifo', [
      `${workspace}/.gitignore`,
      `${workspace}/deep/.gitignore`,
      `${workspace}/go.mod`,
      `${workspace}/code.ts`,
    ]);
    expect(await strata('inspect', workspace)).toMatchObject({ code: 0 });
  });
});
