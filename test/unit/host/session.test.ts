import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { HostError } from '../../../electron/host/errors';
import type { FileBoundary } from '../../../electron/host/disk/files';
import { nodeFiles } from '../../../electron/host/disk/node-files';
import { createSession, type Session, type SessionOptions } from '../../../electron/host/session';
import type { RepositoryService } from '../../../electron/host/services';
import type { Architecture } from '../../../shared/assemblers/types';
import type { InspectorError } from '../../../shared/ipc/contract';
import type { Inspection } from '../../../shared/ipc/inspection/inspection';
import type { RepositoryFile, SymbolTable } from '../../../shared/sources/types';
import { analyzeNothing, notes, shownText } from '../../support/host/notes';
import { temporaryWorkspace, writeFiles } from '../../support/host/temporary';

const sessions: Session[] = [];

afterEach(async () => {
  vi.useRealTimers();
  for (const session of sessions.splice(0)) await session.close();
});

function start(options: SessionOptions = {}): Session {
  const session = createSession({
    architectures: [notes],
    analyze: analyzeNothing,
    facts: { timeZone: 'UTC' },
    ...options,
  });
  sessions.push(session);
  return session;
}

async function opened(files: Readonly<Record<string, string | Uint8Array>>, options: SessionOptions = {}) {
  const { workspace, outside } = temporaryWorkspace(files);
  const session = start(options);
  const inspection = await session.open(workspace);
  return { workspace, outside, session, inspection };
}

/** Resolves with the first inspection, now or later, for which `wanted` is true. */
function until(session: Session, wanted: (inspection: Inspection) => boolean): Promise<Inspection> {
  return new Promise((resolve) => {
    if (session.inspection !== null && wanted(session.inspection)) {
      resolve(session.inspection);
      return;
    }
    const stop = session.onChanged((inspection) => {
      if (!wanted(inspection)) return;
      stop();
      resolve(inspection);
    });
  });
}

const shows = (text: string) => (inspection: Inspection) => shownText(inspection) === text;
const info = (inspection: Inspection, id: string) => inspection.sources.find((source) => source.id === id);

