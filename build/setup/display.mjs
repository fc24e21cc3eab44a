/**
 * Whether a window can be shown.
 * @param {NodeJS.ProcessEnv} env
 * @param {NodeJS.Platform} platform
 */
export function hasDisplay(env = process.env, platform = process.platform) {
  return platform !== 'linux' || Boolean(env['DISPLAY'] || env['WAYLAND_DISPLAY']);
}

/** Whether tests must start their own X display. Xvfb is X only, so a Wayland session alone is not enough. */
export function needsVirtualDisplay(env = process.env, platform = process.platform) {
  return platform === 'linux' && !env['DISPLAY'];
}
