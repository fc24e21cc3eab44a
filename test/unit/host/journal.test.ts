import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { createJournal, forget, readLeftBehind } from '../../../electron/host/journal';
import { createSession, type Session } from '../../../electron/host/session';
import { analyzeNothing, notes, shownText } from './notes';
import { temporaryFolder, temporaryWorkspace, writeFiles } from './temporary';

const problems: unknown[] = [];
const report = (problem: unknown): void => void problems.push(problem);
const sessions: Session[] = [];

afterEach(async () => {
  for (const session of sessions.splice(0)) await session.close();
  if (problems.length > 0) throw new Error(`not expected: ${problems.splice(0).join('; ')}`);
});

const edit = (text: string) => [{ id: 'a.md', text, base: 'old' }];

describe('the journal', () => {
  it('holds the newest edits, readable by the user alone', async () => {
    const folder = `${temporaryFolder()}/unsaved`;
    const journal = createJournal(folder, report);
    for (let at = 0; at < 200; at += 1) journal.note('/w', edit(`text ${at}`));
    await journal.settled();
    const [left, ...more] = await readLeftBehind(folder, report);
    expect(more).toEqual([]);
    expect(left).toMatchObject({ workspace: '/w', edits: edit('text 199') });
    expect(statSync(left?.file ?? '').mode & 0o777).toBe(0o600);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  });

  it('is gone with the last edit, and after closing, also in the middle of a write', async () => {
    const folder = temporaryFolder();
    const journal = createJournal(folder, report);
    journal.note('/w', edit('x'));
    await journal.settled();
    expect(readdirSync(folder)).toHaveLength(1);
    journal.note('/w', []);
    await journal.settled();
    expect(readdirSync(folder)).toEqual([]);
    journal.note('/w', edit('y'));
    await journal.settled();
    journal.note('/w', edit('z'));
    journal.close();
    expect(readdirSync(folder).filter((name) => name.endsWith('.json'))).toEqual([]);
    await journal.settled();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('writes nothing when nothing changed', async () => {
    const folder = temporaryFolder();
    const journal = createJournal(folder, report);
    journal.note('/w', []);
    await journal.settled();
    expect(readdirSync(folder)).toEqual([]);
    journal.note('/w', edit('x'));
    await journal.settled();
    const written = statSync(`${folder}/${readdirSync(folder)[0]}`).ino;
    journal.note('/w', edit('x'));
    await journal.settled();
    expect(statSync(`${folder}/${readdirSync(folder)[0]}`).ino).toBe(written);
  });

  it('that cannot be written is told, and typing goes on', async () => {
    const folder = temporaryFolder();
    writeFileSync(`${folder}/unsaved`, 'a file where the folder should be');
    const journal = createJournal(`${folder}/unsaved`, report);
    journal.note('/w', edit('x'));
    await journal.settled();
    expect(problems.splice(0)).toMatchObject([{ code: 'EEXIST' }]);
  });

  it('of another kind is left alone and told without its text; half a write is removed', async () => {
    const folder = temporaryFolder();
    writeFiles(folder, { 'a.json': '{"secret', 'b.json': '{"version":2,"workspace":"secret","edits":[]}', 'c.json.new': 'half' });
    expect(await readLeftBehind(folder, report)).toEqual([]);
    expect(readdirSync(folder).toSorted()).toEqual(['a.json', 'b.json']);
    const told = problems.splice(0).map(String);
    expect(told).toHaveLength(2);
    expect(told.join()).not.toContain('secret');
    expect(await readLeftBehind(`${folder}/nowhere`, report)).toEqual([]);
  });
});

describe('edits of an earlier run', () => {
  async function started(workspace: string, folder: string) {
    const session = createSession({ architectures: [notes], analyze: analyzeNothing, watch: false });
    const journal = createJournal(folder, report);
    session.onUnsaved((at, edits) => journal.note(at, edits));
    sessions.push(session);
    await session.open(workspace);
    return { session, journal };
  }

  it('come back as they were, in conflict where the disk has gone on', async () => {
    const { workspace, outside } = temporaryWorkspace({ 'notes/a.md': 'a', 'notes/b.md': 'b' });
    const folder = `${outside}/unsaved`;
    const first = await started(workspace, folder);
    await first.session.edit('notes/a.md', 'A');
    await first.session.edit('notes/b.md', 'B');
    await first.session.edit('notes/c.md', 'C');
    await first.journal.settled();
    // Here the first run ends without a word.
    writeFiles(workspace, { 'notes/b.md': 'from elsewhere' });

    const second = await started(workspace, folder);
    const [left] = await readLeftBehind(folder, report);
    if (left === undefined) throw new Error('nothing was left behind');
    for (const each of left.edits) await second.session.restore(each);
    await second.journal.settled();
    await forget(left);
    expect(second.session.inspection && shownText(second.session.inspection)).toBe('# notes/a.md\nA\n# notes/b.md\nB\n# notes/c.md\nC');
    expect(second.session.inspection?.sources).toMatchObject([
      { id: 'notes/a.md', dirty: true, conflict: false },
      { id: 'notes/b.md', dirty: true, conflict: true },
      { id: 'notes/c.md', dirty: true, conflict: false, exists: false },
    ]);
    expect(await second.session.read('notes/b.md')).toMatchObject({ text: 'B', disk: 'from elsewhere' });
    expect(readFileSync(`${workspace}/notes/a.md`, 'utf8')).toBe('a');
    expect(existsSync(left.file)).toBe(false);
    expect(await readLeftBehind(folder, report)).toHaveLength(1);
  });

  it('leave the journal when they are saved, reverted or caught up with', async () => {
    const { workspace, outside } = temporaryWorkspace({ 'notes/a.md': 'a', 'notes/b.md': 'b' });
    const folder = `${outside}/unsaved`;
    mkdirSync(folder);
    const { session, journal } = await started(workspace, folder);
    const left = async () => {
      await journal.settled();
      return (await readLeftBehind(folder, report)).flatMap(({ edits }) => edits.map(({ id }) => id));
    };
    await session.edit('notes/a.md', 'A');
    await session.edit('notes/b.md', 'B');
    expect(await left()).toEqual(['notes/a.md', 'notes/b.md']);
    await session.save('notes/a.md');
    expect(await left()).toEqual(['notes/b.md']);
    await session.revert('notes/b.md');
    expect(await left()).toEqual([]);
    await session.edit('notes/b.md', 'B');
    await session.open(temporaryWorkspace({ 'notes/z.md': 'z' }).workspace);
    expect(await left()).toEqual([]);
  });

  it('that say what the disk says are none', async () => {
    const { workspace, outside } = temporaryWorkspace({ 'notes/a.md': 'a' });
    const { session } = await started(workspace, `${outside}/unsaved`);
    await session.restore({ id: 'notes/a.md', text: 'a', base: 'before' });
    expect(session.inspection?.sources).toMatchObject([{ dirty: false, conflict: false }]);
    await expect(session.restore({ id: '../x.md', text: 'a', base: null })).rejects.toMatchObject({ code: 'outside-workspace' });
  });
});
