/** The page's only way out: the contract's calls and events by name, and the paths of dropped files. */
import { contextBridge, ipcRenderer, webUtils } from 'electron';
import type { Wire, WireName } from '../shared/ipc/wire';

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
    // A file made by a page has no path; only paths from the system are passed on.
    if (path !== '') void ipcRenderer.invoke('strata:dropped' satisfies WireName, path);
    return path;
  },
};

contextBridge.exposeInMainWorld('strata', wire);

// Touch the page's storage now: the first access asks the main process, which is soon busy opening the folder.
const storage: unknown = Reflect.get(globalThis, 'localStorage');
if (typeof storage === 'object' && storage !== null) Reflect.get(storage, 'length');