describe('opening', () => {
  it('builds what the files say', async () => {
    const { inspection, workspace } = await opened({
      'notes/a.md': 'one',
      'notes/b.md': 'two',
      'strata.json': '{"model":"gpt-5"}',
    });
    expect(shownText(inspection)).toBe('# notes/a.md\none\n# notes/b.md\ntwo');
    expect(inspection).toMatchObject({
      revision: 1,
      workspace,
      architecture: 'notes',
      modelId: 'gpt-5',
      stale: false,
      usable: true,
      cause: { kind: 'opening' },
      findings: [],
    });
    expect(inspection.sources.map(({ id, language, exists, dirty }) => [id, language, exists, dirty])).toEqual([
      ['strata.json', 'json', true, false],
      ['notes/a.md', 'markdown', true, false],
      ['notes/b.md', 'markdown', true, false],
    ]);
  });

  it.each([
    ['a folder that is not there', 'nowhere', 'not-found', 'There is no folder'],
    ['a file', 'ws/file.txt', 'not-found', 'is not a folder'],
    ['a folder of no design', 'ws', 'not-found', 'notes: notes/*.md or index.json'],
  ])('refuses %s', async (_, path, code, message) => {
    const { outside } = temporaryWorkspace({ 'file.txt': 'x' });
    const refused = start().open(`${outside}/${path}`);
    await expect(refused).rejects.toBeInstanceOf(HostError);
    await expect(refused).rejects.toMatchObject({ code, message: expect.stringContaining(message) });
  });

  it('shows each revision once and in order, also while the folder before takes long to close', async () => {
    let closeFirst = (): void => undefined;
    const slowToClose: RepositoryService = {
      repository: () => ({ files: [], findings: [], folders: [] }),
      symbols: () => ({ table: { files: [], complete: true }, findings: [] }),
      touched: () => undefined,
      onChanged: () => () => undefined,
      settled: async () => undefined,
      close: () => new Promise((resolve) => (closeFirst = resolve)),
    };
    const { session } = await opened({ 'notes/a.md': 'first' }, { repository: () => slowToClose });
    const next = temporaryWorkspace({ 'notes/a.md': 'second' });
    const revisions: number[] = [];
    session.onChanged(({ revision }) => revisions.push(revision));
    const opening = session.open(next.workspace);
    await until(session, shows('# notes/a.md\nsecond'));
    writeFiles(next.workspace, { 'notes/a.md': 'written meanwhile' });
    await until(session, shows('# notes/a.md\nwritten meanwhile'));
    closeFirst();
    expect(shownText(await opening)).toBe('# notes/a.md\nwritten meanwhile');
    expect(revisions).toEqual([2, 3]);
    const closing = session.close();
    closeFirst();
    await closing;
  });

  it('that fails leaves the open folder open', async () => {
    const { session, inspection, outside } = await opened({ 'notes/a.md': 'one' });
    await expect(session.open(`${outside}/nowhere`)).rejects.toMatchObject({ code: 'not-found' });
    expect(session.inspection).toBe(inspection);
  });

  it('another folder goes on with growing revisions and forgets the first', async () => {
    const { session, workspace } = await opened({ 'notes/a.md': 'one' });
    const other = temporaryWorkspace({ 'notes/z.md': 'other' });
    expect(await session.open(other.workspace)).toMatchObject({ revision: 2, workspace: other.workspace });
    const seen: string[] = [];
    session.onChanged((each) => seen.push(each.workspace));
    writeFiles(workspace, { 'notes/a.md': 'changed' });
    writeFiles(other.workspace, { 'notes/z.md': 'changed' });
    await until(session, shows('# notes/z.md\nchanged'));
    expect(new Set(seen)).toEqual(new Set([other.workspace]));
  });

  it('without an open folder nothing else works', async () => {
    const session = start();
    expect(session.inspection).toBeNull();
    await expect(session.read('a.md')).rejects.toMatchObject({ code: 'no-workspace' });
    await expect(session.configure({})).rejects.toMatchObject({ code: 'no-workspace' });
  });

  it('takes facts from the caller, then the manifest, then the machine', async () => {
    const files = { 'notes/a.md': 'x', 'strata.json': '{"now":"2026-02-25T12:30:00Z","settings":{"clock":true}}' };
    expect(shownText((await opened(files)).inspection)).toContain('2026-02-25T12:30');
    expect(shownText((await opened(files, { facts: { now: '2030-01-01T00:00:00Z' } })).inspection)).toContain(
      '2030-01-01T00:00',
    );
  });
});

describe('settings', () => {
  it('chosen by the user win over the manifest, and null resets them', async () => {
    const { session, inspection } = await opened({
      'notes/a.md': 'x',
      'strata.json': '{"settings":{"title":"from the manifest"}}',
    });
    expect(shownText(inspection)).toMatch(/^from the manifest\n/);
    const chosen = await session.configure({ settings: { title: 'chosen' } });
    expect(chosen).toMatchObject({
      revision: 2,
      cause: { kind: 'setting', names: ['title'] },
      settings: { title: 'chosen' },
    });
    expect(shownText(chosen)).toMatch(/^chosen\n/);
    expect(shownText(await session.configure({ settings: { title: null } }))).toMatch(/^from the manifest\n/);
  });

  it('that are wrong in the manifest are warnings at their line', async () => {
    const { inspection } = await opened({
      'notes/a.md': 'x',
      'strata.json': '{\n  "settings": {\r\n    "title": 3 }}',
    });
    expect(inspection.findings).toEqual([
      expect.objectContaining({ severity: 'warning', at: { line: 3, column: 14 } }),
    ]);
  });

  it('that do not exist are wrong usage and change nothing', async () => {
    const { session, inspection } = await opened({ 'notes/a.md': 'x' });
    await expect(session.configure({ settings: { titel: 'x' } })).rejects.toMatchObject({ code: 'bad-arguments' });
    await expect(session.configure({ architecture: 'onion' })).rejects.toMatchObject({ code: 'bad-arguments' });
    expect(session.inspection).toBe(inspection);
    await expect(start().open(inspection.workspace, { settings: { titel: 'x' } })).rejects.toMatchObject({
      code: 'bad-arguments',
    });
  });

  it('can be given when opening', async () => {
    const { workspace } = temporaryWorkspace({ 'notes/a.md': 'x' });
    expect(shownText(await start({ watch: false }).open(workspace, { settings: { title: 'T' }, model: 'gpt-4' }))).toBe(
      'T\n# notes/a.md\nx',
    );
  });
});

