/** The page's only way out: calls and events of the contract, by their names, and the paths of what is dropped. */
import { contextBridge, ipcRenderer, webUtils } from 'electron';
import type { Wire, WireName } from '../shared/ipc/contract';

const listeners = new Map<string, Set<(json: string) => void>>();
ipcRenderer.on('strata:event' satisfies WireName, (_event, name: string, json: string) => {
  for (const listener of listeners.get(name) ?? []) listener(json);
});

const wire: Wire = {
  invoke: (channel, ...args) => ipcRenderer.invoke('strata:call' satisfies WireName, channel, ...args),
  on(event, listener) {
    const ofEvent = listeners.get(event) ?? new Set();
    listeners.set(event, ofEvent.add(listener));
    return () => {
      ofEvent.delete(listener);
    };
  },
  pathOf(file) {
    const path = file instanceof File ? webUtils.getPathForFile(file) : '';
    // Only what the system says is told on: a file that a page made has no path.
    if (path !== '') void ipcRenderer.invoke('strata:dropped' satisfies WireName, path);
    return path;
  },
};

contextBridge.exposeInMainWorld('strata', wire);

// The page's storage comes from the main process at the first look, and the page would wait for it while that opens the
// folder.
const storage: unknown = Reflect.get(globalThis, 'localStorage');
if (typeof storage === 'object' && storage !== null) Reflect.get(storage, 'length');
