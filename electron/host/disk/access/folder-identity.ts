import { systemCode } from '../../errors';
import { realOf } from './allowed-path';
import type { FileBoundary } from '../files';

/** A folder's identities: the path as opened, the real path, and the file system's numbers, which survive a rename. */
export interface FolderIdentity {
  readonly path: string;
  readonly real: string;
  /** File system numbers as text; empty if unknown. */
  readonly device: string;
  readonly inode: string;
}

export function identify(boundary: FileBoundary, path: string): FolderIdentity {
  try {
    const stat = boundary.stat(path);
    return { path, real: realOf(boundary, path), device: String(stat?.device ?? ''), inode: String(stat?.inode ?? '') };
  } catch (error) {
    if (systemCode(error) === '') throw error;
    return { path, real: path, device: '', inode: '' };
  }
}

export function isSameFolder(a: FolderIdentity, b: FolderIdentity): boolean {
  return a.path === b.path || a.real === b.real || (a.inode !== '' && a.inode === b.inode && a.device === b.device);
}
