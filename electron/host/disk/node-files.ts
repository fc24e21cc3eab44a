import {
  lstatSync,
  readdirSync,
  readlinkSync,
  readSync,
  realpathSync,
  statSync,
  watch,
  type BigIntStats,
  type Dirent,
} from 'node:fs';
import { systemCode } from '../errors';
import type { EntryKind, FileBoundary, FileStat, FolderEntry } from './files';
import { withOpenFolder } from './open-folder';
import { readUpTo, withOpenFile } from './open-file';
import { toSlash } from './paths';
import { writeWhole } from './write-file';

/** Exceptions for missing files would cost more than the stat. */
const quietly = { bigint: true, throwIfNoEntry: false } as const;

/**
 * The real file system. Reads are synchronous: a build needs all of them, and the thread pool costs more than the disk.
 */
export const nodeFiles: FileBoundary = {
  stat: (path) => orNothing(() => toStat(statSync(path, quietly))),
  lstat: (path) => orNothing(() => toStat(lstatSync(path, quietly))),
  read: (path, { most, within, room }) =>
    withOpenFile(path, { within }, (file, stats) => {
      const stat = statOf(stats);
      return { bytes: readAll(file, stat.size, most, room), stat };
    }),
  list: (folder, within) => (within === undefined ? entriesOf(folder) : withOpenFolder(folder, within, entriesOf)),
  realpath: (path) => toSlash(realpathSync.native(path)),
  readlink: (path) => toSlash(readlinkSync(path)),
  writeAtomic: writeWhole,
  watch(folder, listener, failed) {
    const watcher = watch(folder, { persistent: false, encoding: 'utf8' }, (event, name) =>
      listener(event, name ?? undefined),
    );
    watcher.on('error', failed);
    return () => watcher.close();
  },
};

function entriesOf(folder: string | Buffer): readonly FolderEntry[] {
  return readdirSync(folder, { withFileTypes: true }).map((entry) => ({ name: entry.name, kind: kindOf(entry) }));
}

function readAll(file: number, size: number, most: number, room: Uint8Array | undefined): Uint8Array {
  return room !== undefined && size > 0 && size <= room.length
    ? readHead(file, Math.min(size, most), room)
    : readUpTo(file, size, most);
}

function readHead(file: number, most: number, bytes: Uint8Array): Uint8Array {
  let length = 0;
  for (let read = -1; read !== 0 && length < most; length += read)
    read = readSync(file, bytes, length, most - length, length);
  return bytes.subarray(0, length);
}

function orNothing<T>(ask: () => T): T | undefined {
  try {
    return ask();
  } catch (error) {
    if (systemCode(error) === 'ENOENT' || systemCode(error) === 'ENOTDIR') return undefined;
    throw error;
  }
}

function toStat(stats: BigIntStats | undefined): FileStat | undefined {
  return stats === undefined ? undefined : statOf(stats);
}

function statOf(stats: BigIntStats): FileStat {
  return {
    kind: kindOf(stats),
    size: Number(stats.size),
    mtimeNs: stats.mtimeNs,
    ctimeNs: stats.ctimeNs,
    bornNs: stats.birthtimeNs,
    device: stats.dev,
    inode: stats.ino,
  };
}

function kindOf(entry: Pick<Dirent, 'isFile' | 'isDirectory' | 'isSymbolicLink'>): EntryKind {
  if (entry.isFile()) return 'file';
  if (entry.isDirectory()) return 'folder';
  return entry.isSymbolicLink() ? 'link' : 'other';
}
