/**
 * Every file is written here; only the log and the journal of edits append on their own. A file is replaced whole or
 * not at all: write a new file in the same folder, sync it, rename it over the old one. The new file gets the old one's
 * mode and owner as far as the system allows.
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
  /** Mode of a new file; an existing one keeps its own. */
  readonly mode?: number;
  /**
   * A folder that the file, and a link in its place, must not lead out of; otherwise nothing is written (`EOUTSIDE`).
   * Without it, a link is replaced, never followed.
   */
  readonly within?: string;
  /** Replaces a read-only file; otherwise nothing is written (`EREADONLY`). */
  readonly replaceReadOnly?: boolean;
  /**
   * False: does not wait until the disk has it. Still whole or not at all, but a power cut may lose it: for copies of
   * what passes by, never for the user's own work.
   */
  readonly sync?: boolean;
  /** Called last, once the new content is complete. If it throws, the old content stays. */
  readonly isStill?: () => void;
}

/** Throws the system's error; the old file is then unchanged. */
export async function writeWhole(path: string, bytes: Uint8Array | string, options: WriteOptions = {}): Promise<void> {
  const { target, content, before } = prepare(path, bytes, options);
  if (hasOtherNames(before)) writeInPlace(target, content, options);
  else {
    const temporary = besides(target, 'tmp');
    try {
      await writeNew(temporary, content, modeOf(before, options.mode), options.sync !== false);
      settle(temporary, target, before, options);
    } catch (error) {
      remove(temporary);
      throw error;
    }
    if (options.sync !== false) await syncFolder(parentOf(target));
  }
  sweepFolder(parentOf(target));
}

/** Synchronous version for the app's own small files, also while quitting. */
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

/** The target of a link that stays inside, or the path itself. */
function targetOf(path: string, within: string | undefined): string {
  if (within === undefined) return path;
  // A deleted folder is made again with the file.
  const inside = toSlash(realOrNothing(within) ?? childOf(realParent(within), nameOf(within)));
  const link = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
  // A dangling link could be pointed anywhere, so it is not followed.
  const real = link ? realOrNothing(path) : childOf(realParent(path), nameOf(path));
  if (real === undefined || !isInside(inside, real)) throw systemError('EOUTSIDE');
  return real;
}

/** For a file whose folders do not exist yet: resolves the nearest existing one. */
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

/** Root can write anything, so the mode decides. */
function isReadOnly({ mode, uid }: Stats): boolean {
  const own = process.getuid?.();
  if (own === undefined || own === 0 || own === uid) return (mode & 0o200) === 0;
  return (mode & 0o022) === 0;
}

const mark = 'strata';
/** Most file systems allow names of 255 bytes; our mark and dots need 24. */
const longestName = 200;

/** `.name.strata-1a2b3c4d.tmp`: hidden, beside the file, unique. */
function besides(path: string, ending: 'tmp' | 'saved'): string {
  const name = Buffer.from(nameOf(path)).subarray(0, longestName).toString('utf8').replaceAll('\uFFFD', '');
  return childOf(parentOf(path), `.${name}.${mark}-${randomUUID().slice(0, 8)}.${ending}`);
}

async function writeNew(path: string, content: Uint8Array, mode: number, isSynced: boolean): Promise<void> {
  const file = await open(path, 'wx', mode);
  try {
    await file.writeFile(content);
    if (isSynced) await file.sync();
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

/** Changes the owner first, because that clears some mode bits. */
function takeOver(path: string, old: Stats): void {
  const made = statSync(path);
  if (made.uid !== old.uid || made.gid !== old.gid) {
    try {
      chownSync(path, old.uid, old.gid);
    } catch (error) {
      // Only root may change the owner.
      if (systemCode(error) !== 'EPERM' && systemCode(error) !== 'EINVAL') throw error;
    }
  }
  chmodSync(path, old.mode & 0o7777);
}

/**
 * For a file with hard links: a new file would separate them, so this one is overwritten. Until that is done, a copy of
 * the new content lies beside it, and remains if the process dies.
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
      // The old bytes fit before, so they fit again.
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

/** Makes the rename survive a power cut. Systems that cannot sync a folder do this themselves. */
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

/** Old enough that its writer is gone: a write takes seconds at most. */
const leftOverMs = 10 * 60_000;
const leftOver = new RegExp(`^\\..+\\.${mark}-[\\da-f]{8}\\.tmp$`);

/** Removes leftovers of interrupted writes: only files with our mark, and only old ones. */
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
