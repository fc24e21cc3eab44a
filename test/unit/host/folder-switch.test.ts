import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import type { OpenRepository } from '../../../electron/host/services';
import { createSession, type Session } from '../../../electron/host/session';
import { analyzeNothing, notes, shownText } from '../../support/host/notes';
import { temporaryWorkspace, writeFiles } from '../../support/host/temporary';

const sessions: Session[] = [];

afterEach(async () => {
  for (const session of sessions.splice(0)) await session.close();
});

const a = 'notes/a.md';

async function twoFolders() {
  const first = temporaryWorkspace({ [a]: 'one' });
  const second = temporaryWorkspace({ 'notes/z.md': 'z' });
  const session = createSession({ architectures: [notes], analyze: analyzeNothing, watch: false });
  sessions.push(session);
  const told = new Map<string, readonly string[]>();
  session.onUnsaved((folder, edits) =>
    told.set(
      folder,
      edits.map(({ text }) => text),
    ),
  );
  await session.open(first.workspace);
  return { session, A: first.workspace, B: second.workspace, outside: first.outside, told };
}

describe('files belong to their folder', () => {
  it('a save of one folder never reaches another', async () => {
    const { session, A, B } = await twoFolders();
    const page = session.filesOf(A);
    const { diskVersion } = await page.read(a);
    await page.type(a, 'typed in A', diskVersion);
    await session.open(B);
    await expect(page.save(a)).rejects.toMatchObject({ code: 'no-workspace' });
    await expect(page.read(a)).rejects.toMatchObject({ code: 'no-workspace' });
    await expect(page.revert(a)).rejects.toMatchObject({ code: 'no-workspace' });
    expect(existsSync(`${B}/${a}`)).toBe(false);
    expect(readFileSync(`${A}/${a}`, 'utf8')).toBe('one');
    expect(session.unsaved()).toEqual([]);
    expect(session.inspection?.sources.map(({ id }) => id)).toEqual(['notes/z.md']);
  });

  it(
    'edits wait, with what was typed in the last moment, and are there again, in conflict where the ' + 'disk went on',
    async () => {
      const { session, A, B, told } = await twoFolders();
      const page = session.filesOf(A);
      const { diskVersion } = await page.read(a);
      await session.open(B);
      // Typed before the page knew of the other folder, in a folder without edits.
      await page.type(a, 'late', diskVersion);
      await page.type(a, 'late, and later', diskVersion);
      expect(told.get(A)).toEqual(['late, and later']);
      expect(session.unsaved()).toEqual([]);
      writeFiles(A, { 'notes/b.md': 'new' });
      const inspection = await session.open(A);
      expect(shownText(inspection)).toBe('# notes/a.md\nlate, and later\n# notes/b.md\nnew');
      await session.open(B);
      writeFiles(A, { [a]: 'theirs' });
      await session.open(A);
      expect(await session.read(a)).toMatchObject({ text: 'late, and later', disk: { kind: 'text', text: 'theirs' } });
      await expect(session.save(a)).rejects.toMatchObject({ code: 'conflict' });
    },
  );

  it('edits are there again when the folder is opened through a link', async () => {
    const { session, A, B, outside } = await twoFolders();
    await session.edit(a, 'typed');
    await session.open(B);
    symlinkSync(A, `${outside}/link`);
    await session.open(`${outside}/link`);
    expect(await session.read(a)).toMatchObject({ text: 'typed', dirty: true });
    await session.save(a);
    expect(readFileSync(`${A}/${a}`, 'utf8')).toBe('typed');
    await session.open(A);
    expect(session.unsaved()).toEqual([]);
  });

  it('a folder that cannot be opened leaves the edits of the open one as they are', async () => {
    const { session, A } = await twoFolders();
    await session.edit(a, 'typed');
    await expect(session.open(`${A}/nowhere`)).rejects.toMatchObject({ code: 'not-found' });
    expect(session.unsaved()).toEqual([{ id: a, text: 'typed', base: 'one' }]);
  });
});

describe('a folder that is still being listed', () => {
  /** Lists until it is closed. */
  function endless(closed: string[]): OpenRepository {
    return (folder) => {
      let end = (): void => undefined;
      const ended = new Promise<void>((resolve) => (end = resolve));
      const listed = { files: undefined, findings: [], folders: [] };
      const parsed = { table: { files: [], complete: false }, findings: [] };
      return {
        repository: () => listed,
        symbols: () => parsed,
        touched: () => undefined,
        onChanged: () => () => undefined,
        settled: () => ended,
        async close() {
          closed.push(folder);
          end();
        },
      };
    };
  }
  const tiered = {
    'strata.json': JSON.stringify({ architecture: 'tiered-messages', tiered: { system: 'system.md', prompt: 'x' } }),
    'system.md': 'Still here.',
  };

  it('gives way to another one, which stays on screen', async () => {
    const [first, second] = [temporaryWorkspace(tiered), temporaryWorkspace({ 'CLAUDE.md': 'Mine.' })];
    const closed: string[] = [];
    const session = createSession({ watch: false, repository: endless(closed) });
    sessions.push(session);
    const left = session.open(first.workspace);
    const [refused] = await Promise.allSettled([left, session.open(second.workspace)]);
    expect(refused).toMatchObject({ status: 'rejected', reason: { code: 'no-workspace' } });
    expect(closed).toContain(first.workspace);
    expect(session.inspection?.workspace).toBe(second.workspace);
  });

  it('is left when the session is closed', async () => {
    const { workspace } = temporaryWorkspace(tiered);
    const closed: string[] = [];
    const session = createSession({ watch: false, repository: endless(closed) });
    const left = session.open(workspace);
    await session.close();
    await expect(left).rejects.toMatchObject({ code: 'no-workspace' });
    expect(closed).toContain(workspace);
    expect(session.inspection).toBeNull();
  });
});
