import { coalesce, type Batch, type Change, type FolderEvent } from './coalesce';
import { systemCode } from '../errors';
import type { FileBoundary } from '../disk/files';
import { changedNames, fingerprint, type Fingerprint } from './fingerprint';
import { concerns, type Interests } from './interests';
import { childOf, isInside } from '../disk/paths';

export interface WatcherTimes {
  /** Interval between checks of a folder that cannot be watched. */
  readonly pollMs: number;
  /**
   * Delay after the last relevant event until everything is checked once, since a full event queue silently drops
   * events.
   */
  readonly settleMs: number;
  /** Same, after irrelevant events. */
  readonly strayMs: number;
  /** How long an emptied file may take to be written before it is reported. */
  readonly emptiedMs: number;
}

const watcherTimes: WatcherTimes = { pollMs: 1000, settleMs: 300, strayMs: 5000, emptiedMs: 10 };

export interface WatcherOptions {
  readonly boundary: FileBoundary;
  /** `all`: check everything; `flood`: so many events came that some may be lost. */
  readonly changed: (changes: readonly Change[] | 'all', flood: boolean) => void;
  readonly times?: Partial<WatcherTimes>;
}

export interface WatcherState {
  readonly watching: number;
  /** Folders polled because the system's watch limit is reached. */
  readonly overLimit: number;
}

export interface Watcher {
  /** Watches exactly these. Returns the newly watched folders: check them once more. */
  update(interests: Interests): readonly string[];
  state(): WatcherState;
  close(): void;
}

interface Watched {
  readonly end: () => void;
  readonly identity: string;
}

interface Polled {
  readonly overLimit: boolean;
  print: Fingerprint;
}

/** Well below Linux's queue of 16,384 events. */
const floodEvents = 4000;

/** More files at once are not a save in an editor. */
const savedAtOnce = 4;

const limitCodes = ['ENOSPC', 'EMFILE', 'ENFILE', 'ENOMEM'];
const goneCodes = ['ENOENT', 'ENOTDIR'];

/** One system watch per folder. If the system refuses, the folder is polled. */
export function createWatcher({ boundary, changed, times: given }: WatcherOptions): Watcher {
  const times = { ...watcherTimes, ...given };
  const watched = new Map<string, Watched>();
  const polled = new Map<string, Polled>();
  /** Missing folders: a refused watch costs more than a stat. */
  const missing = new Set<string>();
  const events: FolderEvent[] = [];
  let interests: Interests = new Map();
  let folders = 0;
  let flushing: NodeJS.Immediate | undefined;
  let settle: NodeJS.Timeout | undefined;
  let stray: NodeJS.Timeout | undefined;
  let polling: NodeJS.Timeout | undefined;
  let emptied: NodeJS.Timeout | undefined;
  let count = 0;
  let closed = false;
  /** True if a folder may have appeared or vanished since the last update. */
  let isNews = true;

  const onEvent = (event: FolderEvent): void => {
    if (closed) return;
    if (event.kind !== 'change') isNews = true;
    events.push(event);
    count += 1;
    flushing ??= setImmediate(() => flush(true));
  };
  const lookAround = (): void => {
    clearTimeout(settle);
    clearTimeout(stray);
    settle = undefined;
    stray = undefined;
    isNews = true;
    for (const [folder, { identity }] of watched) if (identity !== identityOf(boundary, folder)) unwatch(folder);
    changed('all', count > floodEvents);
    count = 0;
  };
  /**
   * Many tools save by emptying a file, then writing it. `isPatient`: waits briefly for the second step before
   * reporting the first.
   */
  const flush = (isPatient: boolean): void => {
    flushing = undefined;
    const batch: Batch = coalesce(events, interests);
    if (
      isPatient &&
      batch.changes.length <= savedAtOnce &&
      batch.changes.some((change) => isEmptied(boundary, change))
    ) {
      emptied ??= setTimeout(() => flush(false), times.emptiedMs);
      return;
    }
    clearTimeout(emptied);
    emptied = undefined;
    events.length = 0;
    if (batch.changes.length === 0) {
      stray ??= setTimeout(lookAround, times.strayMs).unref();
      return;
    }
    for (const folder of watched.keys()) if (batch.doubtful.some((doubt) => isInside(doubt, folder))) unwatch(folder);
    settle = settle?.refresh() ?? setTimeout(lookAround, times.settleMs).unref();
    changed(batch.changes, false);
  };
  const unwatch = (folder: string): void => {
    watched.get(folder)?.end();
    watched.delete(folder);
  };
  const poll = (): void => {
    for (const [folder, state] of polled) {
      const names = interests.get(folder) ?? new Set<string>();
      const now = fingerprint(boundary, folder, names);
      for (const name of changedNames(state.print, now))
        if (concerns(names, name)) onEvent({ folder, kind: 'rename', name });
      state.print = now;
    }
  };
  const watch = (folder: string): boolean => {
    if (missing.has(folder) && identityOf(boundary, folder) === '') return false;
    missing.delete(folder);
    try {
      const end = boundary.watch(
        folder,
        (kind, name) => onEvent({ folder, kind, name }),
        () => onEvent({ folder, kind: 'gone', name: undefined }),
      );
      watched.set(folder, { end, identity: identityOf(boundary, folder) });
      polled.delete(folder);
      return true;
    } catch (error) {
      const code = systemCode(error);
      if (code === '') throw error;
      if (goneCodes.includes(code)) {
        polled.delete(folder);
        missing.add(folder);
      } else if (!polled.has(folder))
        polled.set(folder, {
          overLimit: limitCodes.includes(code),
          print: fingerprint(boundary, folder, interests.get(folder) ?? 'all'),
        });
      else return false;
      return polled.has(folder);
    }
  };

  return {
    update(next) {
      if (closed || (next === interests && next.size === folders && !isNews)) return [];
      isNews = false;
      interests = next;
      folders = next.size;
      for (const folder of watched.keys()) if (!next.has(folder)) unwatch(folder);
      for (const folder of polled.keys()) if (!next.has(folder)) polled.delete(folder);
      for (const folder of missing) if (!next.has(folder)) missing.delete(folder);
      const fresh = [...next.keys()].filter((folder) => !watched.has(folder) && watch(folder));
      if (polled.size > 0) polling ??= setInterval(poll, times.pollMs).unref();
      else {
        clearInterval(polling);
        polling = undefined;
      }
      return fresh;
    },
    state: () => ({
      watching: watched.size + polled.size,
      overLimit: [...polled.values()].filter((each) => each.overLimit).length,
    }),
    close() {
      closed = true;
      for (const folder of watched.keys()) unwatch(folder);
      polled.clear();
      clearImmediate(flushing);
      clearTimeout(settle);
      clearTimeout(stray);
      clearInterval(polling);
      clearTimeout(emptied);
    },
  };
}

function isEmptied(boundary: FileBoundary, { folder, name }: Change): boolean {
  if (name === undefined) return false;
  try {
    const stat = boundary.stat(childOf(folder, name));
    return stat?.kind === 'file' && stat.size === 0;
  } catch (error) {
    if (systemCode(error) === '') throw error;
    return false;
  }
}

function identityOf(boundary: FileBoundary, folder: string): string {
  try {
    const stat = boundary.stat(folder);
    return stat === undefined ? '' : `${stat.device} ${stat.inode}`;
  } catch (error) {
    return systemCode(error);
  }
}
