import { systemCode } from '../../errors';
import { realOf } from './allowed-path';
import type { FileBoundary, FileStat } from '../files';

/** A folder's identities: the path as opened, the real path, and what the file system says of it. */
export interface FolderIdentity {
  readonly path: string;
  readonly real: string;
  /** The file system's numbers and the time it was made, as text. They survive a rename. Empty if unknown. */
  readonly device: string;
  readonly inode: string;
  readonly born: string;
}

const unknown = { device: '', inode: '', born: '' };

export function identify(boundary: FileBoundary, path: string): FolderIdentity {
  try {
    const stat = boundary.stat(path);
    return { path, real: realOf(boundary, path), ...(stat === undefined ? unknown : numbersOf(stat)) };
  } catch (error) {
    if (systemCode(error) === '') throw error;
    return { path, real: path, ...unknown };
  }
}

function numbersOf({ device, inode, bornNs }: FileStat): typeof unknown {
  return { device: String(device), inode: String(inode), born: bornNs === 0n ? '' : String(bornNs) };
}

/**
 * True for the same path, or a folder that was renamed. The numbers of a deleted folder may be used again for another,
 * so they count only together with the time it was made.
 */
export function isSameFolder(a: FolderIdentity, b: FolderIdentity): boolean {
  return (
    a.path === b.path ||
    a.real === b.real ||
    (a.born !== '' && a.born === b.born && a.inode === b.inode && a.device === b.device)
  );
}
