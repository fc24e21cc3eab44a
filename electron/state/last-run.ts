/**
 * Remembers which folders were open when a run crashed, or whose page hung or crashed, so that they are not reopened
 * unasked. No Electron here.
 */
import { basename } from 'node:path';
import { z } from 'zod';
import { visible } from '../../shared/basics/invisible';
import type { Results } from '../../shared/ipc/contract';
import { remembered, stateFile } from './state-file';

/** `ready`: the page has drawn it. `broken`: the page hung or crashed with it. */
const leftOpen = z.object({ path: z.string(), ready: z.boolean(), broken: z.boolean().optional() });
export type LeftOpen = z.infer<typeof leftOpen>;

const running = z.object({
  open: z.array(leftOpen).max(100),
  /** The run ended normally; what is open all the same was not drawn, or hung or crashed its page. */
  ended: z.boolean().optional(),
  /** Folders of crashed runs, until a run with them ends normally. */
  suspects: z.array(z.string()).max(100),
});

export interface LastRun {
  /** What the previous run had open when it hung, crashed or was killed; empty if all went well. */
  readonly left: readonly LeftOpen[];
  /** True if the previous run ended normally, whatever it left. */
  readonly hasEnded: boolean;
  /** True if this folder should not be opened unasked. */
  isSuspect(folder: string): boolean;
  opening(window: number, folder: string): void;
  /** The page has drawn the folder. */
  ready(window: number, folder: string): void;
  /** The page hung or crashed, or answers again. */
  broken(window: number, isBroken: boolean): void;
  /** The folder could not be opened. */
  failed(window: number): void;
  /** The window is closed. What its page had not drawn, or what hung or crashed it, stays on the list. */
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
  const write = (ended?: true): void =>
    file.write({ open: [...open.values()].slice(0, 100), suspects: [...suspects], ...(ended && { ended }) });
  const note = (window: number, entry: LeftOpen): void => {
    open.set(window, entry);
    write();
  };
  if (left.length > 0) write();
  return {
    left,
    hasEnded: before.ended === true,
    isSuspect: (folder) => suspects.has(folder),
    opening(window, folder) {
      // Opened once more, it stays on screen until then.
      if (open.get(window)?.path !== folder) note(window, { path: folder, ready: false });
    },
    ready(window, folder) {
      sound.add(folder);
      note(window, { path: folder, ready: true });
    },
    broken(window, isBroken) {
      const entry = open.get(window);
      if (entry === undefined) return;
      if (isBroken) sound.delete(entry.path);
      else if (entry.ready) sound.add(entry.path);
      note(window, { path: entry.path, ready: entry.ready, ...(isBroken && { broken: true }) });
    },
    failed(window) {
      if (open.delete(window)) write();
    },
    closed(window) {
      const entry = open.get(window);
      if (entry === undefined || !entry.ready || entry.broken === true) return;
      open.delete(window);
      write();
    },
    ended() {
      for (const [window, { ready, broken }] of open) if (ready && broken !== true) open.delete(window);
      for (const folder of sound) suspects.delete(folder);
      write(true);
    },
  };
}

/** The message about these folders, and which can be reopened. */
export function leftOf({ left, hasEnded }: LastRun): Results['workspace:left'] {
  if (left.length === 0) return null;
  const names = left.map(({ path }) => visible(basename(path))).join(', ');
  return { text: messageOf(names, left, hasEnded), folders: left.map(({ path }) => path) };
}

function messageOf(names: string, left: readonly LeftOpen[], hasEnded: boolean): string {
  if (left.some(({ broken }) => broken === true)) return `The window hung or crashed with ${names} open.`;
  const isOpening = left.some(({ ready }) => !ready);
  if (hasEnded) return `Strata was closed while opening ${names}.`;
  return `Strata did not close properly ${isOpening ? `while opening ${names}` : `with ${names} open`}.`;
}
