/**
 * The one door for bytes that are written. A file is replaced as a whole or not at all: a new file in the same folder,
 * synced, and renamed over the old one. What the old one had (mode, owner) the new one gets, as far as the system
 * allows.
 */
import { randomUUID } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  closeSync,
  constants,
  fsyncSync,
  ftruncateSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  realpathSync,
  renameSync,
  statSync,
  unlinkSync,
  writeSync,
  type Stats,
} from 'node:fs';
import { open } from 'node:fs/promises';
import { systemCode, systemError } from '../errors';
import { readBytesOf } from './open-file';
import { childOf, isInside, nameOf, parentOf, toSlash } from './paths';

export interface WriteOptions {
  /** Of a new file; an existing one keeps its own. */
  readonly mode?: number;
  /**
   * A folder. The file, and a link in its place, must not lead out of it: then nothing is written (`EOUTSIDE`). Without
   * it a link in the file's place is replaced, never followed.
   */
  readonly within?: string;
  /** A file that may not be written to is replaced all the same; otherwise nothing is written (`EREADONLY`). */
  readonly replaceReadOnly?: boolean;
  /** Asked in the last moment, with the new content complete: when it throws, the old content stays. */
  readonly isStill?: () => void;
}

/** Throws the system's error; then the old file is as it was. */
export async function writeWhole(path: string, bytes: Uint8Array | string, options: WriteOptions = {}): Promise<void> {
  const { target, content, before } = prepare(path, bytes, options);
  if (hasOtherNames(before)) writeInPlace(target, content, options);
  else {
    const temporary = besides(target, 'tmp');
    try {
      await writeNew(temporary, content, modeOf(before, options.mode));
      settle(temporary, target, before, options);
    } catch (error) {
      remove(temporary);
      throw error;
    }
    await syncFolder(parentOf(target));
  }
  sweepFolder(parentOf(target));
}

/** The same at once: for small files of the app's own, also when it is about to end. */
export function writeWholeSync(path: string, bytes: Uint8Array | string, options: WriteOptions = {}): void {
  const { target, content, before } = prepare(path, bytes, options);
  if (hasOtherNames(before)) writeInPlace(target, content, options);
  else {
    const temporary = besides(target, 'tmp');
    try {
      writeNewSync(temporary, content, modeOf(before, options.mode));
      settle(temporary, target, before, options);
    } catch (error) {
      remove(temporary);
      throw error;
    }
    syncFolderSync(parentOf(target));
  }
  sweepFolder(parentOf(target));
}

interface Prepared {
  readonly target: string;
  readonly content: Uint8Array;
  readonly before: Stats | undefined;
}

function prepare(path: string, bytes: Uint8Array | string, options: WriteOptions): Prepared {
  const target = targetOf(toSlash(path), options.within);
  const entry = lstatSync(target, { throwIfNoEntry: false });
  const before = entry?.isFile() === true ? entry : undefined;
  if (entry === undefined) mkdirSync(parentOf(target), { recursive: true });
  if (before !== undefined && options.replaceReadOnly !== true && isReadOnly(before)) throw systemError('EREADONLY');
  return { target, content: typeof bytes === 'string' ? Buffer.from(bytes) : bytes, before };
}

function hasOtherNames(before: Stats | undefined): boolean {
  return before !== undefined && before.nlink > 1;
}

function modeOf(before: Stats | undefined, mode = 0o666): number {
  return before === undefined ? mode : before.mode & 0o777;
}

function settle(temporary: string, target: string, before: Stats | undefined, { isStill }: WriteOptions): void {
  if (before !== undefined) takeOver(temporary, before);
  isStill?.();
  renameSync(temporary, target);
}

/** Where the bytes go: the end of a link that stays inside, or the path itself. */
function targetOf(path: string, within: string | undefined): string {
  if (within === undefined) return path;
  // A folder that was deleted is made again with the file.
  const inside = toSlash(realOrNothing(within) ?? childOf(realParent(within), nameOf(within)));
  const link = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
  // A link that leads nowhere could be led anywhere: it is not followed either.
  const real = link ? realOrNothing(path) : childOf(realParent(path), nameOf(path));
  if (real === undefined || !isInside(inside, real)) throw systemError('EOUTSIDE');
  return real;
}

/** Of a file whose folders are still to be made: where the nearest folder that is there really lies. */
function realParent(path: string): string {
  const parent = parentOf(path);
  const real = realOrNothing(parent);
  if (real !== undefined) return real;
  return parentOf(parent) === parent ? parent : childOf(realParent(parent), nameOf(parent));
}

