/** A log as a file that can be opened like any other: unpacked, or printed by its agent, into a temporary folder. */
import { readBytesFrom } from '../../disk/open-file';
import { nameOf } from '../../disk/paths';
import { HostError, systemCode, systemReason } from '../../errors';
import { decodeBody } from '../decode-body';
import { makeWatchedFolder, removeWatchedFolder, writeWatched } from '../watched-folders';
import { isPacked } from './log-head';
import { exportFromOpenCode } from './opencode';

export interface OpenedLog {
  readonly path: string;
  readonly isCopy: boolean;
  /** Deletes a copy. The agent's own file stays. */
  release(): void;
}

const mostBytes = 512 * 1024 * 1024;

/** A file that is not packed is opened where it is. */
export async function openLog(path: string): Promise<OpenedLog> {
  try {
    if (!isPacked(readBytesFrom(path, 0, { most: 4 }))) return { path, isCopy: false, release: () => undefined };
    const { bytes, problem } = await decodeBody(readBytesFrom(path, 0, { most: mostBytes }), 'zstd');
    if (problem !== null && bytes.length === 0) throw new HostError('io', `${path} cannot be read: ${problem}`);
    return await copied(nameOf(path).replace(/\.zst$/i, ''), bytes);
  } catch (error) {
    if (systemCode(error) === '') throw error;
    throw new HostError('io', `${path} cannot be read: ${systemReason(error)}`, { cause: error });
  }
}

/** Runs `opencode export`. */
export async function openOpenCodeLog(id: string, folder: string): Promise<OpenedLog> {
  return copied(`${id}.json`, await exportFromOpenCode(id, folder));
}

async function copied(name: string, bytes: Buffer): Promise<OpenedLog> {
  const folder = makeWatchedFolder();
  const path = await writeWatched(folder, name, bytes);
  return { path, isCopy: true, release: () => removeWatchedFolder(folder) };
}
