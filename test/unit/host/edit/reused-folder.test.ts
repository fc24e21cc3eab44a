/** A file system gives the numbers of a deleted folder to the next one. That makes it no other name of the first. */
import { afterEach, expect, it } from 'vitest';
import { identify } from '../../../../electron/host/disk/access/folder-identity';
import type { FileBoundary, FileStat } from '../../../../electron/host/disk/files';
import { createJournal } from '../../../../electron/host/edit/journal';
import { belongsTo, readLeftBehind } from '../../../../electron/host/edit/left-behind';
import { nodeFiles } from '../../../../electron/host/disk/node-files';
import { createSession, type Session } from '../../../../electron/host/session';
import { analyzeNothing, notes, shownText } from '../../../support/host/notes';
import { temporaryWorkspace } from '../../../support/host/temporary';

const sessions: Session[] = [];
const never = (problem: unknown): void => expect(problem).toBeUndefined();

afterEach(async () => {
  for (const session of sessions.splice(0)) await session.close();
});

/** All folders have one number, as if each had been made after the one before was deleted. */
function reusing(bornNs: (path: string) => bigint): FileBoundary {
  return {
    ...nodeFiles,
    stat(path): FileStat | undefined {
      const stat = nodeFiles.stat(path);
      return stat?.kind === 'folder' ? { ...stat, inode: 7n, bornNs: bornNs(path) } : stat;
    },
  };
}

const times = { 'is known': (path: string) => (path.includes('/first') ? 1n : 2n), 'is not known': () => 0n };

for (const [what, bornNs] of Object.entries(times)) {
  it(`takes over no edits of a deleted folder when the time it was made ${what}`, async () => {
    const boundary = reusing(bornNs);
    const { workspace, outside } = temporaryWorkspace({
      'first/notes/a.md': 'first',
      'second/notes/a.md': 'second',
    });
    const [first, second] = [`${workspace}/first`, `${workspace}/second`];
    const session = createSession({ architectures: [notes], analyze: analyzeNothing, boundary });
    sessions.push(session);
    await session.open(first);
    await session.edit('notes/a.md', 'of the first');
    const inspection = await session.open(second);
    expect(session.unsaved()).toEqual([]);
    expect(shownText(inspection)).toBe('# notes/a.md\nsecond');

    const unsaved = `${outside}/unsaved`;
    const journal = createJournal({ folder: unsaved, of: identify(boundary, first), onProblem: never });
    journal.note([{ id: 'notes/a.md', text: 'of the first', base: 'first' }]);
    const [left] = await readLeftBehind(unsaved, never);
    if (left === undefined) throw new Error('nothing was left behind');
    expect(belongsTo(boundary, left, identify(boundary, second))).toBe(false);
    expect(belongsTo(boundary, left, identify(boundary, first))).toBe(true);
  });
}
