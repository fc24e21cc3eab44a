import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { FileBoundary } from '../../../electron/host/disk/files';
import { nodeFiles } from '../../../electron/host/disk/node-files';
import { createSession, type Session, type SessionOptions } from '../../../electron/host/session';
import type { Inspection } from '../../../shared/ipc/inspection/inspection';
import atomicWriter from '../../support/host/atomic-writer?modulePath';
import { analyzeNothing, notes, shownText } from '../../support/host/notes';
import { temporaryFolder, temporaryWorkspace, writeFiles } from '../../support/host/temporary';

const sessions: Session[] = [];

afterEach(async () => {
  vi.useRealTimers();
  for (const session of sessions.splice(0)) await session.close();
});

async function opened(files: Readonly<Record<string, string>>, options: SessionOptions = {}) {
  const { workspace, outside } = temporaryWorkspace(files);
  const session = createSession({
    architectures: [notes],
    analyze: analyzeNothing,
    facts: { timeZone: 'UTC' },
    ...options,
  });
  sessions.push(session);
  return { workspace, outside, session, inspection: await session.open(workspace) };
}

function until(session: Session, wanted: (inspection: Inspection) => boolean): Promise<Inspection> {
  return new Promise((resolve) => {
    const look = (inspection: Inspection | null): void => {
      if (inspection === null || !wanted(inspection)) return;
      stop();
      resolve(inspection);
    };
    const stop = session.onChanged(look);
    look(session.inspection);
  });
}

const shows = (text: string) => (inspection: Inspection) => shownText(inspection) === text;

function problem(code: string): Error {
  return Object.assign(new Error(code), { code });
}

