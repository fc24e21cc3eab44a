import { z } from 'zod';
import type { StateFile } from './state-file';
import { remembered, stateFile } from './state-file';

const most = 12;

export interface Recent {
  list(): readonly string[];
  add(workspace: string): void;
  clear(): void;
  onChanged(listener: () => void): () => void;
}

/** The most recently opened folders, newest first. */
export function createRecent(path: string): Recent {
  const file: StateFile<readonly string[]> = remembered(stateFile(path, z.array(z.string()).max(100).readonly(), []));
  const listeners = new Set<() => void>();
  const write = (workspaces: readonly string[]): void => {
    file.write(workspaces);
    for (const listener of listeners) listener();
  };
  return {
    list: () => file.read().slice(0, most),
    add: (workspace) => write([workspace, ...file.read().filter((each) => each !== workspace)].slice(0, most)),
    clear: () => write([]),
    onChanged(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
