import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * Why Chromium's sandbox cannot start here, or undefined if it can. Root may not use it. Other users need user
 * namespaces, which some distributions and most containers deny to programs they did not install.
 * @param {{ uid: number | undefined, read?: (path: string) => string | undefined, canUnshare?: () => boolean }}
 * [machine]
 * @returns {string | undefined}
 */
export function sandboxObstacle({ uid, read = readSetting, canUnshare = tryUnshare } = { uid: process.getuid?.() }) {
  if (uid === 0) return 'root cannot use the Chromium sandbox';
  if (read('/proc/sys/kernel/apparmor_restrict_unprivileged_userns') === '1')
    return 'AppArmor restricts user namespaces';
  if (!canUnshare()) return 'this system gives no user namespaces';
  return undefined;
}

/** @param {string} path */
function readSetting(path) {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return undefined; // absent on this kernel
  }
}

/** Tries to create a user namespace, as the sandbox does. Without the `unshare` tool the sandbox is assumed to work. */
function tryUnshare() {
  if (process.platform !== 'linux') return true;
  const { status, error } = spawnSync('unshare', ['--user', '--map-root-user', 'true'], { stdio: 'ignore' });
  return error !== undefined || status === 0;
}
