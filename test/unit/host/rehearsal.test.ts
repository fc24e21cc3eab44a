import { cpSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createSession, type Session, type SessionOptions } from '../../../electron/host/session';
import type { Inspection } from '../../../shared/ipc/inspection';
import { fixtures } from '../../support/fixtures';
import { analyzeNothing, notes, shownText } from './notes';
import { shown } from './shown';
import { temporaryFolder, temporaryWorkspace } from './temporary';

/** A session whose rehearsals take no pauses, what it showed, and how many passes each took. */
function rehearsing(options: SessionOptions = {}) {
  const waiting: ((passes: number) => void)[] = [];
  const session = createSession({
    ...options,
    rehearse: { afterMs: 0, pauseMs: 0, ended: (passes) => waiting.splice(0).forEach((resolve) => resolve(passes)) },
  });
  onTestFinished(() => session.close());
  const inspections: Inspection[] = [];
  session.onChanged((inspection) => inspections.push(inspection));
  return { session, inspections, ended: () => new Promise<number>((resolve) => waiting.push(resolve)) };
}

async function openedNotes(files: Readonly<Record<string, string>>) {
  const { workspace } = temporaryWorkspace(files);
  const rehearsal = rehearsing({ architectures: [notes], analyze: analyzeNothing, facts: { timeZone: 'UTC' } });
  const ended = rehearsal.ended();
  await rehearsal.session.open(workspace);
  return { ...rehearsal, workspace, ended };
}

async function edited(session: Session): Promise<unknown> {
  const { sources } = await session.configure({});
  const { id } = sources.find(({ language }) => language !== 'json') ?? sources[0] ?? { id: 'none' };
  const { text } = await session.read(id);
  await session.edit(id, `${text.slice(0, text.length >> 1)} one more word ${text.slice(text.length >> 1)}`);
  return shown(await session.configure({}));
}

function until(session: Session, text: string): Promise<unknown> {
  return new Promise((resolve) =>
    session.onChanged((inspection) => shownText(inspection).includes(text) && resolve(undefined)),
  );
}

describe('a rehearsal', () => {
  it('shows nothing and ends', async () => {
    const { inspections, ended } = await openedNotes({ 'notes/a.md': 'one', 'notes/b.md': 'two' });
    expect(await ended).toBeGreaterThan(100);
    expect(inspections.map(({ revision }) => revision)).toEqual([1]);
    expect(inspections.map(shownText)).toEqual(['# notes/a.md\none\n# notes/b.md\ntwo']);
  });

  it('gives way to a save, and shows it', async () => {
    const { session, workspace, ended, inspections } = await openedNotes({ 'notes/a.md': 'one' });
    const saved = until(session, 'other');
    writeFileSync(join(workspace, 'notes/a.md'), 'other');
    await saved;
    await session.edit('notes/a.md', 'edited');
    await ended;
    const texts = inspections.map(shownText);
    expect(texts.filter((text) => text.includes('pass'))).toEqual([]);
    expect(texts.at(-1)).toBe('# notes/a.md\nedited');
  });

  it('has nothing to do where no text is from a file', async () => {
    const { ended } = await openedNotes({ 'index.json': '[]' });
    expect(await ended).toBe(0);
  });

  it('ends when the folder is closed', async () => {
    const { session, ended } = await openedNotes({ 'notes/a.md': 'one' });
    await session.close();
    expect(await ended).toBe(0);
  });
});

const first = new Map(
  fixtures()
    .filter(({ folder }) => existsSync(join(folder, 'workspace')))
    .map((fixture) => [fixture.architecture.id, fixture]),
);

describe.each([...first.values()])(
  '$architecture.id after a rehearsal',
  ({ architecture, folder: fixture, facts: given }) => {
    it('shows what a session without one shows', async () => {
      const { workspace: _, ...facts } = given;
      const folder = temporaryFolder();
      cpSync(join(fixture, 'workspace'), folder, { recursive: true });
      const wanted = { architecture: architecture.id };
      const { session, inspections, ended } = rehearsing({ watch: false, facts });
      const end = ended();
      await session.open(folder, wanted);
      await end;
      expect(inspections).toHaveLength(1);

      const other = createSession({ watch: false, facts });
      onTestFinished(() => other.close());
      await other.open(folder, wanted);
      expect(await edited(session)).toEqual(await edited(other));
    });
  },
);
