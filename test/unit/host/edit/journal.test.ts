import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { identify, type FolderIdentity } from '../../../../electron/host/disk/access/folder-identity';
import { createJournal, type Journal, type UnsavedEdit } from '../../../../electron/host/edit/journal';
import { changeLines, header, readLines } from '../../../../electron/host/edit/journal-lines';
import { belongsTo, forget, readLeftBehind } from '../../../../electron/host/edit/left-behind';
import { nodeFiles } from '../../../../electron/host/disk/node-files';
import type { Analyze } from '../../../../electron/host/count/counting';
import { createSession, type Session } from '../../../../electron/host/session';
import { analyzeNothing, notes, shownText } from '../../../support/host/notes';
import { temporaryFolder, temporaryWorkspace, writeFiles } from '../../../support/host/temporary';

const problems: unknown[] = [];
const report = (problem: unknown): void => void problems.push(problem);
const sessions: Session[] = [];

afterEach(async () => {
  for (const session of sessions.splice(0)) await session.close();
  if (problems.length > 0) throw new Error(`not expected: ${problems.splice(0).join('; ')}`);
});

const w: FolderIdentity = { path: '/w', real: '/w', device: '1', inode: '2', born: '3' };
const journalIn = (folder: string, of = w): Journal => createJournal({ folder, of, onProblem: report });
const edit = (text: string) => [{ id: 'a.md', text, base: 'old' }];

describe('the journal', () => {
  it('has each edit on disk when it was noted, readable by the user alone', async () => {
    const folder = `${temporaryFolder()}/unsaved`;
    const journal = journalIn(folder);
    for (let at = 0; at < 50; at += 1) {
      journal.note(edit(`text ${at}`));
      const [left, ...more] = await readLeftBehind(folder, report);
      expect(more).toEqual([]);
      expect(left).toMatchObject({ folder: w, edits: edit(`text ${at}`) });
    }
    const [left] = await readLeftBehind(folder, report);
    expect(statSync(left?.file ?? '').mode & 0o777).toBe(0o600);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    journal.close();
  });

  it('takes a few bytes for a keystroke in a long text', () => {
    const folder = temporaryFolder();
    const journal = journalIn(folder);
    const long = 'x'.repeat(4_000_000);
    journal.note([{ id: 'a.md', text: `${long}y`, base: long }]);
    const file = `${folder}/${readdirSync(folder)[0]}`;
    const before = statSync(file).size;
    journal.note([{ id: 'a.md', text: `${long}yz`, base: long }]);
    expect(statSync(file).size - before).toBeLessThan(100);
    journal.close();
  });

  it('is gone with the last edit, and after closing; released, it stays', async () => {
    const folder = temporaryFolder();
    const journal = journalIn(folder);
    journal.note(edit('x'));
    expect(readdirSync(folder)).toHaveLength(1);
    journal.note([]);
    expect(readdirSync(folder)).toEqual([]);
    journal.note(edit('y'));
    journal.close();
    journal.note(edit('z'));
    await journal.settled();
    expect(readdirSync(folder)).toEqual([]);
    const other = journalIn(folder);
    expect(other.release()).toBeUndefined();
    const third = journalIn(folder);
    third.note(edit('kept'));
    expect(third.release()).toBe(`${folder}/${readdirSync(folder)[0]}`);
    expect(await readLeftBehind(folder, report)).toMatchObject([{ edits: edit('kept') }]);
  });

  it('that cannot be written is told at once, and told again when it can; then all of it is there', async () => {
    const folder = temporaryFolder();
    writeFileSync(`${folder}/unsaved`, 'a file where the folder should be');
    const told: unknown[] = [];
    const journal = createJournal({ folder: `${folder}/unsaved`, of: w, onProblem: (problem) => told.push(problem) });
    journal.note(edit('x'));
    expect(told).toMatchObject([{ code: 'EEXIST' }]);
    renameSync(`${folder}/unsaved`, `${folder}/elsewhere`);
    journal.note(edit('xy'));
    expect(told.slice(1)).toEqual([null]);
    expect(await readLeftBehind(`${folder}/unsaved`, report)).toMatchObject([{ edits: edit('xy') }]);
    journal.close();
  });

  it('that somebody deletes is written anew with the next letter, all of it', async () => {
    const folder = `${temporaryFolder()}/unsaved`;
    const journal = journalIn(folder);
    journal.note(edit('x'));
    rmSync(folder, { recursive: true });
    journal.note(edit('xy'));
    expect(await readLeftBehind(folder, report)).toMatchObject([{ edits: edit('xy') }]);
    // Where it cannot be, that is told.
    rmSync(folder, { recursive: true });
    writeFileSync(folder, 'in the way');
    journal.note(edit('xyz'));
    expect(problems.splice(0)).toMatchObject([{ code: 'EEXIST' }]);
    journal.close();
    expect(problems.splice(0)).toMatchObject([{ code: 'ENOTDIR' }]);
  });

  it('says after any sequence of edits what is unsaved, also when its last line was cut anywhere', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 30 }),
      fc.constantFrom('', 'line\nline\n', '\uD800', '"'),
    );
    const state = fc.uniqueArray(fc.record({ id: fc.constantFrom('a', 'b/c', 'd'), text, base: fc.option(text) }), {
      selector: ({ id }) => id,
      maxLength: 3,
    });
    fc.assert(
      fc.property(fc.array(state, { minLength: 1, maxLength: 12 }), fc.nat(), (states, cut) => {
        let before: readonly UnsavedEdit[] = [];
        let lines = header(w);
        const sorted = (edits: readonly UnsavedEdit[]) => edits.toSorted((a, b) => (a.id < b.id ? -1 : 1));
        for (const next of states) {
          const more = changeLines(before, next);
          const torn = readLines(
            lines + more.slice(0, Math.max(0, more.indexOf('\n') === -1 ? 0 : cut % (more.indexOf('\n') + 1))),
          );
          expect(torn).toMatchObject({ folder: w, damaged: false });
          expect(sorted(torn?.edits ?? [])).toEqual(sorted(before));
          lines += more;
          before = next;
          expect(sorted(readLines(lines)?.edits ?? [])).toEqual(sorted(next));
        }
      }),
    );
  });

  it(
    'of another kind is left alone and told without its text; half a write is removed; a damaged one ' +
      'gives what is whole',
    async () => {
      const folder = temporaryFolder();
      writeFiles(folder, {
        'a.json': '{"secret',
        'b.jsonl': '{"version":3,"workspace":"secret","edits":[]}\n',
        'c.jsonl.new': 'half',
      });
      writeFiles(folder, {
        'd.json': JSON.stringify({ version: 1, workspace: '/old', edits: edit('of the first version') }),
      });
      writeFiles(folder, {
        'e.jsonl': [
          `${header(w)}${changeLines([], edit('whole'))}`,
          `{"id":"secret"}\n${changeLines(edit('whole'), edit('whole!'))}`,
        ].join(''),
      });
      expect(await readLeftBehind(folder, report)).toMatchObject([
        { folder: { path: '/old' }, edits: edit('of the first version') },
        { folder: w, edits: edit('whole') },
      ]);
      expect(readdirSync(folder).toSorted()).toEqual(['a.json', 'b.jsonl', 'd.json', 'e.jsonl']);
      const told = problems.splice(0).map(String);
      expect(told).toHaveLength(3);
      expect(told.join()).not.toContain('secret');
      expect(await readLeftBehind(`${folder}/nowhere`, report)).toEqual([]);
    },
  );
});

