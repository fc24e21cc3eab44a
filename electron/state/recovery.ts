/** Recovery from crashes: a crashed page is reloaded, and unsaved edits of a crashed run are offered again. */
import { basename } from 'node:path';
import { app, dialog, type BrowserWindow, type MessageBoxOptions } from 'electron';
import { visible } from '../../shared/basics/invisible';
import type { JournalState } from '../../shared/ipc/contract';
import { systemReason } from '../host/errors';
import { identify } from '../host/disk/access/folder-identity';
import { createJournal, type Journal } from '../host/edit/journal';
import { belongsTo, forget, readLeftBehind, readOne, type LeftBehind } from '../host/edit/left-behind';
import { nodeFiles } from '../host/disk/node-files';
import type { Session } from '../host/session';
import { locations } from '../start/locations';
import { log } from '../log/log';
import { listed } from '../window/unsaved';

export interface Recovery {
  /**
   * Stores the unsaved edits of a window's session on disk until they are saved, discarded, or the window closes. Those
   * of a folder that the window left remain. Calls `say` when edits cannot be stored, and when they can again.
   */
  follow(window: BrowserWindow, session: Session, say: (state: JournalState) => void): void;
}

export function createRecovery(): Recovery {
  const folder = locations.unsaved();
  const report = (problem: unknown): void => log.error('journal', problem);
  const left: LeftBehind[] = [];
  let isRead = false;
  const ready = readLeftBehind(folder, report).then((found) => {
    left.push(...found);
    isRead = true;
  });

  /** Each journal is offered once per run, to the first window that opens its folder. */
  const take = async (workspace: string): Promise<readonly LeftBehind[]> => {
    await ready;
    const opened = identify(nodeFiles, workspace);
    const taken = left.filter((each) => belongsTo(nodeFiles, each, opened));
    for (const each of taken) left.splice(left.indexOf(each), 1);
    return taken;
  };

  return {
    follow(window, session, say) {
      const journals = new Map<string, Journal>();
      const onProblem = (problem: unknown): void => {
        if (problem !== null) report(problem);
        say({ problem: problem === null ? null : systemReason(problem) });
      };
      const journalOf = (workspace: string): Journal => {
        const journal =
          journals.get(workspace) ?? createJournal({ folder, of: identify(nodeFiles, workspace), onProblem });
        journals.set(workspace, journal);
        return journal;
      };
      let opened: string | undefined;
      session.onUnsaved((workspace, edits) => {
        if (isRead) journalOf(workspace).note(edits);
        else
          void ready.then(() =>
            journalOf(workspace).note(session.inspection?.workspace === workspace ? session.unsaved() : edits),
          );
      });
      session.onChanged(({ workspace }) => {
        if (workspace === opened) return;
        opened = workspace;
        offer(window, session, journalOf(workspace), take(workspace)).catch(report);
      });
      window.on('closed', () => {
        for (const [workspace, journal] of journals) {
          if (workspace === opened) journal.close();
          else void keepForLater(journal.release());
        }
      });
      const keepForLater = async (file: string | undefined): Promise<void> => {
        const restored = file === undefined ? undefined : await readOne(file, report);
        if (restored !== undefined) left.push(restored);
      };
    },
  };
}

async function offer(
  window: BrowserWindow,
  session: Session,
  journal: Journal,
  taking: Promise<readonly LeftBehind[]>,
): Promise<void> {
  for (const found of await taking) {
    const workspace = session.inspection?.workspace ?? '';
    const answer = await ask(window, found, workspace);
    if (window.isDestroyed() || session.inspection?.workspace !== workspace) return;
    const refused: string[] = [];
    if (answer === 'restore') {
      for (const edit of found.edits) {
        await session
          .restore(edit)
          .catch((problem: unknown) =>
            refused.push(`${visible(edit.id)}: ${problem instanceof Error ? problem.message : String(problem)}`),
          );
      }
      await journal.settled();
    }
    const message = 'Not all edits could be restored. They stay kept and are offered again.';
    if (refused.length > 0) await dialog.showMessageBox(window, { type: 'error', message, detail: refused.join('\n') });
    else if (answer !== 'later') await forget(found);
  }
}

async function ask(
  window: BrowserWindow,
  { edits, folder, at }: LeftBehind,
  workspace: string,
): Promise<'restore' | 'later' | 'delete'> {
  if (!window.isVisible()) await new Promise<void>((resolve) => window.once('show', () => resolve()));
  const files = edits.length === 1 ? 'one file' : `${edits.length} files`;
  const elsewhere = folder.path === workspace ? '' : ` The folder was ${visible(folder.path)} then.`;
  const made = `They were last changed on ${new Date(at).toLocaleString()} and never saved.`;
  const means =
    'Restoring puts them back as unsaved edits; nothing is written to ' +
    `${visible(basename(workspace))} until you save.`;
  const { response } = await dialog.showMessageBox(window, {
    type: 'question',
    message: `Restore the unsaved edits of ${files}?`,
    detail: `${made}${elsewhere} ${means}\n\n${listed(edits.map(({ id }) => id))}`,
    buttons: ['Restore', 'Not Now', 'Delete Them'],
    defaultId: 0,
    cancelId: 1,
    noLink: true,
  } satisfies MessageBoxOptions);
  return response === 0 ? 'restore' : response === 2 ? 'delete' : 'later';
}

/** After more crashes in a minute, the user is asked before the page reloads. */
const mostCrashes = 3;

/** The session lives in the main process, so a reloaded page shows everything, unsaved edits included. */
export function reloadCrashedPage(window: BrowserWindow, load: () => Promise<void>, crashed: () => void): void {
  let crashes: readonly number[] = [];
  const again = (): void => void load().catch((problem: unknown) => log.error('loading the page again', problem));
  window.webContents.on('render-process-gone', (_event, { reason, exitCode }) => {
    if (reason === 'clean-exit' || window.isDestroyed()) return;
    log.error(`the page is gone: ${reason} (${exitCode})`);
    crashed();
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
    detail: `The last reason was: ${reason}. Load Again keeps your unsaved edits.`,
    buttons: ['Load Again', 'Quit'],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
  });
  return response === 0;
}
