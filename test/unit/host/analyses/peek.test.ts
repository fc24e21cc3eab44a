import { afterEach, describe, expect, it, vi } from 'vitest';
import { peekAt } from '../../../../electron/host/analyses/peek';
import { createSession, type Session } from '../../../../electron/host/session';
import { analyzeNothing, notes, shownText } from '../../../support/host/notes';
import { temporaryWorkspace } from '../../../support/host/temporary';

const sessions: Session[] = [];

afterEach(async () => {
  vi.useRealTimers();
  for (const session of sessions.splice(0)) await session.close();
});

async function open(files: Readonly<Record<string, string>>): Promise<Session> {
  const { workspace } = temporaryWorkspace(files);
  const session = createSession({ architectures: [notes], analyze: analyzeNothing, watch: false });
  sessions.push(session);
  await session.open(workspace);
  return session;
}

describe('a build with other choices', () => {
  it('has the unsaved edits of the prompt on screen', async () => {
    const session = await open({ 'notes/a.md': 'on disk' });
    await session.edit('notes/a.md', 'typed');
    const peeked = await peekAt(session, { settings: { title: 'A title' } });
    expect(shownText(peeked)).toBe('A title\n# notes/a.md\ntyped');
    expect(session.inspection?.settings).toEqual({});
  });

  it('differs from the prompt on screen by the choice alone, not by the clock', async () => {
    const session = await open({ 'notes/a.md': 'a' });
    const shown = await session.configure({ settings: { clock: true } });
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 });
    expect(shownText(await peekAt(session, { settings: {} }))).toBe(shownText(shown));
  });

  it('keeps the other choices of the user, and checks the one that is asked for', async () => {
    const session = await open({ 'notes/a.md': 'a' });
    await session.configure({ settings: { title: 'Mine' } });
    expect(shownText(await peekAt(session, { settings: { title: null } }))).toBe('# notes/a.md\na');
    expect(shownText(await peekAt(session, {}))).toBe('Mine\n# notes/a.md\na');
    await expect(peekAt(session, { settings: { title: true } })).rejects.toMatchObject({ code: 'bad-arguments' });
    await expect(peekAt(session, { settings: { tilte: 'x' } })).rejects.toMatchObject({ code: 'bad-arguments' });
  });

  it('is refused while the prompt on screen is older than its files', async () => {
    const { workspace } = temporaryWorkspace({ 'notes/a.md': 'a', 'index.json': '[]' });
    const session = createSession({ architectures: [notes], analyze: analyzeNothing });
    sessions.push(session);
    await session.open(workspace);
    await session.edit('index.json', '[');
    expect(session.inspection?.stale).toBe(true);
    await expect(peekAt(session, {})).rejects.toMatchObject({ code: 'conflict' });
  });
});
