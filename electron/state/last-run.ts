/** Remembers which folders were open when a run crashed, so that they are not reopened unasked. No Electron here. */
import { basename } from 'node:path';
import { z } from 'zod';
import { visible } from '../../shared/basics/invisible';
import type { Results } from '../../shared/ipc/contract';
import { remembered, stateFile } from './state-file';

const leftOpen = z.object({ path: z.string(), ready: z.boolean() });
export type LeftOpen = z.infer<typeof leftOpen>;

const running = z.object({
  open: z.array(leftOpen).max(100),
  /** Folders of crashed runs, until a run with them ends normally. */
  suspects: z.array(z.string()).max(100),
});

export interface LastRun {
  /** What the previous run had open when it hung, crashed or was killed; empty if it ended normally. */
  readonly left: readonly LeftOpen[];
  /** True if this folder should not be opened unasked. */
  isSuspect(folder: string): boolean;
  opening(window: number, folder: string): void;
  ready(window: number, folder: string): void;
  /** The window no longer shows a folder, or the folder could not be opened. */
  closed(window: number): void;
  /** The app ends normally. */
  ended(): void;
}

export function createLastRun(path: string): LastRun {
  const file = remembered(stateFile(path, running, { open: [], suspects: [] }));
  const before = file.read();
  const left = before.open;
  const suspects = new Set([...left.map((each) => each.path), ...before.suspects].slice(0, 100));
  const open = new Map<number, LeftOpen>();
  const sound = new Set<string>();
  const write = (): void => file.write({ open: [...open.values()], suspects: [...suspects] });
  const note = (window: number, entry: LeftOpen): void => {
    open.set(window, entry);
    write();
  };
  if (left.length > 0) write();
  return {
    left,
    isSuspect: (folder) => suspects.has(folder),
    opening: (window, folder) => note(window, { path: folder, ready: false }),
    ready(window, folder) {
      sound.add(folder);
      note(window, { path: folder, ready: true });
    },
    closed(window) {
      if (open.delete(window)) write();
    },
    ended() {
      open.clear();
      for (const folder of sound) suspects.delete(folder);
      write();
    },
  };
}

/** The message about these folders, and which can be reopened. */
export function leftOf({ left }: LastRun): Results['workspace:left'] {
  if (left.length === 0) return null;
  const names = left.map(({ path }) => visible(basename(path))).join(', ');
  const text = left.some(({ ready }) => !ready)
    ? `Strata did not close properly while opening ${names}.`
    : `Strata did not close properly with ${names} open.`;
  return { text, folders: left.map(({ path }) => path) };
}
