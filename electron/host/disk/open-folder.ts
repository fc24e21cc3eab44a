import { closeSync, constants, openSync, readlinkSync, realpathSync } from 'node:fs';
import { systemCode, systemError } from '../errors';
import { isInside, toSlash } from './paths';

const { O_DIRECTORY, O_NOFOLLOW } = constants;

/**
 * Lists a folder that must lie `within` (a folder's real path), even if part of its path is swapped for a link
 * meanwhile: `list` gets a path to the folder that was checked.
 */
export function withOpenFolder<T>(folder: string | Buffer, within: string, list: (path: string | Buffer) => T): T {
  return process.platform === 'linux' ? listOpened(folder, within, list) : listTwiceChecked(folder, within, list);
}

function listOpened<T>(folder: string | Buffer, within: string, list: (path: string | Buffer) => T): T {
  const opened = openSync(folder, constants.O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
  try {
    const path = `/proc/self/fd/${opened}`;
    const real = linkOf(path);
    if (real === undefined) return listTwiceChecked(folder, within, list);
    if (!isInside(within, real)) throw systemError('ESWAPPED');
    return list(path);
  } finally {
    closeSync(opened);
  }
}

function linkOf(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch (error) {
    if (systemCode(error) === '') throw error;
    return undefined;
  }
}

/** For systems without a path to an open folder. */
function listTwiceChecked<T>(folder: string | Buffer, within: string, list: (path: string | Buffer) => T): T {
  const check = (): void => {
    if (!isInside(within, toSlash(realpathSync.native(folder)))) throw systemError('ESWAPPED');
  };
  check();
  const listed = list(folder);
  check();
  return listed;
}
