/**
 * Debian packages for running Electron and its tests, with a display and a font. Debian 13 and Ubuntu 24.04 renamed
 * some (…t64), so each entry is a list of names, the preferred one first.
 */
const packages = [
  ['git'],
  ['xvfb'],
  ['libgtk-3-0t64', 'libgtk-3-0'],
  ['libnss3'],
  ['libasound2t64', 'libasound2'],
  ['libgbm1'],
  ['libxss1'],
  ['libxtst6'],
  ['libatspi2.0-0t64', 'libatspi2.0-0'],
  ['libsecret-1-0'],
  ['libnotify4'],
  ['xdg-utils'],
  ['fonts-dejavu-core'],
];

/**
 * The package names of this release.
 * @param {(name: string) => boolean} isKnown whether apt can install it
 */
export function packageNames(isKnown) {
  return packages.map((names) => names.find(isKnown) ?? names[names.length - 1] ?? '');
}

/** Every name apt may be asked about. */
export const candidateNames = packages.flat();

/**
 * Parses `apt-cache policy`: returns the packages that can be installed.
 * @param {string} policy
 */
export function installable(policy) {
  const names = new Set();
  let name = '';
  for (const line of policy.split('\n')) {
    const heading = /^(\S+):$/.exec(line);
    if (heading) name = heading[1] ?? '';
    else if (/^\s+Candidate: (?!\(none\))/.test(line)) names.add(name);
  }
  return names;
}

/**
 * How this user may run apt: as root, through sudo without a password, or not at all.
 * @param {{ uid: number | undefined, sudo: boolean }} user
 * @returns {readonly string[] | undefined} what to put before a command
 */
export function privilege({ uid, sudo }) {
  if (uid === 0) return [];
  return sudo ? ['sudo', '-n'] : undefined;
}

/** @param {readonly string[]} before @returns {readonly [string, ...string[]]} */
function apt(before) {
  const [command, ...rest] = [...before, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', '-qq'];
  return [command ?? 'env', ...rest];
}

/** @param {readonly string[]} before from privilege @returns {readonly [string, ...string[]]} */
export function updateCommand(before) {
  return [...apt(before), 'update'];
}

/**
 * @param {readonly string[]} before from privilege @param {readonly string[]} names @returns {readonly [string,
 * ...string[]]}
 */
export function installCommand(before, names) {
  return [...apt(before), 'install', '-y', '--no-install-recommends', ...names];
}

/** The command to paste, for a user who may not install. @param {readonly string[]} names */
export function manualCommand(names) {
  return `sudo apt-get update && sudo apt-get install -y --no-install-recommends ${names.join(' ')}`;
}
