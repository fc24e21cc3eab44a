/** The only user of `ipcMain` and of `webContents.send`: who may call, with what, and what comes back. */
import { ipcMain, type IpcMainInvokeEvent, type WebContents } from 'electron';
import { channels, type Channel, type Events, type Handlers } from '../../shared/ipc/contract';
import { log } from '../log';
import { isPageUrl } from '../page';
import { dispatch, isChannel, refuse } from './dispatch';

/** `handlersOf` knows the windows: a sender that is none of them has no handlers. */
export function registerBridge(handlersOf: (sender: WebContents) => Handlers | undefined): void {
  for (const channel of Object.keys(channels).filter(isChannel)) {
    ipcMain.handle(channel, async (event, ...args: unknown[]) => {
      const handlers = trusted(event) ? handlersOf(event.sender) : undefined;
      if (handlers === undefined) {
        log.warn(`refused ${channel} from ${event.senderFrame?.url ?? 'a frame that is gone'}`);
        return JSON.stringify(refuse('forbidden', `${channel} is not open to this page`));
      }
      return JSON.stringify(await dispatch<Channel>(handlers, channel, args, (problem) => log.error(channel, problem)));
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
