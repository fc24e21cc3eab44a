/** The page's only way out: the bridge of the contract, for the names listed here and no others. */
import { contextBridge, ipcRenderer, webUtils } from 'electron';
import type { Channel, Events, Reply, Wire } from '../shared/ipc/contract';

const channels = {
  'workspace:choose': true,
  'workspace:open': true,
  'workspace:recent': true,
  'workspace:examples': true,
  'workspace:left': true,
  'window:open': true,
  'models:list': true,
  'schemas:list': true,
  'inspection:get': true,
  'inspection:configure': true,
  'inspection:peek': true,
  'trust:allow': true,
  'trust:revoke': true,
  'baseline:get': true,
  'baseline:set': true,
  'buffer:read': true,
  'buffer:edit': true,
  'buffer:splice': true,
  'buffer:save': true,
  'buffer:revert': true,
  'prompt:secrets': true,
  'prompt:preview': true,
  'prompt:copy': true,
  'prompt:export': true,
  'layout:create': true,
  'request:paste': true,
  'request:choose': true,
  'request:clipboard': true,
  'request:sequence': true,
  'request:compare': true,
  'matrix:run': true,
  'matrix:stop': true,
  'cache:edit-cost': true,
  'cache:mark': true,
  'cache:targets': true,
  'cache:simulate': true,
  'cache:usage': true,
  'cache:volatility': true,
  'counts:calibrate': true,
  'counts:plan': true,
  'counts:ask': true,
  'counts:stop': true,
  'counts:forget': true,
  'tiers:turn': true,
  'folder:choose': true,
  'catalog:compare': true,
} satisfies Record<Channel, true>;

const events = {
  'inspection:changed': true,
  'workspace:failed': true,
  'workspace:wanted': true,
  'menu:command': true,
  'matrix:progress': true,
  'app:notice': true,
  'journal:state': true,
} satisfies Record<keyof Events, true>;

const refused = (channel: string): string =>
  JSON.stringify({
    ok: false,
    error: { code: 'forbidden', message: `There is no channel ${channel}` },
  } satisfies Reply<never>);

const wire: Wire = {
  invoke: (channel, ...args) =>
    Object.hasOwn(channels, channel) ? ipcRenderer.invoke(channel, ...args) : Promise.resolve(refused(String(channel))),
  on(event, listener) {
    if (!Object.hasOwn(events, event)) throw new Error(`There is no event ${String(event)}`);
    const receive = (_event: unknown, json: string): void => listener(json);
    ipcRenderer.on(event, receive);
    return () => {
      ipcRenderer.removeListener(event, receive);
    };
  },
  pathOf(file) {
    const path = file instanceof File ? webUtils.getPathForFile(file) : '';
    // Only what the system says is told on: a file that a page made has no path.
    if (path !== '') void ipcRenderer.invoke('file:dropped', path);
    return path;
  },
};

contextBridge.exposeInMainWorld('strata', wire);

// The page's storage comes from the main process at the first look, and the page would wait for it while that opens the
// folder.
const storage: unknown = Reflect.get(globalThis, 'localStorage');
if (typeof storage === 'object' && storage !== null) Reflect.get(storage, 'length');
