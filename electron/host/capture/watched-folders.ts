/**
 * Temporary folders of captures: what agents write their requests into, start scripts, unpacked logs. They are for the
 * owner alone and named after the process that made them. One whose process was killed is left behind;
 * `removeLeftFolders` finds it.
 */
import { lstatSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { childOf, toSlash } from '../disk/paths';
import { writeWhole } from '../disk/write-file';
import { HostError, systemCode, systemReason, writeError } from '../errors';

const start = 'strata-capture-';

export function makeWatchedFolder(): string {
  try {
    return toSlash(realpathSync.native(mkdtempSync(join(tmpdir(), `${start}${process.pid}-`))));
  } catch (error) {
    if (systemCode(error) === '') throw error;
    throw new HostError('io', `No temporary folder could be made in ${tmpdir()}: ${systemReason(error)}`, {
      cause: error,
    });
  }
}

/** Writes a file of Strata's own into such a folder and returns its path. If that fails, the folder is removed. */
export async function writeWatched(
  folder: string,
  name: string,
  content: Uint8Array | string,
  mode = 0o600,
): Promise<string> {
  const path = childOf(folder, name);
  try {
    await writeWhole(path, content, { mode, within: folder, sync: false });
    return path;
  } catch (error) {
    removeWatchedFolder(folder);
    throw writeError(path, error);
  }
}

export function removeWatchedFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}

/** Removes those of this user whose process is gone. Returns how many. */
export function removeLeftFolders(): number {
  const uid = process.getuid?.();
  const left = temporaryNames().filter((name) => {
    const [, pid] = /^strata-capture-(\d+)-\w+$/.exec(name) ?? [];
    if (pid === undefined || isRunning(Number(pid))) return false;
    const stat = lstatSync(join(tmpdir(), name), { throwIfNoEntry: false });
    return stat?.isDirectory() === true && (uid === undefined || stat.uid === uid);
  });
  for (const name of left) removeWatchedFolder(join(tmpdir(), name));
  return left.length;
}

/** None where there is no temporary folder. */
function temporaryNames(): readonly string[] {
  try {
    return readdirSync(tmpdir());
  } catch (error) {
    if (systemCode(error) === '') throw error;
    return [];
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return systemCode(error) === 'EPERM';
  }
}
