/** Closing with unsaved edits asks first. Under STRATA_TEST=1 nobody is there to answer, so nothing is asked. */
import { basename } from 'node:path';
import { dialog, type BrowserWindow } from 'electron';
import { visible } from '../shared/document/invisible';
import { ReadOnlyFile } from './host/errors';
import type { Session } from './host/session';

const asks = process.env['STRATA_TEST'] !== '1';

export function unsavedIn(session: Session): readonly string[] {
  return (session.inspection?.sources ?? []).filter((source) => source.dirty).map((source) => source.id);
}

/** Asks before a read-only file is replaced. Without a yes nothing is written, and the edit is kept. */
export async function saveAsking(window: BrowserWindow, session: Session, id: string): Promise<void> {
  try {
    await session.save(id);
  } catch (problem) {
    if (!(problem instanceof ReadOnlyFile) || !(await mayReplace(window, id))) throw problem;
    await session.save(id, { replaceReadOnly: true });
  }
}

async function mayReplace(window: BrowserWindow, id: string): Promise<boolean> {
  const { response } = await dialog.showMessageBox(window, {
    type: 'question',
    message: `Replace the read-only file ${visible(basename(id))}?`,
    detail: `${visible(id)} is marked as not to be written to. Replacing it keeps the mark; Cancel keeps your edit unsaved.`,
    buttons: ['Replace', 'Cancel'],
    defaultId: 1,
    cancelId: 1,
    noLink: true,
  });
  return response === 0;
}

/** True when the edits were saved or given up, false when the user would rather stay. */
export async function settleUnsaved(window: BrowserWindow, session: Session): Promise<boolean> {
  const unsaved = unsavedIn(session);
  if (unsaved.length === 0 || !asks) return true;
  const { response } = await dialog.showMessageBox(window, {
    type: 'warning',
    message: unsaved.length === 1 ? `Save the changes to ${visible(basename(unsaved[0] ?? ''))}?` : `Save the changes to ${unsaved.length} files?`,
    detail: `${unsaved.slice(0, 8).map(visible).join('\n')}${unsaved.length > 8 ? `\nand ${unsaved.length - 8} more` : ''}\n\nWhat is not saved is lost when the window closes.`,
    buttons: ['Save', 'Discard', 'Cancel'],
    defaultId: 0,
    cancelId: 2,
    noLink: true,
  });
  if (response === 0) {
    try {
      for (const id of unsaved) await saveAsking(window, session, id);
    } catch (problem) {
      await dialog.showMessageBox(window, { type: 'error', message: 'Not everything could be saved.', detail: problem instanceof Error ? problem.message : String(problem) });
      return false;
    }
  }
  return response !== 2;
}
