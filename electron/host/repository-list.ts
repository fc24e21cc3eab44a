import { byCodePoint } from '../../shared/document/code-point-order';
import { existsSync, readdirSync, type Dirent } from 'node:fs';
import type { RepositoryFile } from '../../shared/sources/types';
import { systemReason } from './errors';
import { createBreather } from './repository-breathe';
import { createClassifier, isOnDisk, type ClassifiedFile } from './repository-classify';
import { withOpenFolder } from './open-folder';
import { gitPaths, notIgnored } from './repository-git';
import { realFolderOf } from './repository-file';
import { byPath, isReserved, type ListedPath, type ListingProblem } from './repository-names';
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
  readonly onFound?: (entry: ClassifiedFile) => void;
  /** What an earlier listing found: files with the same stamp are not opened again. */
  readonly known?: ReadonlyMap<string, ClassifiedFile>;
}

interface ClassifyOptions extends ListOptions {
  /** Git has just listed the paths: a file that is not on the disk is tracked, and stays. */
  readonly keepMissing?: boolean;
}

/** The files git would list under a folder: tracked and untracked, not ignored; tracked ones also when they are not on the disk. Never blocks its thread for long. */
export async function listRepository(folder: string, options: ListOptions = {}): Promise<Listing> {
  const { signal } = options;
  signal?.throwIfAborted();
  const fromGit = await gitPaths(folder, signal);
  if (fromGit === undefined) {
    const walk = await walkPaths(folder, signal);
    const { files, problems } = await classifyAll(folder, walk.paths, options);
    return { files, folders: walk.folders, problems: [...walk.problems, ...problems], by: 'walk' };
  }
  const [{ files, problems }, folders] = await Promise.all([classifyAll(folder, fromGit, { ...options, keepMissing: true }), watchableFolders(folder, fromGit, signal)]);
  return { files, folders, problems, by: 'git' };
}

/** Looks at each listed path; what is no file (any more) is left out. */
export async function classifyAll(folder: string, listed: readonly ListedPath[], { signal, onProgress, onFound, known, keepMissing }: ClassifyOptions): Promise<Pick<Listing, 'files' | 'problems'>> {
  const files: ClassifiedFile[] = [];
  const problems: ListingProblem[] = [];
  const classifier = createClassifier(folder, Date.now() - clockStepMs);
  const breathe = createBreather(signal);
  const found = (file: ClassifiedFile): void => {
    files.push(file);
    onFound?.(file);
  };
  for (const [index, entry] of listed.entries()) {
    if (isReserved(entry.path)) continue;
    try {
      const file = classifier.classify(entry, known?.get(entry.path)) ?? (keepMissing ? missing(folder, entry) : undefined);
      if (file !== undefined) found(file);
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
  return { files: files.toSorted((left, right) => byPath(left.file, right.file)), problems };
}

/** What git lists and the disk lacks. */
function missing(folder: string, entry: ListedPath): ClassifiedFile | undefined {
  if (isOnDisk(folder, entry)) return undefined;
  return { file: { path: entry.path, bytes: 0, excluded: 'missing' }, stamp: '', ...(entry.bytes === undefined ? {} : { bytes: entry.bytes }) };
}

/** The folders of the listed paths as far as they exist, and those without any that git does not ignore. */
async function watchableFolders(folder: string, listed: readonly ListedPath[], signal: AbortSignal | undefined): Promise<readonly string[]> {
  const ofFiles = new Set(['']);
  for (const { path } of listed) {
    // `name/` is a repository inside this one: it is not listed, so it need not be watched.
    if (path.endsWith('/')) continue;
    for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
      const size = ofFiles.size;
      if (ofFiles.add(path.slice(0, end + 1)).size === size) break;
    }
  }
  const found: string[] = [];
  let look: readonly string[] = [...ofFiles].filter((path) => !isReserved(path));
  while (look.length > 0) {
    const { there, below } = await lookInto(folder, look, signal);
    found.push(...there);
    look = await notIgnored(folder, below.filter((path) => !ofFiles.has(path)), signal);
  }
  return found.toSorted(byCodePoint);
}

/** Which of the folders are there, and which folders lie in them. */
async function lookInto(folder: string, look: readonly string[], signal: AbortSignal | undefined): Promise<{ readonly there: readonly string[]; readonly below: readonly string[] }> {
  const breathe = createBreather(signal);
  const there: string[] = [];
  const below: string[] = [];
  for (const base of look) {
    await breathe();
    const entries = entriesOf(folder, base);
    if (entries === undefined) continue;
    there.push(base);
    for (const entry of entries) {
      const path = `${base}${entry.name}/`;
      if (entry.isDirectory() && !isReserved(path) && !existsSync(`${folder}/${path}.git`)) below.push(path);
    }
  }
  return { there, below };
}

/** A folder that is gone or locked holds nothing to watch; its files are reported on their own. */
function entriesOf(folder: string, base: string): readonly Dirent[] | undefined {
  try {
    return withOpenFolder(`${folder}/${base}`, realFolderOf(folder), (path) => readdirSync(path, { withFileTypes: true }));
  } catch {
    return undefined;
  }
}

export function repositoryFiles(listing: Listing): readonly RepositoryFile[] {
  return listing.files.map(({ file }) => file);
}
