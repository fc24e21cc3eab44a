import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import type { FileBoundary } from '../../../../electron/host/disk/files';
import { nodeFiles } from '../../../../electron/host/disk/node-files';
import { createSession, type Session } from '../../../../electron/host/session';
import { analyzeNothing, notes, shownText } from '../../../support/host/notes';
import { temporaryWorkspace, writeFiles } from '../../../support/host/temporary';

const sessions: Session[] = [];

afterEach(async () => {
  for (const session of sessions.splice(0)) await session.close();
});

async function opened(files: Readonly<Record<string, string | Uint8Array>>, boundary: FileBoundary = nodeFiles) {
  const { workspace, outside } = temporaryWorkspace(files);
  const session = createSession({ architectures: [notes], analyze: analyzeNothing, watch: false, boundary });
  sessions.push(session);
  await session.open(workspace);
  return { session, workspace, outside };
}

function failing(code: string): FileBoundary {
  return {
    ...nodeFiles,
    writeAtomic: async () => {
      throw Object.assign(new Error(code), { code });
    },
  };
}

const a = 'notes/a.md';

describe('saving', () => {
  it('writes what was typed and nothing else', async () => {
    const { session, workspace } = await opened({ [a]: 'one\r\ntwo\nthree\r' });
    await session.edit(a, 'one\r\nTWO\nthree\r');
    await session.save(a);
    expect(readFileSync(`${workspace}/${a}`, 'utf8')).toBe('one\r\nTWO\nthree\r');
    expect(readdirSync(`${workspace}/notes`)).toEqual(['a.md']);
    expect(session.inspection?.sources).toEqual([expect.objectContaining({ id: a, dirty: false, conflict: false })]);
  });

  it('puts the byte order mark back', async () => {
    const { session, workspace } = await opened({ [a]: '\uFEFFone' });
    await session.edit(a, 'two');
    await session.save(a);
    expect(readFileSync(`${workspace}/${a}`, 'utf8')).toBe('\uFEFFtwo');
    expect(session.inspection && shownText(session.inspection)).toBe(`# ${a}\ntwo`);
  });

  it('keeps the mode', async () => {
    const { session, workspace } = await opened({ [a]: 'one' });
    chmodSync(`${workspace}/${a}`, 0o640);
    await session.edit(a, 'two');
    await session.save(a);
    expect(statSync(`${workspace}/${a}`).mode & 0o777).toBe(0o640);
  });

  it('writes through a link and leaves the link a link', async () => {
    const { session, workspace } = await opened({ 'real/a.md': 'one', 'notes/b.md': 'b' });
    symlinkSync('../real/a.md', `${workspace}/${a}`);
    await session.edit(a, 'two');
    await session.save(a);
    expect(lstatSync(`${workspace}/${a}`).isSymbolicLink()).toBe(true);
    expect(readFileSync(`${workspace}/real/a.md`, 'utf8')).toBe('two');
  });

  it('never follows a link out of the workspace', async () => {
    const { session, workspace, outside } = await opened({ 'notes/b.md': 'b' });
    writeFileSync(`${outside}/secret.md`, 'secret');
    symlinkSync(`${outside}/secret.md`, `${workspace}/${a}`);
    await expect(session.edit(a, 'x')).rejects.toMatchObject({ code: 'outside-workspace' });
    await session.edit('notes/b.md', 'x');
    mkdirSync(`${outside}/trap`);
    writeFiles(outside, { 'trap/b.md': 'b' });
    rmSync(`${workspace}/notes`, { recursive: true });
    symlinkSync(`${outside}/trap`, `${workspace}/notes`);
    await expect(session.save('notes/b.md')).rejects.toMatchObject({ code: 'outside-workspace' });
    expect(readFileSync(`${outside}/trap/b.md`, 'utf8')).toBe('b');
    expect(await session.read('notes/b.md')).toMatchObject({ text: 'x', dirty: true });
  });

  it('makes a new file with its folders', async () => {
    const { session, workspace } = await opened({ [a]: 'one' });
    await session.edit('notes/x/y/z.md', 'new');
    await session.save('notes/x/y/z.md');
    expect(readFileSync(`${workspace}/notes/x/y/z.md`, 'utf8')).toBe('new');
    expect(session.inspection?.sources.find((source) => source.id === 'notes/x/y/z.md')).toMatchObject({
      exists: true,
      dirty: false,
    });
  });

  it('of a file without edits does nothing', async () => {
    const { session, workspace } = await opened({ [a]: 'one' });
    const before = statSync(`${workspace}/${a}`).ino;
    await session.save(a);
    expect(statSync(`${workspace}/${a}`).ino).toBe(before);
  });

  const onDisk = (workspace: string) => readFileSync(`${workspace}/${a}`, 'utf8');

  it('stops if the file changed, however often it is tried, and loses neither side', async () => {
    const { session, workspace } = await opened({ [a]: 'one' });
    await session.edit(a, 'mine');
    writeFiles(workspace, { [a]: 'theirs' });
    for (let tries = 0; tries < 3; tries += 1) {
      await expect(session.save(a)).rejects.toMatchObject({
        code: 'conflict',
        message: expect.stringContaining('changed on disk'),
      });
      expect(onDisk(workspace)).toBe('theirs');
      expect(await session.read(a)).toMatchObject({
        text: 'mine',
        dirty: true,
        disk: { kind: 'text', text: 'theirs' },
      });
      expect(session.inspection?.sources).toEqual([expect.objectContaining({ dirty: true, conflict: true })]);
    }
  });

  it('overwrites another version only if the user saw exactly that one and chose to', async () => {
    const { session, workspace } = await opened({ [a]: 'one' });
    await session.edit(a, 'mine');
    writeFiles(workspace, { [a]: 'theirs' });
    await session.save(a).catch(() => undefined);
    const { disk } = await session.read(a);
    const seen = disk?.kind === 'text' ? disk.diskVersion : -1;
    writeFiles(workspace, { [a]: 'theirs, once more' });
    await expect(session.save(a, { over: seen })).rejects.toMatchObject({ code: 'conflict' });
    await expect(session.save(a, { over: 4711 })).rejects.toMatchObject({ code: 'conflict' });
    expect(onDisk(workspace)).toBe('theirs, once more');
    writeFiles(workspace, { [a]: 'theirs' });
    await session.save(a, { over: seen });
    expect(onDisk(workspace)).toBe('mine');
    expect(session.inspection?.sources).toEqual([expect.objectContaining({ dirty: false, conflict: false })]);
  });

  it('stops when the file changes between the look and the write', async () => {
    const racing: FileBoundary = {
      ...nodeFiles,
      async writeAtomic(path, content, options) {
        const isStill = (): void => {
          writeFileSync(path, 'theirs, in the last moment');
          options?.isStill?.();
        };
        await nodeFiles.writeAtomic(path, content, { ...options, isStill });
      },
    };
    const { session, workspace } = await opened({ [a]: 'one' }, racing);
    await session.edit(a, 'mine');
    await expect(session.save(a)).rejects.toMatchObject({ code: 'conflict' });
    expect(onDisk(workspace)).toBe('theirs, in the last moment');
    expect(readdirSync(`${workspace}/notes`)).toEqual(['a.md']);
    expect(await session.read(a)).toMatchObject({
      text: 'mine',
      disk: { kind: 'text', text: 'theirs, in the last moment' },
    });
  });

  it('stops if the file was deleted, and creates it again if the user chooses to', async () => {
    const { session, workspace } = await opened({ [a]: 'one' });
    await session.edit(a, 'mine');
    rmSync(`${workspace}/${a}`);
    await expect(session.save(a)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('deleted on disk'),
    });
    const { disk } = await session.read(a);
    if (disk?.kind !== 'gone') throw new Error('it is not gone');
    await session.save(a, { over: disk.diskVersion });
    expect(onDisk(workspace)).toBe('mine');
  });

  it('of a file that became a folder or cannot be read keeps the edit and what is typed later', async () => {
    const { session, workspace } = await opened({ [a]: 'one', 'notes/b.md': 'b' });
    await session.edit(a, 'mine');
    rmSync(`${workspace}/${a}`);
    mkdirSync(`${workspace}/${a}`);
    await session.edit(a, 'mine, and more');
    await expect(session.save(a)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('your edit is kept'),
    });
    await expect(session.revert(a)).rejects.toMatchObject({ code: 'io' });
    expect(await session.read(a)).toMatchObject({
      text: 'mine, and more',
      disk: { kind: 'unreadable', problem: expect.stringContaining('folder') },
    });
    expect(session.unsaved()).toEqual([{ id: a, text: 'mine, and more', base: 'one' }]);
    expect(lstatSync(`${workspace}/${a}`).isDirectory()).toBe(true);
    rmSync(`${workspace}/${a}`, { recursive: true });
    writeFiles(workspace, { [a]: 'one' });
    await session.save(a);
    expect(onDisk(workspace)).toBe('mine, and more');
  });

  describe('text typed on a version that is no longer on disk', () => {
    async function shown(files: Readonly<Record<string, string>>) {
      const { session, workspace } = await opened(files);
      const page = session.filesOf(workspace);
      const { diskVersion } = await page.read(a);
      return { session, workspace, page, diskVersion };
    }

    it('is in conflict from the first letter', async () => {
      const { session, workspace, page, diskVersion } = await shown({ [a]: 'one' });
      writeFiles(workspace, { [a]: 'theirs' });
      await page.type(a, 'one, mine', diskVersion);
      await expect(page.save(a)).rejects.toMatchObject({ code: 'conflict' });
      expect(onDisk(workspace)).toBe('theirs');
      expect(session.unsaved()).toEqual([{ id: a, text: 'one, mine', base: 'one' }]);
    });

    it('is not in conflict if the text on disk is the user’s own', async () => {
      const { workspace, page, diskVersion } = await shown({ [a]: 'one' });
      await page.type(a, 'two', diskVersion);
      await page.save(a);
      // The page has not reread it yet.
      await page.type(a, 'three', diskVersion);
      await page.save(a);
      expect(onDisk(workspace)).toBe('three');
      const again = await page.read(a);
      await page.type(a, 'four', again.diskVersion);
      writeFiles(workspace, { [a]: 'four' });
      await page.save(a);
      await page.type(a, 'five', again.diskVersion);
      await page.save(a);
      expect(onDisk(workspace)).toBe('five');
    });

    it('is kept when the file can no longer be read', async () => {
      const { session, workspace, page, diskVersion } = await shown({ [a]: 'one', 'notes/b.md': 'b' });
      rmSync(`${workspace}/${a}`);
      mkdirSync(`${workspace}/${a}`);
      await page.type(a, 'mine', diskVersion);
      expect(session.unsaved()).toEqual([{ id: a, text: 'mine', base: 'one' }]);
    });
  });

  it.each([
    ['ENOSPC', 'the disk is full'],
    ['EACCES', 'permission denied'],
    ['EROFS', 'the file system is read-only'],
  ])('that fails with %s keeps the old file and the edit', async (code, reason) => {
    const { session, workspace } = await opened({ [a]: 'one' }, failing(code));
    await session.edit(a, 'mine');
    await expect(session.save(a)).rejects.toMatchObject({ code: 'io', message: expect.stringContaining(reason) });
    expect(readFileSync(`${workspace}/${a}`, 'utf8')).toBe('one');
    expect(await session.read(a)).toMatchObject({ id: a, text: 'mine', dirty: true });
  });

  it('does not destroy bytes that could not be read as text', async () => {
    const bytes = Buffer.from([0x61, 0xff, 0x62]);
    const { session, workspace } = await opened({ [a]: bytes });
    await session.edit(a, 'a\uFFFDb!');
    await expect(session.save(a)).rejects.toMatchObject({ code: 'io', message: expect.stringContaining('not UTF-8') });
    expect(Buffer.compare(readFileSync(`${workspace}/${a}`), bytes)).toBe(0);
  });

  it('keeps what was typed while it was writing', async () => {
    let typed: Promise<void> | undefined;
    const slow: FileBoundary = {
      ...nodeFiles,
      async writeAtomic(path, content) {
        typed = session.edit(a, 'typed meanwhile');
        await nodeFiles.writeAtomic(path, content);
      },
    };
    const { session, workspace } = await opened({ [a]: 'one' }, slow);
    await session.edit(a, 'two');
    await session.save(a);
    await typed;
    expect(readFileSync(`${workspace}/${a}`, 'utf8')).toBe('two');
    expect(await session.read(a)).toMatchObject({ id: a, text: 'typed meanwhile', dirty: true });
  });

  it('leaves no temporary file when the rename fails', async () => {
    const { workspace } = temporaryWorkspace({ 'notes/folder.md/x': '' });
    await expect(nodeFiles.writeAtomic(`${workspace}/notes/folder.md`, Buffer.from('x'))).rejects.toMatchObject({
      syscall: 'rename',
    });
    expect(readdirSync(`${workspace}/notes`)).toEqual(['folder.md']);
  });
});
