import { SetUpError } from './log.mjs';

const oldest = /** @type {const} */ ([20, 19]);

/** @param {string} version as in process.versions.node */
export function isSupportedNode(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > oldest[0] || (major === oldest[0] && minor >= oldest[1]);
}

export function requireNode(version = process.versions.node) {
  if (!isSupportedNode(version)) {
    throw new SetUpError(`Strata needs Node ${oldest.join('.')} or later; this is Node ${version}.`);
  }
}
