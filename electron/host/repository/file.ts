import { realpathSync } from 'node:fs';
import { systemCode, systemError } from '../errors';
import { withOpenFile } from '../disk/open-file';
import { isInside, toSlash } from '../disk/paths';
import type { ListedPath } from './names';

export function diskPath(folder: string, { path, bytes }: ListedPath): string | Buffer {
  return bytes === undefined ? `${folder}/${path}` : Buffer.concat([Buffer.from(`${folder}/`), bytes]);
}

/** The last folder and its real path: a repository's files are read in one run. */
let last: { readonly folder: string; readonly real: string } | undefined;

export function realFolderOf(folder: string, isAnew = false): string {
  if (isAnew || last?.folder !== folder) last = { folder, real: toSlash(realpathSync.native(folder)) };
  return last.real;
}

/** Opens a file of the repository; follows a link that stays in the folder. */
export function withRepositoryFile<T>(folder: string, listed: ListedPath, use: (file: number, size: number) => T): T {
  const disk = diskPath(folder, listed);
  const opened = (file: number, { size }: { readonly size: bigint }): T => use(file, Number(size));
  try {
    return withOpenFile(disk, { within: realFolderOf(folder) }, opened);
  } catch (error) {
    if (systemCode(error) !== 'ESWAPPED') throw error;
    const within = realFolderOf(folder, true);
    const real = toSlash(realpathSync.native(disk));
    if (!isInside(within, real)) throw systemError('ESWAPPED');
    return withOpenFile(real, { within }, opened);
  }
}
