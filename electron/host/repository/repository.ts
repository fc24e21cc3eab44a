/**
 * The files of a repository and the symbols in them, found out by workers: this thread only passes on what they say.
 * `repository-*.ts` lists files, `symbols/` reads and links them; both are plain Node.
 */
import { availableParallelism } from 'node:os';
import type { FileSymbols, RepositoryFile, SymbolTable } from '../../../shared/sources/types';
import { byPath, type ListingProblem } from './names';
import { RepositoryWorkers } from './workers';
import { parseJsonLines } from '../symbols/json-lines';
import type { Listed, Progress } from '../symbols/worker/messages';

export type { Progress } from '../symbols/worker/messages';

export interface RepositoryOptions {
  /** Where symbols are kept between runs; without it they are read anew in each. */
  readonly cacheFolder?: string | undefined;
  readonly onProgress?: (progress: Progress) => void;
  /** From how many bytes of unread files on a second worker helps; by default 2 MB where there is a second core. */
  readonly helpFrom?: number;
}

/** What is known at this moment. The same object until something changes. */
export interface RepositoryState {
  /** Undefined before the first listing. */
  readonly files: readonly RepositoryFile[] | undefined;
  /** Relative to the opened folder: '' for itself, the others ended by `/`. */
  readonly folders: readonly string[];
  readonly problems: readonly ListingProblem[];
  readonly symbols: SymbolTable;
  /** Why symbols could not be kept for the next run. */
  readonly unsaved: string | undefined;
}

export interface Repository {
  /** The files as they are on disk now. Rejects with the signal's reason when it is aborted. */
  list(signal?: AbortSignal): Promise<readonly RepositoryFile[]>;
  /** The complete table. */
  symbols(signal?: AbortSignal): Promise<SymbolTable>;
  state(): RepositoryState;
  /**
   * Paths relative to the folder, with `/`, that may have changed, or everything. Asking again answers for the disk as
   * it is then.
   */
  changed(paths: readonly string[] | 'all'): void;
  /** Called whenever `state` answers differently. Returns the end of it. */
  onChanged(listener: () => void): () => void;
  dispose(): Promise<void>;
}

/** Up to so many changes are read before anybody could look at an incomplete table. */
const aFewPaths = 100;

const nothingYet: RepositoryState = {
  files: undefined,
  folders: [''],
  problems: [],
  symbols: { files: [], complete: false },
  unsaved: undefined,
};

export function createRepositoryService(folder: string, options: RepositoryOptions = {}): Repository {
  let state = nothingYet;
  const entries = new Map<string, FileSymbols>();
  const listeners = new Set<() => void>();
  /** The last complete table: without news it is the answer again, as the same object. */
  let complete: SymbolTable | undefined;
  const set = (change: Partial<RepositoryState>): void => {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  };
  const workers = new RepositoryWorkers({
    folder,
    cacheFolder: options.cacheFolder,
    helpFrom: options.helpFrom ?? (availableParallelism() > 1 ? 2 * 1024 * 1024 : Number.POSITIVE_INFINITY),
    progress: (progress) => options.onProgress?.(progress),
    listed: ({ files, folders, problems }: Listed) => {
      if (!isSame(state, { files, folders, problems })) set({ files, folders, problems });
    },
    entries: (lines) => {
      // Written by our own worker from values of this type.
      for (const file of parseJsonLines(lines) as readonly FileSymbols[]) entries.set(file.path, file);
    },
    linked: (removed, isNews) => {
      for (const path of removed) entries.delete(path);
      if (isNews || removed.length > 0 || complete === undefined) complete = { files: sorted(entries), complete: true };
      if (state.symbols !== complete) set({ symbols: complete });
    },
    restarted: () => entries.clear(),
    unsaved: (reason) => set({ unsaved: reason }),
  });
  return {
    async list(signal) {
      await workers.ask('list', signal);
      return state.files ?? [];
    },
    async symbols(signal) {
      await workers.ask('symbols', signal);
      return state.symbols;
    },
    state: () => state,
    changed(paths) {
      if (paths !== 'all' && paths.length === 0) return;
      workers.changed(paths);
      if (state.symbols.complete && (paths === 'all' || paths.length > aFewPaths))
        set({ symbols: { files: state.symbols.files, complete: false } });
    },
    onChanged(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    dispose: () => workers.close(),
  };
}

function sorted(entries: ReadonlyMap<string, FileSymbols>): readonly FileSymbols[] {
  return [...entries.values()].toSorted(byPath);
}

function isSame(state: RepositoryState, { files, folders, problems }: Listed): boolean {
  const { files: before } = state;
  return (
    before?.length === files.length &&
    files.every((file, index) => {
      const other = before[index];
      return other?.path === file.path && other.bytes === file.bytes && other.excluded === file.excluded;
    }) &&
    JSON.stringify([state.folders, state.problems]) === JSON.stringify([folders, problems])
  );
}