describe('the disk', () => {
  it('is watched: writes, new files, new folders, deleted files', async () => {
    const { session, workspace } = await opened({ 'notes/a.md': 'one' });
    writeFiles(workspace, { 'notes/a.md': 'two' });
    expect(await until(session, shows('# notes/a.md\ntwo'))).toMatchObject({
      cause: { kind: 'file', id: 'notes/a.md' },
    });
    writeFiles(workspace, { 'notes/deep/er/b.md': 'b' });
    await until(session, shows('# notes/a.md\ntwo\n# notes/deep/er/b.md\nb'));
    writeFiles(workspace, { 'notes/deep/er/b.md': 'B' });
    await until(session, shows('# notes/a.md\ntwo\n# notes/deep/er/b.md\nB'));
    rmSync(`${workspace}/notes/a.md`);
    await until(session, shows('# notes/deep/er/b.md\nB'));
  });

  it('waits for a file that is empty because it is being saved, and does not build from it', async () => {
    let isSaving = false;
    const boundary: FileBoundary = {
      ...nodeFiles,
      read(path, ...rest) {
        const read = nodeFiles.read(path, ...rest);
        if (isSaving && read.bytes.length === 0) {
          isSaving = false;
          writeFileSync(path, 'two');
        }
        return read;
      },
    };
    const built: string[] = [];
    const analyze: typeof analyzeNothing = (document, modelId) => {
      built.push(shownText({ document }));
      return analyzeNothing(document, modelId);
    };
    const { session, workspace } = await opened({ 'notes/a.md': 'one' }, { boundary, analyze });
    isSaving = true;
    writeFiles(workspace, { 'notes/a.md': '' });
    await until(session, shows('# notes/a.md\ntwo'));
    expect(built).toEqual(['# notes/a.md\none', '# notes/a.md\ntwo']);
    writeFiles(workspace, { 'notes/a.md': '' });
    await until(session, shows(''));
    expect(built.slice(2)).toEqual(['']);
  });

  it('is watched for files that a file names', async () => {
    const { session, workspace } = await opened({ 'index.json': '["x/y.md"]' });
    expect(session.inspection?.sources.map((source) => source.id)).toEqual(['index.json']);
    writeFiles(workspace, { 'x/y.md': 'now there' });
    await until(session, shows('# x/y.md\nnow there'));
  });

  it('is watched through a folder that is deleted and made again, and one that is swapped', async () => {
    const { session, workspace } = await opened({ 'notes/a.md': 'one', 'index.json': '[]', 'spare/a.md': 'spare' });
    rmSync(`${workspace}/notes`, { recursive: true });
    await until(session, shows(''));
    writeFiles(workspace, { 'notes/a.md': 'again' });
    await until(session, shows('# notes/a.md\nagain'));
    renameSync(`${workspace}/notes`, `${workspace}/old`);
    renameSync(`${workspace}/spare`, `${workspace}/notes`);
    await until(session, shows('# notes/a.md\nspare'));
    writeFiles(workspace, { 'notes/a.md': 'after the swap' });
    expect(await until(session, shows('# notes/a.md\nafter the swap'))).toMatchObject({ stale: false });
  });

  it('keeps the last prompt while the workspace is away, and goes on when it is back', async () => {
    const { session, workspace, outside } = await opened({ 'notes/a.md': 'one' });
    const failed = new Promise<InspectorError>((resolve) => session.onFailed(resolve));
    renameSync(workspace, `${outside}/away`);
    const gone = await until(session, (each) => each.stale);
    expect(shownText(gone)).toBe('# notes/a.md\none');
    expect(gone).toMatchObject({ usable: false, findings: [{ severity: 'error', ruleId: 'workspace' }] });
    expect(await failed).toMatchObject({ code: 'not-found' });
    renameSync(`${outside}/away`, workspace);
    expect(await until(session, (each) => !each.stale)).toMatchObject({ usable: true, findings: [] });
    writeFiles(workspace, { 'notes/a.md': 'after' });
    await until(session, shows('# notes/a.md\nafter'));
  });

  it('keeps the last good prompt while a file is broken', async () => {
    const { session, workspace } = await opened({ 'index.json': '["a.md"]', 'a.md': 'good' });
    writeFiles(workspace, { 'index.json': '["a.md",' });
    const broken = await until(session, (each) => each.stale);
    expect(shownText(broken)).toBe('# a.md\ngood');
    expect(broken.findings).toEqual([
      expect.objectContaining({ severity: 'error', ruleId: 'json-syntax', at: { line: 1, column: 9 } }),
    ]);
    writeFiles(workspace, { 'index.json': '[]' });
    expect(await until(session, (each) => !each.stale)).toMatchObject({ findings: [] });
  });

  it('shows what can be built when it was broken from the start', async () => {
    const { inspection } = await opened({ 'index.json': '["a.md",', 'a.md': 'text' });
    expect(inspection.stale).toBe(false);
    expect(inspection.findings).toHaveLength(1);
  });

  it('is read once where nothing is watched', async () => {
    const { session, workspace, inspection } = await opened({ 'notes/a.md': 'one' }, { watch: false });
    expect(inspection.watching).toBe(0);
    writeFiles(workspace, { 'notes/a.md': 'two' });
    expect(shownText(await session.configure({}))).toBe('# notes/a.md\ntwo');
  });

  it('is polled when there are no watches left, with a message', async () => {
    const full = Object.assign(new Error('no watches'), { code: 'ENOSPC' });
    const boundary = {
      ...nodeFiles,
      watch: () => {
        throw full;
      },
    };
    const { session, workspace, inspection } = await opened(
      { 'notes/a.md': 'one' },
      { boundary, times: { pollMs: 20 } },
    );
    expect(inspection.findings).toEqual([expect.objectContaining({ severity: 'warning', ruleId: 'watch-limit' })]);
    writeFiles(workspace, { 'notes/a.md': 'two', 'notes/b.md': 'b' });
    await until(session, shows('# notes/a.md\ntwo\n# notes/b.md\nb'));
    rmSync(`${workspace}/notes`, { recursive: true });
    await until(session, shows(''));
  });
});

