import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import type { FileBoundary } from '../../../../electron/host/disk/files';
import { nodeFiles } from '../../../../electron/host/disk/node-files';
import type { InspectorError } from '../../../../shared/ipc/contract';
import { analyzeNothing, shownText } from '../../../support/host/notes';
import { writeFiles } from '../../../support/host/temporary';
import { closeSessions, opened, shows, until } from '../../../support/host/sessions';

afterEach(closeSessions);

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
