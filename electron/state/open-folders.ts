import { z } from 'zod';
import { remembered, stateFile } from './state-file';

/** Which folder each window shows, stored so that all reopen after a restart. */
export interface OpenFolders {
  /** The folders when the app last ended. */
  list(): readonly string[];
  note(window: number, folder: string): void;
  /** The user closed one of several windows. The last window, and all that close with the app, are reopened. */
  forget(window: number): void;
}

const most = 12;

export function createOpenFolders(path: string): OpenFolders {
  const file = remembered(stateFile<readonly string[]>(path, z.array(z.string()).max(100).readonly(), []));
  const before = file.read();
  const folders = new Map<number, string>();
  const write = (): void => file.write([...folders.values()].slice(0, most));
  return {
    list: () => before,
    note(window, folder) {
      if (folders.get(window) === folder) return;
      folders.set(window, folder);
      write();
    },
    forget(window) {
      if (!folders.has(window) || folders.size === 1) return;
      folders.delete(window);
      write();
    },
  };
}