describe('a design that refuses', () => {
  it('leaves the last good prompt on screen when a setting asks for what is not there', async () => {
    const { session } = await opened({ 'notes/a.md': 'one' });
    const refused = await session.configure({ settings: { refuse: true } });
    expect(refused).toMatchObject({ stale: true, usable: false, findings: [{ ruleId: 'refused' }] });
    expect(shownText(refused)).toBe('# notes/a.md\none');
    expect(await session.configure({ settings: { refuse: null } })).toMatchObject({ stale: false, usable: true });
  });

  it('shows nothing on the command line', async () => {
    const { session } = await opened({ 'notes/a.md': 'one' }, { watch: false });
    expect(await session.configure({ settings: { refuse: true } })).toMatchObject({
      stale: false,
      usable: false,
      document: { messages: [] },
    });
  });
});

describe('edits', () => {
  it('show at once and do not touch the disk', async () => {
    const { session, workspace } = await opened({ 'notes/a.md': 'one' });
    await session.edit('notes/a.md', 'typed');
    const inspection = await until(session, shows('# notes/a.md\ntyped'));
    expect(info(inspection, 'notes/a.md')).toMatchObject({ dirty: true, conflict: false, exists: true });
    expect(readFileSync(`${workspace}/notes/a.md`, 'utf8')).toBe('one');
    expect(await session.read('notes/a.md')).toMatchObject({ id: 'notes/a.md', text: 'typed', dirty: true });
    await session.edit('notes/a.md', 'one');
    expect(info(await until(session, shows('# notes/a.md\none')), 'notes/a.md')).toMatchObject({ dirty: false });
  });

  it('survive a change on disk; both texts are there', async () => {
    const { session, workspace } = await opened({ 'notes/a.md': 'one' });
    await session.edit('notes/a.md', 'typed');
    writeFiles(workspace, { 'notes/a.md': 'from elsewhere' });
    const inspection = await until(session, (each) => info(each, 'notes/a.md')?.conflict === true);
    expect(shownText(inspection)).toBe('# notes/a.md\ntyped');
    expect(await session.read('notes/a.md')).toMatchObject({
      id: 'notes/a.md',
      text: 'typed',
      disk: { kind: 'text', text: 'from elsewhere' },
      dirty: true,
    });
    expect(await session.revert('notes/a.md')).toMatchObject({
      id: 'notes/a.md',
      text: 'from elsewhere',
      dirty: false,
    });
    expect(session.inspection && shownText(session.inspection)).toBe('# notes/a.md\nfrom elsewhere');
  });

  it('are given up only for the version on disk that the user saw', async () => {
    const { session, workspace } = await opened({ 'notes/a.md': 'one' });
    await session.edit('notes/a.md', 'typed');
    writeFiles(workspace, { 'notes/a.md': 'from elsewhere' });
    await until(session, (each) => info(each, 'notes/a.md')?.conflict === true);
    const shown = await session.read('notes/a.md');
    const seen = shown.disk?.kind === 'text' ? shown.disk.diskVersion : -1;
    writeFiles(workspace, { 'notes/a.md': 'from elsewhere, and more' });
    await expect(session.revert('notes/a.md', seen)).rejects.toMatchObject({ code: 'conflict' });
    const next = await session.read('notes/a.md');
    expect(next).toMatchObject({ text: 'typed', dirty: true, disk: { text: 'from elsewhere, and more' } });
    rmSync(`${workspace}/notes/a.md`);
    await expect(session.revert('notes/a.md', seen)).rejects.toMatchObject({ code: 'conflict' });
    // An unknown version is none that was seen, also where the file is gone.
    await expect(session.revert('notes/a.md', 999)).rejects.toMatchObject({ code: 'conflict' });
    expect(await session.read('notes/a.md')).toMatchObject({ text: 'typed', dirty: true, disk: { kind: 'gone' } });
    writeFiles(workspace, { 'notes/a.md': 'from elsewhere' });
    expect(await session.revert('notes/a.md', seen)).toMatchObject({ text: 'from elsewhere', dirty: false });
    // What was typed is on disk by now: nothing is left to give up.
    await session.edit('notes/a.md', 'typed again');
    writeFiles(workspace, { 'notes/a.md': 'typed again' });
    expect(await session.revert('notes/a.md', seen)).toMatchObject({ text: 'typed again', dirty: false });
  });

  it('survive the deletion of their file, of its folder and of the workspace', async () => {
    const { session, workspace } = await opened({ 'notes/sub/a.md': 'one', 'notes/b.md': 'b' });
    await session.edit('notes/sub/a.md', 'typed');
    rmSync(`${workspace}/notes/sub`, { recursive: true });
    const inspection = await until(session, (each) => info(each, 'notes/sub/a.md')?.exists === false);
    expect(info(inspection, 'notes/sub/a.md')).toMatchObject({ dirty: true, conflict: true });
    expect(shownText(inspection)).toBe('# notes/b.md\nb\n# notes/sub/a.md\ntyped');
    rmSync(workspace, { recursive: true });
    const gone = await until(session, (each) => each.stale);
    expect(info(gone, 'notes/sub/a.md')).toMatchObject({ dirty: true });
    expect(await session.read('notes/sub/a.md')).toMatchObject({ text: 'typed' });
    await expect(session.save('notes/sub/a.md')).rejects.toMatchObject({ code: 'conflict' });
    const { disk } = await session.read('notes/sub/a.md');
    await session.save('notes/sub/a.md', disk?.kind === 'gone' ? { over: disk.diskVersion } : {});
    expect(readFileSync(`${workspace}/notes/sub/a.md`, 'utf8')).toBe('typed');
    await until(session, shows('# notes/sub/a.md\ntyped'));
  });

  it('can begin a new file', async () => {
    const { session } = await opened({ 'notes/a.md': 'one' });
    await session.edit('notes/new.md', 'new');
    const inspection = await until(session, shows('# notes/a.md\none\n# notes/new.md\nnew'));
    expect(info(inspection, 'notes/new.md')).toMatchObject({ dirty: true, conflict: false, exists: false });
    expect(await session.revert('notes/new.md')).toMatchObject({ id: 'notes/new.md', text: '', dirty: false });
    await until(session, shows('# notes/a.md\none'));
  });

  it('cannot leave the workspace', async () => {
    const { session, outside } = await opened({ 'notes/a.md': 'one' });
    writeFileSync(`${outside}/beside.md`, 'x');
    for (const id of ['../beside.md', `${outside}/beside.md`, '', '.', 'a\0b']) {
      await expect(session.read(id)).rejects.toMatchObject({ code: 'outside-workspace' });
      await expect(session.edit(id, 'x')).rejects.toMatchObject({ code: 'outside-workspace' });
    }
    await expect(session.read('notes/none.md')).rejects.toMatchObject({ code: 'not-found' });
  });

  it('stay when the same folder is opened again', async () => {
    const { session, workspace } = await opened({ 'notes/a.md': 'one' });
    await session.edit('notes/a.md', 'typed');
    expect(shownText(await session.open(workspace, { settings: { title: 'T' } }))).toBe('T\n# notes/a.md\ntyped');
  });

  it('of the manifest that break it change nothing that is shown', async () => {
    const { session } = await opened({
      'notes/a.md': 'one',
      'strata.json': '{"model":"gpt-5","settings":{"title":"T"}}',
    });
    await session.edit('strata.json', '{"model":"gpt');
    expect(session.inspection).toMatchObject({
      stale: true,
      modelId: 'gpt-5',
      settings: { title: 'T' },
      findings: [{ ruleId: 'manifest-syntax', severity: 'error' }],
    });
    expect(session.inspection && shownText(session.inspection)).toBe('T\n# notes/a.md\none');
  });

  it('that break a file keep the last good prompt and are reported', async () => {
    const { session } = await opened({ 'index.json': '["a.md"]', 'a.md': 'good' });
    await session.edit('index.json', '["a.md"');
    expect(session.inspection).toMatchObject({ stale: true, findings: [{ ruleId: 'json-syntax' }] });
    await session.edit('index.json', '["a.md", "a.md"]');
    expect(session.inspection).toMatchObject({ stale: false, findings: [] });
  });

  it('are applied in order: the last one shows and revisions only grow', async () => {
    const { session } = await opened({ 'notes/a.md': '' });
    const revisions: number[] = [];
    session.onChanged((each) => revisions.push(each.revision));
    await Promise.all(Array.from({ length: 50 }, (_, at) => session.edit('notes/a.md', `text ${at}`)));
    expect(session.inspection && shownText(session.inspection)).toBe('# notes/a.md\ntext 49');
    expect(revisions).toEqual(revisions.toSorted((a, b) => a - b));
    expect(new Set(revisions).size).toBe(revisions.length);
  });
});

