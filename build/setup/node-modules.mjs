import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { say, SetUpError } from './log.mjs';
import { root } from './paths.mjs';
import { npmCommand, runCommand } from './process.mjs';

/**
 * @typedef {object} LockedPackage
 * @property {string} [version]
 * @property {string} [integrity]
 * @property {boolean} [optional]
 * @property {boolean} [devOptional]
 */
/** @typedef {{ packages?: Readonly<Record<string, LockedPackage>> }} Lock */

/**
 * Whether node_modules matches the lock file. npm writes the second file, node_modules/.package-lock.json, last, so an
 * interrupted installation has none. Packages for other platforms may be absent.
 * @param {Lock} lock package-lock.json
 * @param {Lock | undefined} installed node_modules/.package-lock.json
 */
export function isInstalled(lock, installed) {
  const wanted = lock.packages ?? {};
  const present = installed?.packages ?? {};
  const names = Object.keys(wanted).filter((name) => name !== '');
  return (
    installed !== undefined &&
    Object.keys(present).every((name) => name in wanted) &&
    names.every((name) => {
      const [want, have] = [wanted[name], present[name]];
      if (!have) return Boolean(want?.optional || want?.devOptional);
      return have.version === want?.version && have.integrity === want?.integrity;
    })
  );
}

/** @param {string} path @returns {Promise<Lock | undefined>} */
async function readLock(path) {
  try {
    return JSON.parse(await readFile(join(root, path), 'utf8'));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

async function areDependenciesInstalled() {
  const lock = await readLock('package-lock.json');
  if (!lock) throw new SetUpError('package-lock.json is missing or broken; restore it with git.');
  return isInstalled(lock, await readLock('node_modules/.package-lock.json'));
}

export async function ensureDependencies() {
  if (await areDependenciesInstalled()) return;
  say('Set-up: installing dependencies with npm ci');
  const [command, ...args] = npmCommand();
  const code = await runCommand(command, [
    ...args,
    'ci',
    '--include=dev',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ]);
  if (code !== 0)
    throw new SetUpError('npm ci failed (its message is above). Strata needs its dependencies once, over the network.');
}