describe('a save', () => {
  it('that the disk cuts off halfway leaves the old content and no temporary file', async () => {
    const folder = temporaryFolder();
    writeFileSync(`${folder}/a.md`, 'old');
    // Limits the size of a file that the process may write, in blocks of 512 bytes: the system refuses the rest of the
    // write.
    const child = spawn(
      'sh',
      ['-c', 'ulimit -f 100 && exec "$0" "$@"', process.execPath, atomicWriter, 'save', `${folder}/a.md`, '400000'],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    const lines: string[] = [];
    for await (const line of createInterface(child.stdout)) lines.push(line);
    expect(lines).toEqual(['failed EFBIG']);
    expect(readFileSync(`${folder}/a.md`, 'utf8')).toBe('old');
    expect(readdirSync(folder)).toEqual(['a.md']);
  });

  it('on a full disk fails, keeps the edit, and succeeds when there is room again', async () => {
    let full = true;
    const boundary: FileBoundary = {
      ...nodeFiles,
      writeAtomic: (path, bytes) => (full ? Promise.reject(problem('ENOSPC')) : nodeFiles.writeAtomic(path, bytes)),
    };
    const { session, workspace } = await opened({ 'notes/a.md': 'one' }, { boundary });
    await session.edit('notes/a.md', 'two');
    await expect(session.save('notes/a.md')).rejects.toMatchObject({
      code: 'io',
      message: expect.stringContaining('the disk is full'),
    });
    expect(session.inspection?.sources).toMatchObject([{ dirty: true, conflict: false }]);
    full = false;
    await session.save('notes/a.md');
    expect(readFileSync(`${workspace}/notes/a.md`, 'utf8')).toBe('two');
    expect(session.inspection?.sources).toMatchObject([{ dirty: false }]);
  });

  it('to a slow drive lets typing and building go on', async () => {
    let finish = (): void => undefined;
    const slow = new Promise<void>((resolve) => (finish = resolve));
    const boundary: FileBoundary = {
      ...nodeFiles,
      writeAtomic: (path, bytes) => slow.then(() => nodeFiles.writeAtomic(path, bytes)),
    };
    const { session, workspace } = await opened({ 'notes/a.md': 'one', 'notes/b.md': 'b' }, { boundary });
    await session.edit('notes/a.md', 'two');
    const saving = session.save('notes/a.md');
    await session.edit('notes/b.md', 'typed meanwhile');
    expect(session.inspection && shownText(session.inspection)).toBe(
      '# notes/a.md\ntwo\n# notes/b.md\ntyped meanwhile',
    );
    finish();
    await saving;
    expect(readFileSync(`${workspace}/notes/a.md`, 'utf8')).toBe('two');
  });
});

describe('a file that may not be read', () => {
  it('gives a finding, the rest is built, and it is read again once permitted', async () => {
    let denied = '';
    const boundary: FileBoundary = {
      ...nodeFiles,
      read(path, options) {
        if (path === denied) throw problem('EACCES');
        return nodeFiles.read(path, options);
      },
    };
    const { session, workspace } = await opened({ 'notes/a.md': 'one', 'notes/b.md': 'b' }, { boundary });
    denied = `${workspace}/notes/a.md`;
    writeFiles(workspace, { 'notes/a.md': 'not for you' });
    const without = await until(session, shows('# notes/b.md\nb'));
    expect(without.findings).toMatchObject([
      { severity: 'warning', ruleId: 'unreadable', message: 'notes/a.md is left out: permission denied' },
    ]);
    await expect(session.edit('notes/a.md', 'mine')).rejects.toMatchObject({ code: 'io' });
    denied = '';
    writeFiles(workspace, { 'notes/a.md': 'for you' });
    await until(session, shows('# notes/a.md\nfor you\n# notes/b.md\nb'));
    expect(session.inspection?.findings).toEqual([]);
  });

  it('in a folder that may not be listed behaves the same', async () => {
    let denied = false;
    const boundary: FileBoundary = {
      ...nodeFiles,
      list(folder) {
        if (denied && folder.endsWith('/notes')) throw problem('EACCES');
        return nodeFiles.list(folder);
      },
    };
    const { session, workspace } = await opened(
      { 'notes/a.md': 'one', 'index.json': '["b.md"]', 'b.md': 'b' },
      { boundary },
    );
    denied = true;
    writeFiles(workspace, { 'notes/a.md': 'two' });
    await until(session, shows('# b.md\nb'));
    denied = false;
    writeFiles(workspace, { 'notes/a.md': 'three' });
    expect((await until(session, shows('# notes/a.md\nthree\n# b.md\nb'))).findings).toEqual([]);
  });
});

describe('a workspace', () => {
  it('that vanishes and comes back, twice, keeps its prompt and edits and is watched again', async () => {
    const { session, workspace, outside } = await opened({ 'notes/a.md': 'one', 'notes/b.md': 'b' });
    await session.edit('notes/b.md', 'typed');
    for (const text of ['two', 'three']) {
      renameSync(workspace, `${outside}/away`);
      const gone = await until(session, ({ stale }) => stale);
      expect(gone.findings).toMatchObject([{ severity: 'error', ruleId: 'workspace' }]);
      expect(shownText(gone)).toContain('typed');
      writeFiles(`${outside}/away`, { 'notes/a.md': text });
      renameSync(`${outside}/away`, workspace);
      const back = await until(session, shows(`# notes/a.md\n${text}\n# notes/b.md\ntyped`));
      expect(back.stale).toBe(false);
      writeFiles(workspace, { 'notes/a.md': `${text} followed` });
      await until(session, shows(`# notes/a.md\n${text} followed\n# notes/b.md\ntyped`));
    }
  });

  it('with 1,000 files that change at once is shown up to date after a few builds', { timeout: 60_000 }, async () => {
    const branch = (name: string) =>
      Object.fromEntries([
        ['index.json', '[]'],
        ...Array.from({ length: 1000 }, (_, at) => [
          `notes/${String(at % 20).padStart(2, '0')}/${at}.md`,
          `${name} ${at}`,
        ]),
      ]);
    const { session, workspace } = await opened(branch('main'));
    let builds = 0;
    let last = 0;
    session.onChanged(({ revision }) => {
      builds += 1;
      expect(revision).toBeGreaterThan(last);
      last = revision;
    });
    writeFiles(workspace, branch('topic'));
    const expected = temporaryWorkspace(branch('topic'));
    const fresh = createSession({ architectures: [notes], analyze: analyzeNothing, watch: false });
    const wanted = shownText(await fresh.open(expected.workspace));
    await fresh.close();
    await until(session, shows(wanted));
    expect(builds).toBeLessThan(100);
  });

  it('with many files needs no more disk access per keystroke than one with few', async () => {
    const asked = async (count: number): Promise<number> => {
      let calls = 0;
      const counted =
        <A extends unknown[], R>(call: (...args: A) => R) =>
        (...args: A): R => {
          calls += 1;
          return call(...args);
        };
      const { stat, lstat, read, list, realpath } = nodeFiles;
      const boundary: FileBoundary = {
        ...nodeFiles,
        stat: counted(stat),
        lstat: counted(lstat),
        read: counted(read),
        list: counted(list),
        realpath: counted(realpath),
        watch: () => () => undefined,
      };
      const { session } = await opened(
        Object.fromEntries(Array.from({ length: count }, (_, at) => [`notes/${at}.md`, 'x'])),
        { boundary },
      );
      await session.edit('notes/0.md', 'first');
      calls = 0;
      await session.edit('notes/0.md', 'second');
      return calls;
    };
    expect(await asked(200)).toBe(await asked(5));
  });

  it(
    'without a watch left is looked at from time to time, says so, and recovers when there are ' + 'watches again',
    async () => {
      let allowed = false;
      const boundary: FileBoundary = {
        ...nodeFiles,
        watch(...args) {
          if (!allowed) throw problem('ENOSPC');
          return nodeFiles.watch(...args);
        },
      };
      const { session, workspace, inspection } = await opened(
        { 'notes/a.md': 'one' },
        { boundary, times: { pollMs: 20 } },
      );
      expect(inspection.findings).toMatchObject([{ message: expect.stringContaining('no more file watches') }]);
      writeFiles(workspace, { 'notes/a.md': 'two' });
      await until(session, shows('# notes/a.md\ntwo'));
      allowed = true;
      writeFiles(workspace, { 'notes/a.md': 'three' });
      await until(session, shows('# notes/a.md\nthree'));
      writeFiles(workspace, { 'notes/a.md': 'four' });
      await until(session, (each) => shownText(each) === '# notes/a.md\nfour' && each.findings.length === 0);
    },
  );
});

describe('the clock', () => {
  it('may jump forwards and backwards: the prompt follows, and revisions only grow', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now: new Date('2026-02-25T12:30:20Z') });
    const { session } = await opened({ 'notes/a.md': 'x' });
    await session.configure({ settings: { clock: true } });
    let last = session.inspection?.revision ?? 0;
    for (const now of ['2026-02-25T18:00:05Z', '2026-02-24T07:15:00Z', '2027-01-01T00:00:00Z']) {
      vi.setSystemTime(new Date(now));
      const next = until(session, (each) => shownText(each).includes(now.slice(0, 13)));
      await vi.advanceTimersByTimeAsync(60_100);
      const { revision } = await next;
      expect(revision).toBeGreaterThan(last);
      last = revision;
    }
  });

  it.each([
    ['in the future', 3_600_000],
    ['far in the past', -10 * 365 * 86_400_000],
  ])('that is %s, seen from the files, hides no change', async (_, offset) => {
    const { session, workspace } = await opened({ 'notes/a.md': 'one' });
    const real = Date.now;
    vi.spyOn(Date, 'now').mockImplementation(() => real() + offset);
    try {
      writeFiles(workspace, { 'notes/a.md': 'two' });
      await until(session, shows('# notes/a.md\ntwo'));
      writeFiles(workspace, { 'notes/a.md': '333' });
      expect((await until(session, shows('# notes/a.md\n333'))).stale).toBe(false);
    } finally {
      vi.restoreAllMocks();
    }
  });
});
