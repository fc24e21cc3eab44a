/** The file system as an open folder sees it. Tests put one in its place that injects faults. */
import type { ReadOptions } from './open-file';
import type { WriteOptions } from './write-file';

export type EntryKind = 'file' | 'folder' | 'link' | 'other';

export interface FileStat {
  readonly kind: EntryKind;
  readonly size: number;
  readonly mtimeNs: bigint;
  /** Changes with every write and rename, and cannot be set back. */
  readonly ctimeNs: bigint;
  /** When it was made; 0 if the file system does not keep that. */
  readonly bornNs: bigint;
  readonly device: bigint;
  readonly inode: bigint;
}

export interface FolderEntry {
  readonly name: string;
  readonly kind: EntryKind;
}

/** `name` is the entry that changed, or undefined if the system does not say. */
export type FolderListener = (event: 'rename' | 'change', name: string | undefined) => void;

export interface ReadFile extends ReadOptions {
  readonly room?: Uint8Array;
}

export interface FileBoundary {
  /** Follows links. Undefined if nothing is there; any other problem throws the system's error. */
  stat(path: string): FileStat | undefined;
  /** Same as `stat`, without following a link at the end of the path. */
  lstat(path: string): FileStat | undefined;
  /**
   * Returns at most `most` bytes and the stat of the same open file, taken before the first byte. Throws if it is not
   * an ordinary file or not `within` (the real path of a folder, or of the file itself). With `room` the bytes may be a
   * view of it, valid until it is used again.
   */
  read(path: string, options: ReadFile): { readonly bytes: Uint8Array; readonly stat: FileStat };
  /** Lists links as links. Throws for a folder not `within` (a folder's real path). */
  list(folder: string, within?: string): readonly FolderEntry[];
  realpath(path: string): string;
  /** The link's target as written. */
  readlink(path: string): string;
  /** Leaves the old content or the new, never a mix. Keeps mode, owner and hard links; makes missing folders. */
  writeAtomic(path: string, bytes: Uint8Array, options?: WriteOptions): Promise<void>;
  /**
   * Reports events of the folder's direct entries; throws when it cannot be watched. Returns a function that stops it.
   */
  watch(folder: string, listener: FolderListener, failed: (error: Error) => void): () => void;
}
