/**
 * The only user of `ipcMain` and `webContents.send`. Checks who may call; the answers are made elsewhere, possibly
 * later.
 */
import { ipcMain, type IpcMainInvokeEvent, type WebContents } from 'electron';
import type { Events } from '../../shared/ipc/contract';
import type { WireName } from '../../shared/ipc/wire';
import { grants } from '../window/grants';
import { isPageUrl } from '../window/page';

export interface Caller {
  /** Undefined for a frame that is not our page. */
  readonly page: WebContents | undefined;
  readonly url: string;
}

/** Answers one call with the JSON of its reply. The channel name is untrusted. */
export type Answer = (from: Caller, channel: string, args: readonly unknown[]) => Promise<string>;

/** Calls wait until `answer` resolves. */
export function registerBridge(answer: Promise<Answer>): void {
  registerDrops();
  ipcMain.handle('strata:call' satisfies WireName, async (event, channel: unknown, ...args: unknown[]) => {
    const from = {
      page: trusted(event) ? event.sender : undefined,
      url: event.senderFrame?.url ?? 'a frame that is gone',
    };
    return (await answer)(from, String(channel), args);
  });
}

/** Files dropped on the window. The preload gets the path from the system, so a page cannot forge one. */
function registerDrops(): void {
  ipcMain.handle('strata:dropped' satisfies WireName, (event, path: unknown) => {
    if (trusted(event) && typeof path === 'string' && path !== '') grants.allow(path);
  });
}

function trusted(event: Pick<IpcMainInvokeEvent, 'senderFrame' | 'sender'>): boolean {
  const frame = event.senderFrame;
  return frame !== null && frame === event.sender.mainFrame && isPageUrl(frame.url);
}

export function sendEvent<E extends keyof Events>(to: WebContents, event: E, payload: Events[E]): void {
  if (!to.isDestroyed()) to.send('strata:event' satisfies WireName, event, JSON.stringify(payload));
}
