import {
  appendFileSync,
  existsSync,
  mkdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { execFile } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import type { Change } from '../../../../electron/host/watch/coalesce';
import type { FileBoundary } from '../../../../electron/host/disk/files';
import { InterestSet } from '../../../../electron/host/watch/interests';
import { nodeFiles } from '../../../../electron/host/disk/node-files';
import { createSession, type Session } from '../../../../electron/host/session';
import { createWatcher, type Watcher, type WatcherTimes } from '../../../../electron/host/watch/watcher';
import type { Inspection } from '../../../../shared/ipc/inspection/inspection';
import { analyzeNothing, notes, shownText } from '../../../support/host/notes';
import { temporaryFolder, temporaryWorkspace, writeFiles } from '../../../support/host/temporary';

const run = promisify(execFile);
const closing: (() => void | Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** Without the second look: only events are tested. */
const eventsOnly: WatcherTimes = { pollMs: 20, settleMs: 600_000, strayMs: 600_000, emptiedMs: 10 };

function watching(paths: readonly string[], boundary: FileBoundary = nodeFiles, times: WatcherTimes = eventsOnly) {
  const interests = new InterestSet();
  for (const path of paths) interests.path(path);
  const heard: (readonly Change[] | 'all')[] = [];
  let wake = (): void => undefined;
  const watcher: Watcher = createWatcher({
    boundary,
    times,
    changed: (changes) => {
      heard.push(changes);
      watcher.update(interests.folders);
      wake();
    },
  });
  closing.push(() => watcher.close());
  const fresh = watcher.update(interests.folders);
  const next = async (): Promise<readonly Change[] | 'all'> => {
    while (heard.length === 0) await new Promise<void>((resolve) => (wake = resolve));
    return heard.shift() ?? 'all';
  };
  return { watcher, interests, heard, fresh, next };
}

describe('the watcher', () => {
  it('reports the entries it was asked about and no others', async () => {
    const folder = temporaryFolder();
    const { next, heard } = watching([`${folder}/a.md`]);
    writeFiles(folder, { 'other.md': '1', 'a.md': '1' });
    expect(await next()).toEqual([{ folder, name: 'a.md' }]);
    expect(heard.flat().every((change) => change !== 'all' && change.name === 'a.md')).toBe(true);
  });

  it('waits briefly for content in a file that was emptied, and reports one that stays empty', async () => {
    const folder = temporaryFolder();
    writeFiles(folder, { 'a.md': 'one', 'b.md': 'one' });
    const looks: number[] = [];
    const boundary: FileBoundary = {
      ...nodeFiles,
      stat(path) {
        const stat = nodeFiles.stat(path);
        if (path.endsWith('/a.md')) looks.push(stat?.size ?? -1);
        // The other editor continues its save.
        if (path.endsWith('/a.md') && stat?.size === 0) writeFileSync(path, 'two');
        return stat;
      },
    };
    const patient = watching([`${folder}/a.md`], boundary, { ...eventsOnly, emptiedMs: 600_000 });
    writeFileSync(`${folder}/a.md`, '');
    expect(await patient.next()).toEqual([{ folder, name: 'a.md' }]);
    expect(looks).toEqual([0, 3]);
    const brief = watching([`${folder}/b.md`]);
    writeFileSync(`${folder}/b.md`, '');
    expect(await brief.next()).toEqual([{ folder, name: 'b.md' }]);
  });

  it('follows a path whose folders are not there yet', async () => {
    const folder = temporaryFolder();
    const { next } = watching([`${folder}/x/y/a.md`]);
    mkdirSync(`${folder}/x/y`, { recursive: true });
    expect(await next()).toEqual([{ folder, name: 'x' }]);
    writeFileSync(`${folder}/x/y/a.md`, '1');
    let change = await next();
    while (change === 'all' || !change.some((each) => each.name === 'a.md')) change = await next();
    expect(change).toContainEqual({ folder: `${folder}/x/y`, name: 'a.md' });
  });

  it('says which folders it started to watch just now', () => {
    const folder = temporaryFolder();
    const { watcher, interests, fresh } = watching([`${folder}/a.md`]);
    expect(fresh).toContain(folder);
    expect(watcher.update(interests.folders)).toEqual([]);
    mkdirSync(`${folder}/sub`);
    interests.folder(`${folder}/sub`);
    expect(watcher.update(interests.folders)).toEqual([`${folder}/sub`]);
  });

  it('ends every watch it started', () => {
    const open = new Set<string>();
    const boundary: FileBoundary = {
      ...nodeFiles,
      watch(folder) {
        open.add(folder);
        return () => open.delete(folder);
      },
    };
    const folder = temporaryFolder();
    const { watcher, interests } = watching([`${folder}/a.md`, `${folder}/sub/b.md`], boundary);
    expect(open.has(folder)).toBe(true);
    watcher.update(new Map([...interests.folders].filter(([each]) => each !== folder)));
    expect(open.has(folder)).toBe(false);
    watcher.close();
    expect(open.size).toBe(0);
  });

  it.each(['ENOSPC', 'EMFILE', 'EPERM'])('polls if the system answers %s', async (code) => {
    const folder = temporaryFolder();
    writeFiles(folder, { 'a.md': '1' });
    const boundary: FileBoundary = {
      ...nodeFiles,
      watch() {
        throw Object.assign(new Error(code), { code });
      },
    };
    const { watcher, next } = watching([`${folder}/a.md`, `${folder}/b.md`], boundary);
    expect(watcher.state().overLimit > 0).toBe(code !== 'EPERM');
    writeFiles(folder, { 'b.md': '2' });
    let changes = await next();
    while (changes === 'all' || !changes.some((each) => each.name === 'b.md')) changes = await next();
    expect(changes).toContainEqual({ folder, name: 'b.md' });
  });

  it('takes a broken watch as a change and watches again', async () => {
    const folder = temporaryFolder();
    let breakIt: (error: Error) => void = () => undefined;
    let begun = 0;
    const boundary: FileBoundary = {
      ...nodeFiles,
      watch(each, listener, failed) {
        if (each === folder) {
          begun += 1;
          breakIt = failed;
        }
        return nodeFiles.watch(each, listener, failed);
      },
    };
    const { next } = watching([`${folder}/a.md`], boundary);
    breakIt(new Error('broken'));
    expect(await next()).toEqual([{ folder, name: undefined }]);
    expect(begun).toBe(2);
  });

  it('checks everything once more after the last event', async () => {
    const folder = temporaryFolder();
    const { next } = watching([`${folder}/a.md`], nodeFiles, { ...eventsOnly, settleMs: 10 });
    writeFiles(folder, { 'a.md': '1' });
    let heard = await next();
    while (heard !== 'all') heard = await next();
    expect(heard).toBe('all');
  });
});

/** One thing that people, editors and tools do to files. Pauses are part of it: format-on-save writes twice. */
type Deed = (workspace: string) => void | Promise<void>;

const paths = ['notes/a.md', 'notes/b.md', 'notes/sub/a.md', 'notes/sub/deep/c.md', 'x/y.md'] as const;
const folders = ['notes', 'notes/sub', 'notes/sub/deep', 'x'] as const;
const text = fc.string({ unit: fc.constantFrom('a', 'b', '\n', 'é'), minLength: 1, maxLength: 4 });

function put(path: string, content: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}

function move(from: string, to: string): void {
  rmSync(to, { recursive: true, force: true });
  if (existsSync(from)) renameSync(from, to);
}

const deed: fc.Arbitrary<Deed> = fc.oneof(
  fc.tuple(fc.constantFrom(...paths), text).map(
    ([path, content]): Deed =>
      (ws) =>
        put(join(ws, path), content),
  ),
  fc
    .tuple(fc.constantFrom(...paths), text, text, fc.integer({ min: 3, max: 20 }))
    .map(([path, first, second, gap]): Deed => async (ws) => {
      put(join(ws, path), first);
      await pause(gap);
      put(join(ws, path), second);
    }),
  fc.tuple(fc.constantFrom(...paths), text).map(([path, content]): Deed => (ws) => {
    put(join(ws, `${path}.tmp`), content);
    renameSync(join(ws, `${path}.tmp`), join(ws, path));
  }),
  fc.tuple(fc.constantFrom(...paths), text).map(([path, content]): Deed => async (ws) => {
    put(join(ws, path), '');
    truncateSync(join(ws, path), 0);
    await pause(1);
    appendFileSync(join(ws, path), content);
  }),
  fc.constantFrom(...paths).map(
    (path): Deed =>
      (ws) =>
        rmSync(join(ws, path), { force: true }),
  ),
  fc.tuple(fc.constantFrom(...paths), text).map(([path, content]): Deed => (ws) => {
    rmSync(join(ws, path), { force: true });
    put(join(ws, path), content);
  }),
  fc.tuple(fc.constantFrom(...paths), text).map(([path, content]): Deed => (ws) => {
    put(join(ws, 'stock', 'real.md'), content);
    rmSync(join(ws, path), { force: true });
    mkdirSync(dirname(join(ws, path)), { recursive: true });
    symlinkSync(join(ws, 'stock', 'real.md'), join(ws, path));
  }),
  text.map(
    (content): Deed =>
      (ws) =>
        put(join(ws, 'stock', 'real.md'), content),
  ),
  fc.constantFrom(...folders).map(
    (folder): Deed =>
      (ws) =>
        rmSync(join(ws, folder), { recursive: true, force: true }),
  ),
  fc.tuple(fc.constantFrom(...folders), text).map(([folder, content]): Deed => (ws) => {
    rmSync(join(ws, folder), { recursive: true, force: true });
    put(join(ws, folder, 'a.md'), content);
  }),
  fc.constantFrom(...folders).map(
    (folder): Deed =>
      (ws) =>
        move(join(ws, folder), join(ws, 'shelf')),
  ),
  fc.constantFrom(...folders).map((folder): Deed => (ws) => {
    if (existsSync(dirname(join(ws, folder)))) move(join(ws, 'shelf'), join(ws, folder));
  }),
  fc.constant<Deed>(async (ws) => {
    renameSync(ws, `${ws}-away`);
    await pause(2);
    renameSync(`${ws}-away`, ws);
  }),
  fc.constant<Deed>((ws) => {
    for (let at = 0; at < 60; at += 1) put(join(ws, 'notes/many', `${at}.md`), String(at));
  }),
  fc.constant<Deed>(() => pause(5)),
);

async function openedOn(workspace: string, watch: boolean, boundary: FileBoundary = nodeFiles): Promise<Session> {
  const session = createSession({
    architectures: [notes],
    analyze: analyzeNothing,
    facts: { now: '2026-01-01T00:00:00Z' },
    watch,
    times: eventsOnly,
    boundary,
  });
  closing.push(() => session.close());
  await session.open(workspace);
  return session;
}

/** Waits for the inspection that equals a fresh build from disk. On a timeout, reports what was shown instead. */
async function expectDiskShown(session: Session, workspace: string): Promise<void> {
  const { inspection } = await openedOn(workspace, false);
  const wanted = inspection === null ? '' : shownText(inspection);
  const arrived = (each: Inspection | null): boolean => each !== null && !each.stale && shownText(each) === wanted;
  await new Promise<void>((resolve, reject) => {
    const late = setTimeout(() => {
      const now = session.inspection;
      reject(
        new Error(
          `shown${now?.stale === true ? ' (stale)' : ''}:\n${now === null ? '' : shownText(now)}\n\non ` +
            `disk:\n${wanted}`,
        ),
      );
    }, 5000);
    const done = (): void => {
      clearTimeout(late);
      stop();
      resolve();
    };
    const stop = session.onChanged((each) => {
      if (arrived(each)) done();
    });
    if (arrived(session.inspection)) done();
  });
  expect(session.inspection !== null && shownText(session.inspection)).toBe(wanted);
}

describe('the law of the watcher: when the disk is quiet, what is shown is what is on disk', () => {
  const start = { 'index.json': '["x/y.md"]', 'notes/a.md': 'start' };

  it('after anything people, editors and tools do', { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(deed, { minLength: 1, maxLength: 25 }), async (deeds) => {
        const { workspace } = temporaryWorkspace(start);
        const session = await openedOn(workspace, true);
        for (const each of deeds) await each(workspace);
        await expectDiskShown(session, workspace);
        await session.close();
      }),
      { numRuns: 40, endOnFailure: true },
    );
  });

  it.each([1, 2, 3, 4, 5, 6, 7, 8])(
    'after a storm from another process, seed %i',
    { timeout: 60_000 },
    async (seed) => {
      const { workspace } = temporaryWorkspace(start);
      const session = await openedOn(workspace, true);
      await run(process.execPath, [
        join(import.meta.dirname, '../../../support/host/disk-storm.mjs'),
        workspace,
        String(seed),
        '300',
      ]);
      await expectDiskShown(session, workspace);
    },
  );

  it('after two writes 3 to 20 ms apart, sixty times', { timeout: 60_000 }, async () => {
    const { workspace } = temporaryWorkspace(start);
    const session = await openedOn(workspace, true);
    for (let at = 0; at < 60; at += 1) {
      writeFileSync(`${workspace}/notes/a.md`, `first ${at}`);
      await pause(3 + (at % 18));
      writeFileSync(`${workspace}/notes/a.md`, `later ${at}`);
      await expectDiskShown(session, workspace);
    }
  });

  it('after a write between the reading and the watching of a folder', async () => {
    const { workspace } = temporaryWorkspace({ ...start, 'notes/sub/b.md': 'before' });
    const late: FileBoundary = {
      ...nodeFiles,
      watch(folder, listener, failed) {
        if (folder === `${workspace}/notes/sub`) writeFiles(workspace, { 'notes/sub/b.md': 'meanwhile' });
        return nodeFiles.watch(folder, listener, failed);
      },
    };
    await expectDiskShown(await openedOn(workspace, true, late), workspace);
  });
});
