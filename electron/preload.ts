/** The page's only way out: the bridge of the contract, for the names listed here and no others. */
import { contextBridge, ipcRenderer, webUtils } from 'electron';
import type { Bridge, Channel, Events } from '../shared/ipc/contract';

const channels = {
  'workspace:choose': true,
  'workspace:open': true,
  'workspace:recent': true,
  'workspace:examples': true,
  'window:open': true,
  'models:list': true,
  'schemas:list': true,
  'inspection:get': true,
  'inspection:configure': true,
  'inspection:peek': true,
  'baseline:get': true,
  'baseline:set': true,
  'buffer:read': true,
  'buffer:edit': true,
  'buffer:save': true,
  'buffer:revert': true,
  'prompt:secrets': true,
  'prompt:copy': true,
  'prompt:export': true,
} satisfies Record<Channel, true>;

const events = {
  'inspection:changed': true,
  'workspace:failed': true,
  'workspace:wanted': true,
  'menu:command': true,
} satisfies Record<keyof Events, true>;

const bridge: Bridge = {
  invoke(channel, ...args) {
    if (!Object.hasOwn(channels, channel)) {
      return Promise.resolve({ ok: false, error: { code: 'forbidden', message: `There is no channel ${String(channel)}` } });
    }
    return ipcRenderer.invoke(channel, ...args);
  },
  on(event, listener) {
    if (!Object.hasOwn(events, event)) throw new Error(`There is no event ${String(event)}`);
    const receive = (_event: unknown, payload: Parameters<typeof listener>[0]): void => listener(payload);
    ipcRenderer.on(event, receive);
    return () => {
      ipcRenderer.removeListener(event, receive);
    };
  },
  pathOf(file) {
    return file instanceof File ? webUtils.getPathForFile(file) : '';
  },
};

contextBridge.exposeInMainWorld('strata', bridge);
