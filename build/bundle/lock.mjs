import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** @param {string} path @returns {Promise<boolean>} whether we hold it now */
async function take(path) {
  try {
    await writeFile(path, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

/** @param {string} path @returns {Promise<boolean>} whether its owner has died without letting it go */
async function isAbandoned(path) {
  const owner = Number(await readFile(path, 'utf8').catch(() => ''));
  return owner > 0 && !isAlive(owner);
}

/**
 * Runs `action` while no other process does so under the same lock file.
 * @template T
 * @param {string} path
 * @param {() => Promise<T>} action
 * @returns {Promise<T>}
 */
export async function withLock(path, action) {
  await mkdir(dirname(path), { recursive: true });
  while (!(await take(path))) {
    if (await isAbandoned(path)) await rm(path, { force: true });
    else await wait(100);
  }
  try {
    return await action();
  } finally {
    await rm(path, { force: true });
  }
}
