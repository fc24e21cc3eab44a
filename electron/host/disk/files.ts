/** The one boundary between Strata and the file system. Tests put a boundary with faults in its place. */
import type { ReadOptions } from './open-file';
import type { WriteOptions } from './write-file';

export type EntryKind = 'file' | 'folder' | 'link' | 'other';

export interface FileStat {
  readonly kind: EntryKind;
  readonly size: number;
  readonly mtimeNs: bigint;
  /** Changes with every write and every rename, and no tool can set it back. */
  readonly ctimeNs: bigint;
  readonly device: bigint;
  readonly inode: bigint;
}

export interface FolderEntry {
  readonly name: string;
  readonly kind: EntryKind;
}

/** `name` is the entry that changed, or undefined where the system does not say. */
export type FolderListener = (event: 'rename' | 'change', name: string | undefined) => void;

export interface ReadFile extends ReadOptions {
  readonly room?: Uint8Array;
}

export interface FileBoundary {
  /** Follows links. Undefined: nothing there; every other problem throws the system's error. */
  stat(path: string): FileStat | undefined;
  /** The same without following a link at the end of the path. */
  lstat(path: string): FileStat | undefined;
  /**
   * The bytes and the stat of exactly the file that was read, taken before its first byte; at most `most` bytes. Throws
   * for what is no ordinary file, and for what does not lie `within`: a real path of a folder, or of the file itself.
   * With `room` the bytes may stand in it: then they are good until the room is used again.
   */
  read(path: string, options: ReadFile): { readonly bytes: Uint8Array; readonly stat: FileStat };
  /** Links are listed as links. Throws for a folder that does not lie `within`, the real path of a folder. */
  list(folder: string, within?: string): readonly FolderEntry[];
  realpath(path: string): string;
  /** What a link says, as it stands there. */
  readlink(path: string): string;
  /**
   * Old content or new content, never half; keeps mode, owner and further names of the file, makes folders that are
   * missing.
   */
  writeAtomic(path: string, bytes: Uint8Array, options?: WriteOptions): Promise<void>;
  /** Events of the folder's direct entries; throws when it cannot be watched. Returns the end of it. */
  watch(folder: string, listener: FolderListener, failed: (error: Error) => void): () => void;
}