describe('edits of an earlier run', () => {
  async function started(workspace: string, folder: string, analyze: Analyze = analyzeNothing) {
    const session = createSession({ architectures: [notes], analyze, watch: false });
    const journals = new Map<string, Journal>();
    session.onUnsaved((at, edits) => {
      const journal = journals.get(at) ?? journalIn(folder, identify(nodeFiles, at));
      journals.set(at, journal);
      journal.note(edits);
    });
    sessions.push(session);
    await session.open(workspace);
    return { session };
  }

  it('come back as they were, in conflict where the disk has gone on', async () => {
    const { workspace, outside } = temporaryWorkspace({ 'notes/a.md': 'a', 'notes/b.md': 'b' });
    const folder = `${outside}/unsaved`;
    const first = await started(workspace, folder);
    await first.session.edit('notes/a.md', 'A');
    await first.session.edit('notes/b.md', 'B');
    await first.session.edit('notes/c.md', 'C');
    // Here the first run ends without a word.
    writeFiles(workspace, { 'notes/b.md': 'from elsewhere' });

    const [left] = await readLeftBehind(folder, report);
    if (left === undefined) throw new Error('nothing was left behind');
    const second = await started(workspace, folder);
    for (const each of left.edits) await second.session.restore(each);
    await forget(left);
    expect(second.session.inspection && shownText(second.session.inspection)).toBe(
      '# notes/a.md\nA\n# notes/b.md\nB\n# notes/c.md\nC',
    );
    expect(second.session.inspection?.sources).toMatchObject([
      { id: 'notes/a.md', dirty: true, conflict: false },
      { id: 'notes/b.md', dirty: true, conflict: true },
      { id: 'notes/c.md', dirty: true, conflict: false, exists: false },
    ]);
    expect(await second.session.read('notes/b.md')).toMatchObject({
      text: 'B',
      disk: { kind: 'text', text: 'from elsewhere' },
    });
    await expect(second.session.save('notes/b.md')).rejects.toMatchObject({ code: 'conflict' });
    expect(readFileSync(`${workspace}/notes/a.md`, 'utf8')).toBe('a');
    expect(existsSync(left.file)).toBe(false);
    expect(await readLeftBehind(folder, report)).toHaveLength(1);
  });

  it('are those of every letter, also while a build takes for ever', async () => {
    const { workspace, outside } = temporaryWorkspace({ 'notes/a.md': 'a' });
    let isOpen = false;
    const analyze: Analyze = (document, modelId) =>
      isOpen ? new Promise(() => undefined) : analyzeNothing(document, modelId);
    const { session } = await started(workspace, `${outside}/unsaved`, analyze);
    isOpen = true;
    const page = session.filesOf(workspace);
    const { diskVersion } = await page.read('notes/a.md');
    for (const text of ['aZ', 'aZe', 'aZep']) {
      await page.type('notes/a.md', text, diskVersion);
      expect(await readLeftBehind(`${outside}/unsaved`, report)).toMatchObject([
        { edits: [{ id: 'notes/a.md', text, base: 'a' }] },
      ]);
    }
  });

  it(
    'leave the journal when they are saved, reverted or caught up with, and wait while another ' + 'folder is open',
    async () => {
      const { workspace, outside } = temporaryWorkspace({ 'notes/a.md': 'a', 'notes/b.md': 'b' });
      const folder = `${outside}/unsaved`;
      mkdirSync(folder);
      const { session } = await started(workspace, folder);
      const left = async () => (await readLeftBehind(folder, report)).flatMap(({ edits }) => edits.map(({ id }) => id));
      await session.edit('notes/a.md', 'A');
      await session.edit('notes/b.md', 'B');
      expect(await left()).toEqual(['notes/a.md', 'notes/b.md']);
      await session.save('notes/a.md');
      expect(await left()).toEqual(['notes/b.md']);
      await session.revert('notes/b.md');
      expect(await left()).toEqual([]);
      await session.edit('notes/b.md', 'B');
      await session.open(temporaryWorkspace({ 'notes/z.md': 'z' }).workspace);
      expect(await left()).toEqual(['notes/b.md']);
      await session.open(workspace);
      await session.save('notes/b.md');
      expect(await left()).toEqual([]);
    },
  );

  it('that say what the disk says are none', async () => {
    const { workspace, outside } = temporaryWorkspace({ 'notes/a.md': 'a' });
    const { session } = await started(workspace, `${outside}/unsaved`);
    await session.restore({ id: 'notes/a.md', text: 'a', base: 'before' });
    expect(session.inspection?.sources).toMatchObject([{ dirty: false, conflict: false }]);
    await expect(session.restore({ id: '../x.md', text: 'a', base: null })).rejects.toMatchObject({
      code: 'outside-workspace',
    });
  });

  it('are not put in the place of another unsaved edit of the same file', async () => {
    const { workspace, outside } = temporaryWorkspace({ 'notes/a.md': 'a' });
    const { session } = await started(workspace, `${outside}/unsaved`);
    await session.restore({ id: 'notes/a.md', text: 'first crash', base: 'a' });
    await session.restore({ id: 'notes/a.md', text: 'first crash', base: 'a' });
    await expect(session.restore({ id: 'notes/a.md', text: 'second crash', base: 'a' })).rejects.toMatchObject({
      code: 'conflict',
    });
    expect(session.unsaved()).toEqual([{ id: 'notes/a.md', text: 'first crash', base: 'a' }]);
  });

  it('are known to be of a folder that was renamed, moved, or is opened through a link, and of no other', async () => {
    const { workspace, outside } = temporaryWorkspace({ 'notes/a.md': 'a' });
    const { session } = await started(workspace, `${outside}/unsaved`);
    await session.edit('notes/a.md', 'A');
    const [left] = await readLeftBehind(`${outside}/unsaved`, report);
    if (left === undefined) throw new Error('nothing was left behind');
    const isOf = (path: string): boolean => belongsTo(nodeFiles, left, identify(nodeFiles, path));
    symlinkSync(workspace, `${outside}/link`);
    writeFiles(outside, { 'copy/notes/a.md': 'a', 'other/notes/a.md': 'something else' });
    expect(isOf(workspace)).toBe(true);
    expect(isOf(`${outside}/link`)).toBe(true);
    // A copy is no other name of it, as long as it is there.
    expect(isOf(`${outside}/copy`)).toBe(false);
    expect(isOf(`${outside}/other`)).toBe(false);
    renameSync(workspace, `${outside}/renamed`);
    expect(isOf(`${outside}/renamed`)).toBe(true);
    expect(isOf(`${outside}/copy`)).toBe(true);
    expect(isOf(`${outside}/other`)).toBe(false);
    // Opened under its new name, the edits fit.
    const again = await started(`${outside}/renamed`, `${outside}/unsaved-2`);
    for (const each of left.edits) await again.session.restore(each);
    await again.session.save('notes/a.md');
    expect(readFileSync(`${outside}/renamed/notes/a.md`, 'utf8')).toBe('A');
  });
});
