/** The only user of `ipcMain` and of `webContents.send`: who may call. What comes back is answered elsewhere, maybe later. */
import { ipcMain, type IpcMainInvokeEvent, type WebContents } from 'electron';
import { channelNames, isChannel } from '../../shared/ipc/channel-names';
import type { Channel, Events } from '../../shared/ipc/contract';
import { isPageUrl } from '../page';

export interface Caller {
  /** Undefined for a frame that is not our page. */
  readonly page: WebContents | undefined;
  readonly url: string;
}

/** One call as the JSON of its reply. */
export type Answer = (from: Caller, channel: Channel, args: readonly unknown[]) => Promise<string>;

/** Calls wait until there is somebody to answer. */
export function registerBridge(answer: Promise<Answer>): void {
  for (const channel of Object.keys(channelNames).filter(isChannel)) {
    ipcMain.handle(channel, async (event, ...args: unknown[]) => {
      const from = { page: trusted(event) ? event.sender : undefined, url: event.senderFrame?.url ?? 'a frame that is gone' };
      return (await answer)(from, channel, args);
    });
  }
}

function trusted(event: IpcMainInvokeEvent): boolean {
  const frame = event.senderFrame;
  return frame !== null && frame === event.sender.mainFrame && isPageUrl(frame.url);
}

export function sendEvent<E extends keyof Events>(to: WebContents, event: E, payload: Events[E]): void {
  if (!to.isDestroyed()) to.send(event, JSON.stringify(payload));
}
