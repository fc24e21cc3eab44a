import { readFileSync } from 'node:fs';

/**
 * Whether a window can be shown.
 * @param {NodeJS.ProcessEnv} env
 * @param {NodeJS.Platform} platform
 */
export function hasDisplay(env = process.env, platform = process.platform) {
  return platform !== 'linux' || Boolean(env['DISPLAY'] || env['WAYLAND_DISPLAY']);
}

/** Whether tests have to bring their own X display: Xvfb speaks X only, so a Wayland session alone does not do. */
export function needsVirtualDisplay(env = process.env, platform = process.platform) {
  return platform === 'linux' && !env['DISPLAY'];
}

/**
 * Why Chromium's sandbox cannot start here, or undefined where it can. Root may not use it, and some distributions
 * keep user namespaces from programs they did not install.
 * @param {{ uid: number | undefined, read?: (path: string) => string | undefined }} machine
 * @returns {string | undefined}
 */
export function sandboxObstacle({ uid, read = readSetting }) {
  if (uid === 0) return 'root cannot use the Chromium sandbox';
  if (read('/proc/sys/kernel/apparmor_restrict_unprivileged_userns') === '1') return 'AppArmor restricts user namespaces';
  if (read('/proc/sys/kernel/unprivileged_userns_clone') === '0') return 'user namespaces are disabled';
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
