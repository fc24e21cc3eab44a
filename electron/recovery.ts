/** What survives an end nobody asked for: a page that crashed comes back, and edits of a run that crashed are offered again. */
import { basename } from 'node:path';
import { app, dialog, type BrowserWindow, type MessageBoxOptions } from 'electron';
import { visible } from '../shared/document/invisible';
import { createJournal, forget, readLeftBehind, type Journal, type LeftBehind } from './host/journal';
import type { Session } from './host/session';
import { locations } from './locations';
import { log } from './log';

export interface Recovery {
  /** Keeps the unsaved edits of a window's session on disk until they are saved, given up, or the window is closed. */
  follow(window: BrowserWindow, session: Session): void;
}

export function createRecovery(): Recovery {
  const folder = locations.unsaved();
  const report = (problem: unknown): void => log.error('journal', problem);
  const left: LeftBehind[] = [];
  const ready = readLeftBehind(folder, report).then((found) => left.push(...found));

  /** Each journal is offered once a run, to the first window that opens its folder. */
  const take = async (workspace: string): Promise<readonly LeftBehind[]> => {
    await ready;
    const taken = left.filter((each) => each.workspace === workspace);
    for (const each of taken) left.splice(left.indexOf(each), 1);
    return taken;
  };

  return {
    follow(window, session) {
      const journal = createJournal(folder, report);
      let opened: string | undefined;
      session.onUnsaved((workspace, edits) => void ready.then(() => journal.note(workspace, edits)));
      session.onChanged(({ workspace }) => {
        if (workspace === opened) return;
        opened = workspace;
        offer(window, session, journal, take(workspace)).catch(report);
      });
      window.on('closed', () => journal.close());
    },
  };
}

async function offer(window: BrowserWindow, session: Session, journal: Journal, taking: Promise<readonly LeftBehind[]>): Promise<void> {
  for (const found of await taking) {
    const answer = await ask(window, found);
    if (window.isDestroyed() || session.inspection?.workspace !== found.workspace) return;
    if (answer === 'restore') {
      for (const edit of found.edits) await session.restore(edit);
      await journal.settled();
    }
    if (answer !== 'later') await forget(found);
  }
}

async function ask(window: BrowserWindow, { edits, workspace, at }: LeftBehind): Promise<'restore' | 'later' | 'delete'> {
  if (!window.isVisible()) await new Promise<void>((resolve) => window.once('show', () => resolve()));
  const files = edits.length === 1 ? 'one file' : `${edits.length} files`;
  const { response } = await dialog.showMessageBox(window, {
    type: 'question',
    message: `Restore the unsaved edits of ${files}?`,
    detail: `Strata ended before they were saved, on ${new Date(at).toLocaleString()}. Restoring puts them back as unsaved edits; nothing is written to ${visible(basename(workspace))} until you save.\n\n${edits
      .slice(0, 8)
      .map(({ id }) => visible(id))
      .join('\n')}${edits.length > 8 ? `\nand ${edits.length - 8} more` : ''}`,
    buttons: ['Restore', 'Not Now', 'Delete Them'],
    defaultId: 0,
    cancelId: 1,
    noLink: true,
  } satisfies MessageBoxOptions);
  return response === 0 ? 'restore' : response === 2 ? 'delete' : 'later';
}

/** A page that crashes more often than this in a minute is not loaded again without a word. */
const mostCrashes = 3;

/** The session lives in the main process: a page that is loaded again shows everything, unsaved edits included. */
export function reloadCrashedPage(window: BrowserWindow, load: () => Promise<void>): void {
  let crashes: readonly number[] = [];
  const again = (): void => void load().catch((problem: unknown) => log.error('loading the page again', problem));
  window.webContents.on('render-process-gone', (_event, { reason, exitCode }) => {
    if (reason === 'clean-exit' || window.isDestroyed()) return;
    log.error(`the page is gone: ${reason} (${exitCode})`);
    const now = performance.now();
    crashes = [...crashes.filter((each) => now - each < 60_000), now];
    if (crashes.length <= mostCrashes) setImmediate(again);
    else void askAfterCrashes(window, reason).then((stay) => (stay ? again() : app.quit()));
  });
}

async function askAfterCrashes(window: BrowserWindow, reason: string): Promise<boolean> {
  const { response } = await dialog.showMessageBox(window, {
    type: 'error',
    message: 'The window keeps crashing.',
    detail: `The last reason was: ${reason}. Your unsaved edits are kept.`,
    buttons: ['Load Again', 'Quit'],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
  });
  return response === 0;
}
