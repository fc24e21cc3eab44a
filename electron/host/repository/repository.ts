/** The files of a repository and their symbols. Workers do the work; this thread only passes on results. */
import { availableParallelism } from 'node:os';
import type { FileSymbols, RepositoryFile, SymbolTable } from '../../../shared/sources/types';
import { byPath, type ListingProblem } from './names';
import { RepositoryWorkers } from './workers';
import { parseJsonLines } from '../symbols/json-lines';
import type { Listed, Progress } from '../symbols/worker/messages';

export type { Progress } from '../symbols/worker/messages';

export interface RepositoryOptions {
  /** Where symbols are cached between runs; without it each run reads them again. */
  readonly cacheFolder?: string | undefined;
  readonly onProgress?: (progress: Progress) => void;
  /** Bytes of unread files from which a second worker starts; default: 2 MB, if there is a second core. */
  readonly helpFrom?: number;
}

/** What is known now. The same object until something changes. */
export interface RepositoryState {
  /** Undefined before the first listing. */
  readonly files: readonly RepositoryFile[] | undefined;
  /** Relative to the opened folder: '' for itself, the others end in `/`. */
  readonly folders: readonly string[];
  readonly problems: readonly ListingProblem[];
  readonly symbols: SymbolTable;
  /** Why the symbols could not be cached. */
  readonly unsaved: string | undefined;
}

export interface Repository {
  /** The files on disk now. Rejects with the signal's reason when aborted. */
  list(signal?: AbortSignal): Promise<readonly RepositoryFile[]>;
  /** The complete table. */
  symbols(signal?: AbortSignal): Promise<SymbolTable>;
  state(): RepositoryState;
  /**
   * Marks paths (relative to the folder, with `/`), or everything, as possibly changed. The next answer reflects the
   * disk.
   */
  changed(paths: readonly string[] | 'all'): void;
  /** Called whenever `state` changes. Returns a function that unsubscribes. */
  onChanged(listener: () => void): () => void;
  dispose(): Promise<void>;
}

/** Up to this many changes are read before an incomplete table could be seen. */
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
  /** The last complete table; returned again, as the same object, until something changes. */
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
      // Our own worker wrote values of this type.
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
