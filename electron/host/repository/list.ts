import { byCodePoint } from '../../../shared/basics/code-point-order';
import type { RepositoryFile } from '../../../shared/sources/types';
import { systemReason } from '../errors';
import { createYielder } from './yielding';
import { createClassifier, isOnDisk, type ClassifiedFile } from './classify';
import { byPath, isReserved, mostListed, type ListedPath, type ListingProblem } from './names';
import { walkPaths } from './walk';

/** The coarsest time step of a file system (FAT). */
const clockStepMs = 2000;

export interface Listing {
  /** Sorted by path in code-unit order. */
  readonly files: readonly ClassifiedFile[];
  /** Folders where a new file would belong to the list: '' for the opened one, the others end in `/`. */
  readonly folders: readonly string[];
  readonly problems: readonly ListingProblem[];
}

export interface ListOptions {
  readonly signal?: AbortSignal;
  readonly onProgress?: (done: number, total: number) => void;
  readonly onFound?: (entry: ClassifiedFile) => void;
  /** Results of an earlier listing: files with the same stamp are not opened again. */
  readonly earlier?: ReadonlyMap<string, ClassifiedFile>;
}

interface ClassifyOptions extends ListOptions {
  /** Tracked files stay in the list even if missing on disk. */
  readonly tracked?: ReadonlySet<string>;
}

/**
 * The files git would list under a folder: tracked and untracked, not ignored; tracked ones even if missing on disk.
 * Never blocks its thread for long.
 */
export async function listRepository(folder: string, options: ListOptions = {}): Promise<Listing> {
  const { signal } = options;
  signal?.throwIfAborted();
  const walk = await walkPaths(folder, signal);
  const { listed, cut } = notTooMany(walk.paths);
  const { files, problems } = await classifyAll(folder, listed, { ...options, tracked: walk.tracked });
  return {
    files,
    folders: walk.folders.toSorted(byCodePoint).slice(0, mostListed),
    problems: [...cut, ...walk.problems, ...problems],
  };
}

function notTooMany(paths: readonly ListedPath[]): {
  readonly listed: readonly ListedPath[];
  readonly cut: readonly ListingProblem[];
} {
  if (paths.length <= mostListed) return { listed: paths, cut: [] };
  const reason = `it has more than ${mostListed.toLocaleString('en-US')} files, and the rest is left out`;
  return { listed: paths.toSorted(byPath).slice(0, mostListed), cut: [{ path: '', reason, isCut: true }] };
}

/** Classifies each listed path; paths that are not files (any more) are left out. */
export async function classifyAll(
  folder: string,
  listed: readonly ListedPath[],
  { signal, onProgress, onFound, earlier, tracked }: ClassifyOptions,
): Promise<Pick<Listing, 'files' | 'problems'>> {
  const files: ClassifiedFile[] = [];
  const problems: ListingProblem[] = [];
  const classifier = createClassifier(folder, Date.now() - clockStepMs);
  const yieldIfDue = createYielder(signal);
  const found = (file: ClassifiedFile): void => {
    files.push(file);
    onFound?.(file);
  };
  for (const [index, entry] of listed.entries()) {
    if (isReserved(entry.path)) continue;
    try {
      const file =
        classifier.classify(entry, earlier?.get(entry.path)) ??
        (tracked?.has(entry.path) === true ? noFile(folder, entry) : undefined);
      if (file !== undefined) found(file);
    } catch (error) {
      problems.push({ path: entry.path, reason: systemReason(error) });
    }
    const pause = yieldIfDue();
    if (pause !== undefined) {
      onProgress?.(index, listed.length);
      await pause;
    }
  }
  onProgress?.(listed.length, listed.length);
  return { files: files.toSorted((left, right) => byPath(left.file, right.file)), problems };
}

/** For a tracked path that is missing on disk or is a folder, e.g. a submodule. */
function noFile(folder: string, entry: ListedPath): ClassifiedFile {
  return {
    file: { path: entry.path, bytes: 0, excluded: isOnDisk(folder, entry) ? 'no-file' : 'missing' },
    stamp: '',
    ...(entry.bytes === undefined ? {} : { bytes: entry.bytes }),
  };
}

export function repositoryFiles(listing: Listing): readonly RepositoryFile[] {
  return listing.files.map(({ file }) => file);
}
