import { existsSync, readdirSync, type Dirent } from 'node:fs';
import type { RepositoryFile } from '../../shared/sources/types';
import { systemReason } from './errors';
import { createBreather } from './repository-breathe';
import { createClassifier, type ClassifiedFile } from './repository-classify';
import { gitPaths, notIgnored } from './repository-git';
import { byCodeUnit, isReserved, type ListedPath, type ListingProblem } from './repository-names';
import { walkPaths } from './repository-walk';

/** Disks keep times in steps of up to this (FAT). */
const clockStepMs = 2000;

export interface Listing {
  /** Sorted by path in code-unit order. */
  readonly files: readonly ClassifiedFile[];
  /** Folders in which a new file would belong to the list: '' for the opened one, the others ended by `/`. */
  readonly folders: readonly string[];
  readonly problems: readonly ListingProblem[];
  readonly by: 'git' | 'walk';
}

export interface ListOptions {
  readonly signal?: AbortSignal;
  readonly onProgress?: (done: number, total: number) => void;
  /** What an earlier listing found: files with the same stamp are not opened again. */
  readonly known?: ReadonlyMap<string, ClassifiedFile>;
}

/** The files git would list under a folder: tracked and untracked, not ignored, and there. Never blocks its thread for long. */
export async function listRepository(folder: string, options: ListOptions = {}): Promise<Listing> {
  const { signal } = options;
  signal?.throwIfAborted();
  const fromGit = await gitPaths(folder, signal);
  if (fromGit === undefined) {
    const walk = await walkPaths(folder, signal);
    const { files, problems } = await classifyAll(folder, walk.paths, options);
    return { files, folders: walk.folders, problems: [...walk.problems, ...problems], by: 'walk' };
  }
  const { files, problems } = await classifyAll(folder, fromGit, options);
  return { files, folders: await watchableFolders(folder, files, signal), problems, by: 'git' };
}

/** Looks at each listed path; what is no file (any more) is left out. */
export async function classifyAll(folder: string, listed: readonly ListedPath[], { signal, onProgress, known }: ListOptions): Promise<Pick<Listing, 'files' | 'problems'>> {
  const files: ClassifiedFile[] = [];
  const problems: ListingProblem[] = [];
  const classifier = createClassifier(folder, Date.now() - clockStepMs);
  const breathe = createBreather(signal);
  for (const [index, entry] of listed.entries()) {
    if (isReserved(entry.path)) continue;
    try {
      const file = classifier.classify(entry, known?.get(entry.path));
      if (file !== undefined) files.push(file);
    } catch (error) {
      problems.push({ path: entry.path, reason: systemReason(error) });
    }
    const rest = breathe();
    if (rest !== undefined) {
      onProgress?.(index, listed.length);
      await rest;
    }
  }
  onProgress?.(listed.length, listed.length);
  return { files: files.toSorted((left, right) => byCodeUnit(left.file, right.file)), problems };
}

/** The folders of the files, and those without any that git does not ignore. */
async function watchableFolders(folder: string, files: readonly ClassifiedFile[], signal: AbortSignal | undefined): Promise<readonly string[]> {
  const found = new Set(['']);
  for (const { file } of files) {
    for (let end = file.path.lastIndexOf('/'); end > 0; end = file.path.lastIndexOf('/', end - 1)) {
      const size = found.size;
      if (found.add(file.path.slice(0, end + 1)).size === size) break;
    }
  }
  let look: readonly string[] = [...found];
  while (look.length > 0) {
    const others = await foldersIn(folder, look, found, signal);
    look = await notIgnored(folder, others, signal);
    for (const path of look) found.add(path);
  }
  return [...found].toSorted();
}

async function foldersIn(folder: string, look: readonly string[], except: ReadonlySet<string>, signal: AbortSignal | undefined): Promise<readonly string[]> {
  const breathe = createBreather(signal);
  const others: string[] = [];
  for (const base of look) {
    await breathe();
    for (const entry of entriesOf(`${folder}/${base}`)) {
      const path = `${base}${entry.name}/`;
      const other = entry.isDirectory() && !except.has(path) && !isReserved(path);
      // A repository inside this one is not listed, so it need not be watched.
      if (other && !existsSync(`${folder}/${path}.git`)) others.push(path);
    }
  }
  return others;
}

/** A folder that is gone or locked holds nothing to watch; its files have been reported already. */
function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

export function repositoryFiles(listing: Listing): readonly RepositoryFile[] {
  return listing.files.map(({ file }) => file);
}
