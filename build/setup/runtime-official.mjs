import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './paths.mjs';
import { runCommand } from './process.mjs';

const packageFolder = join(root, 'node_modules', 'electron');
const probeTimeout = 5_000;
const downloadTimeout = 15 * 60_000;

/** @returns {string} the version package.json asks for */
export function officialVersion() {
  return JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')).version;
}

/** @returns {string | undefined} the binary, when the electron package has downloaded it */
export function officialExecutable() {
  const [path, version] = [join(packageFolder, 'path.txt'), join(packageFolder, 'dist', 'version')];
  if (!existsSync(path) || !existsSync(version)) return undefined;
  if (readFileSync(version, 'utf8').trim().replace(/^v/, '') !== officialVersion()) return undefined;
  const executable = join(packageFolder, 'dist', readFileSync(path, 'utf8'));
  return existsSync(executable) ? executable : undefined;
}

/** Where the electron package downloads from; it defines the variable. */
function downloadAddress(env = process.env) {
  return (
    env['ELECTRON_MIRROR'] || env['npm_config_electron_mirror'] || 'https://github.com/electron/electron/releases/'
  );
}

/** @returns {Promise<string | undefined>} why the address does not answer */
async function probe() {
  try {
    await fetch(downloadAddress(), { method: 'HEAD', redirect: 'manual', signal: AbortSignal.timeout(probeTimeout) });
    return undefined;
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    return (
      `${new URL(downloadAddress()).host} does not answer: ` +
      `${cause instanceof Error ? cause.message : String(cause)}`
    );
  }
}

/**
 * Lets the electron package download its binary. A short probe detects a closed network, because the download itself
 * may take minutes and cannot have a short timeout.
 * @returns {Promise<string | undefined>} why it failed
 */
export async function installOfficial() {
  const proxied = ['HTTPS_PROXY', 'https_proxy', 'ELECTRON_GET_USE_PROXY'].some((name) => process.env[name]);
  const closed = proxied ? undefined : await probe();
  if (closed) return closed;
  const code = await runCommand(process.execPath, [join(packageFolder, 'install.js')], { timeout: downloadTimeout });
  return code === 0 ? undefined : 'its download failed';
}
