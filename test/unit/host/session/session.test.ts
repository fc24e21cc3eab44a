import { afterEach, describe, expect, it, vi } from 'vitest';
import { HostError } from '../../../../electron/host/errors';
import type { RepositoryService } from '../../../../electron/host/services';
import { shownText } from '../../../support/host/notes';
import { temporaryWorkspace, writeFiles } from '../../../support/host/temporary';
import { closeSessions, opened, shows, start, until } from '../../../support/host/sessions';

afterEach(closeSessions);

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

  it('that are not given leave a build whose counts were corrected, not one of another model', async () => {
    const { session } = await opened({ 'notes/a.md': 'x' });
    expect((await session.configure({})).cause).toEqual({ kind: 'calibration' });
    expect((await session.configure({ model: 'gpt-5' })).cause).toEqual({ kind: 'model' });
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
