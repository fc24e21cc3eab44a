/** The only user of `ipcMain` and of `webContents.send`: who may call. What comes back is answered elsewhere, maybe later. */
import { ipcMain, type IpcMainInvokeEvent, type WebContents } from 'electron';
import { channelNames, isChannel } from '../../shared/ipc/channel-names';
import type { Channel, Events } from '../../shared/ipc/contract';
import { isPageUrl } from '../page';

/** One call as the JSON of its reply; `from` is undefined for a frame that is not our page. */
export type Answer = (from: WebContents | undefined, channel: Channel, args: readonly unknown[]) => Promise<string>;

/** Calls wait until there is somebody to answer. */
export function registerBridge(answer: Promise<Answer>): void {
  for (const channel of Object.keys(channelNames).filter(isChannel)) {
    ipcMain.handle(channel, async (event, ...args: unknown[]) => (await answer)(trusted(event) ? event.sender : undefined, channel, args));
  }
}

function trusted(event: IpcMainInvokeEvent): boolean {
  const frame = event.senderFrame;
  return frame !== null && frame === event.sender.mainFrame && isPageUrl(frame.url);
}

export function sendEvent<E extends keyof Events>(to: WebContents, event: E, payload: Events[E]): void {
  if (!to.isDestroyed()) to.send(event, JSON.stringify(payload));
}
