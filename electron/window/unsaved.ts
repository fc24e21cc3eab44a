/** Asks before closing with unsaved edits. Not under STRATA_TEST=1, where nobody can answer. */
import { basename } from 'node:path';
import { dialog, type BrowserWindow } from 'electron';
import { visible } from '../../shared/basics/invisible';
import type { SaveOptions } from '../host/edit/buffers';
import { ReadOnlyFile } from '../host/errors';
import type { Session } from '../host/session';

const asks = process.env['STRATA_TEST'] !== '1';

/** Includes edits that no build has seen yet. */
export function unsavedIn(session: Session): readonly string[] {
  return session.unsaved().map(({ id }) => id);
}

/** Asks before replacing a read-only file. Unless the user agrees, nothing is written and the edit stays. */
export async function saveAsking(
  window: BrowserWindow,
  id: string,
  save: (options: SaveOptions) => Promise<void>,
): Promise<void> {
  try {
    await save({});
  } catch (problem) {
    if (!(problem instanceof ReadOnlyFile) || !(await mayReplace(window, id))) throw problem;
    await save({ replaceReadOnly: true });
  }
}

async function mayReplace(window: BrowserWindow, id: string): Promise<boolean> {
  const { response } = await dialog.showMessageBox(window, {
    type: 'question',
    message: `Replace the read-only file ${visible(basename(id))}?`,
    detail:
      `${visible(id)} is read-only. If you replace it, it has your edit and stays read-only. ` +
      'If you cancel, your edit stays unsaved.',
    buttons: ['Replace', 'Cancel'],
    defaultId: 1,
    cancelId: 1,
    noLink: true,
  });
  return response === 0;
}

/** True when the edits were saved or discarded, false when the user cancels. */
export async function settleUnsaved(window: BrowserWindow, session: Session): Promise<boolean> {
  const unsaved = unsavedIn(session);
  if (unsaved.length === 0 || !asks) return true;
  const { response } = await dialog.showMessageBox(window, {
    type: 'warning',
    message:
      unsaved.length === 1
        ? `Save the changes to ${visible(basename(unsaved[0] ?? ''))}?`
        : `Save the changes to ${unsaved.length} files?`,
    detail: `${listed(unsaved)}\n\nWhat is not saved is lost when the window closes.`,
    buttons: ['Save', 'Discard', 'Cancel'],
    defaultId: 0,
    cancelId: 2,
    noLink: true,
  });
  if (response !== 0) return response === 1;
  const problems: string[] = [];
  for (const id of unsaved) {
    await saveAsking(window, id, (options) => session.save(id, options)).catch((problem: unknown) =>
      problems.push(problem instanceof Error ? problem.message : String(problem)),
    );
  }
  const message = 'Not everything could be saved, so the window stays open.';
  if (problems.length > 0) await dialog.showMessageBox(window, { type: 'error', message, detail: problems.join('\n') });
  // The user may have typed during the save.
  return problems.length === 0 && unsavedIn(session).length === 0;
}

/** File names for a dialog. */
export function listed(ids: readonly string[]): string {
  const most = 8;
  return [...ids.slice(0, most).map(visible), ...(ids.length > most ? [`and ${ids.length - most} more`] : [])].join(
    '\n',
  );
}