describe('the clock', () => {
  it('rebuilds at the next minute when the prompt shows it, and only then', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now: new Date('2026-02-25T12:30:20Z') });
    const { session } = await opened({ 'notes/a.md': 'x' });
    expect(vi.getTimerCount()).toBe(0);
    expect(shownText(await session.configure({ settings: { clock: true } }))).toContain('2026-02-25T12:30');
    const next = until(session, (each) => shownText(each).includes('2026-02-25T12:31'));
    await vi.advanceTimersByTimeAsync(40_100);
    expect(await next).toMatchObject({ cause: { kind: 'clock' } });
  });

  it('does not advance when it is pinned', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] });
    await opened({ 'notes/a.md': 'x', 'strata.json': '{"now":"2026-02-25T12:30:00Z","settings":{"clock":true}}' });
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('the repository', () => {
  /** A design that shows how many files the repository has. */
  const counting: Architecture = {
    ...notes,
    requests: (input) => [
      ...notes.requests(input),
      { kind: 'repository', as: 'repository' },
      { kind: 'symbols', as: 'symbols' },
    ],
    assemble(input) {
      const { repository, symbols } = input.sources;
      const assembled = notes.assemble(input);
      return {
        ...assembled,
        document: {
          ...assembled.document,
          variant: `${repository?.length ?? 'no'} files, ${symbols?.files.length ?? 'no'} symbols`,
        },
      };
    },
  };

  function slowRepository() {
    let files: readonly RepositoryFile[] = [];
    let table: SymbolTable = { files: [], complete: false };
    let tell = (): void => undefined;
    let settle = (): void => undefined;
    const settled = new Promise<void>((resolve) => (settle = resolve));
    const touched: (readonly string[] | 'all')[] = [];
    const service: RepositoryService = {
      repository: () => ({ files, findings: [], folders: [] }),
      symbols: () => ({ table, findings: [] }),
      touched: (paths) => touched.push(paths),
      onChanged: (listener) => {
        tell = listener;
        return () => undefined;
      },
      settled: () => settled,
      close: async () => undefined,
    };
    const know = (): void => {
      files = [{ path: 'a.ts', bytes: 1 }];
      table = { files: [], complete: true };
      settle();
      tell();
    };
    const lookAgain = (): void => {
      table = { ...table, complete: !table.complete };
      tell();
    };
    return { service, know, lookAgain, touched };
  }

  it('is waited for where nothing is watched', async () => {
    const { service, know } = slowRepository();
    setImmediate(know);
    const { inspection } = await opened(
      { 'notes/a.md': 'x' },
      { architectures: [counting], repository: () => service, watch: false },
    );
    expect(inspection.document.variant).toBe('1 files, 0 symbols');
  });

  it('triggers its own build when watched, and none if it found nothing new', async () => {
    const { service, know, lookAgain, touched } = slowRepository();
    const { session, inspection, workspace } = await opened(
      { 'notes/a.md': 'x' },
      { architectures: [counting], repository: () => service },
    );
    expect(inspection.document.variant).toBe('0 files, 0 symbols');
    know();
    const { revision } = await until(session, (each) => each.document.variant === '1 files, 0 symbols');
    lookAgain();
    lookAgain();
    writeFiles(workspace, { 'notes/a.md': 'y' });
    expect(await until(session, shows('# notes/a.md\ny'))).toMatchObject({ revision: revision + 1 });
    expect(touched.flat()).toContain(`${workspace}/notes/a.md`);
  });
});

it('reports nothing after it is closed', async () => {
  const { session, workspace } = await opened({ 'notes/a.md': 'x' });
  let told = 0;
  const stop = session.onChanged(() => (told += 1));
  await session.close();
  writeFiles(workspace, { 'notes/a.md': 'y' });
  const other = await opened({ 'notes/a.md': 'x' });
  writeFiles(other.workspace, { 'notes/a.md': 'y' });
  await until(other.session, shows('# notes/a.md\ny'));
  expect(told).toBe(0);
  stop();
});