function realOrNothing(path: string): string | undefined {
  try {
    return toSlash(realpathSync.native(path));
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** Root may write anything; the mode tells what the owner wanted. */
function isReadOnly({ mode, uid }: Stats): boolean {
  const own = process.getuid?.();
  if (own === undefined || own === 0 || own === uid) return (mode & 0o200) === 0;
  return (mode & 0o022) === 0;
}

const mark = 'strata';
/** A name may have 255 bytes in most places; the mark and its dots need 24. */
const longestName = 200;

/** `.name.strata-1a2b3c4d.tmp`: hidden, beside the file, and nobody else's. */
function besides(path: string, ending: 'tmp' | 'saved'): string {
  const name = Buffer.from(nameOf(path)).subarray(0, longestName).toString('utf8').replaceAll('\uFFFD', '');
  return childOf(parentOf(path), `.${name}.${mark}-${randomUUID().slice(0, 8)}.${ending}`);
}

async function writeNew(path: string, content: Uint8Array, mode: number): Promise<void> {
  const file = await open(path, 'wx', mode);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}

function writeNewSync(path: string, content: Uint8Array, mode: number): void {
  const file = openSync(path, 'wx', mode);
  try {
    writeAll(file, content);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

function writeAll(file: number, content: Uint8Array): void {
  for (let at = 0; at < content.length;) at += writeSync(file, content, at, content.length - at, at);
}

/** The owner first: changing it takes some bits of the mode away. */
function takeOver(path: string, old: Stats): void {
  const made = statSync(path);
  if (made.uid !== old.uid || made.gid !== old.gid) {
    try {
      chownSync(path, old.uid, old.gid);
    } catch (error) {
      // Only root may give a file away.
      if (systemCode(error) !== 'EPERM' && systemCode(error) !== 'EINVAL') throw error;
    }
  }
  chmodSync(path, old.mode & 0o7777);
}

/**
 * A file with several names: a new file would part them, so this one is written over. While that is under way the whole
 * new content also stands beside it, and stays there if the process does not get to the end.
 */
function writeInPlace(path: string, content: Uint8Array, { isStill }: WriteOptions): void {
  const saved = besides(path, 'saved');
  const old = readBytesOf(path, { most: Number.MAX_SAFE_INTEGER });
  const file = openSync(path, constants.O_WRONLY | (constants.O_NOFOLLOW ?? 0));
  try {
    try {
      writeNewSync(saved, content, statSync(path).mode & 0o777);
      syncFolderSync(parentOf(path));
      isStill?.();
    } catch (error) {
      remove(saved);
      throw error;
    }
    try {
      writeAll(file, content);
      ftruncateSync(file, content.length);
      fsyncSync(file);
    } catch (error) {
      // The old bytes had their room, and still have it.
      writeAll(file, old);
      ftruncateSync(file, old.length);
      remove(saved);
      throw error;
    }
  } finally {
    closeSync(file);
  }
  remove(saved);
}

function remove(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    if (systemCode(error) === '') throw error;
  }
}

/** Makes the rename itself survive a power cut; systems that cannot sync a folder do it on their own. */
async function syncFolder(folder: string): Promise<void> {
  try {
    const handle = await open(folder, 'r');
    await handle.sync().finally(() => handle.close());
  } catch (error) {
    if (!cannotSync.includes(systemCode(error))) throw error;
  }
}

function syncFolderSync(folder: string): void {
  try {
    const handle = openSync(folder, 'r');
    try {
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
  } catch (error) {
    if (!cannotSync.includes(systemCode(error))) throw error;
  }
}

const cannotSync: readonly string[] = ['EISDIR', 'EPERM', 'EINVAL', 'EACCES', 'EBADF', 'ENOTSUP'];

/** Old enough that whoever wrote it is gone: a write takes seconds at most. */
const leftOverMs = 10 * 60_000;
const leftOver = new RegExp(`^\\..+\\.${mark}-[\\da-f]{8}\\.tmp$`);

/** Removes what writes left that did not get to their end. Only files with our mark, and only old ones. */
export function sweepFolder(folder: string, now = Date.now()): void {
  let names: readonly string[];
  try {
    names = readdirSync(folder).filter((name) => leftOver.test(name));
  } catch (error) {
    if (systemCode(error) === '') throw error;
    return;
  }
  for (const name of names) {
    const path = childOf(folder, name);
    const stat = lstatSync(path, { throwIfNoEntry: false });
    if (stat?.isFile() === true && now - stat.mtimeMs > leftOverMs) remove(path);
  }
}
