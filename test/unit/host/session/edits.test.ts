import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { shownText } from '../../../support/host/notes';
import { writeFiles } from '../../../support/host/temporary';
import { closeSessions, info, opened, shows, until } from '../../../support/host/sessions';

afterEach(closeSessions);

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
