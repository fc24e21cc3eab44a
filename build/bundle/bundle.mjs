import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { SetUpError } from '../setup/log.mjs';
import { cache, root } from '../setup/paths.mjs';
import { runCommand } from '../setup/process.mjs';
import { fingerprint } from './fingerprint.mjs';
import { withLock } from './lock.mjs';

/**
 * What can be built. The app's build includes the command; `cli` is the command for its own package.
 * @typedef {'command' | 'app' | 'cli'} Part
 */

const config = ['build/electron.vite.config.ts', 'build/vite', 'package.json', 'package-lock.json'];
const common = ['shared', 'electron', ...config];

/** @type {Readonly<Record<Part, { inputs: readonly string[], stamp: string }>>} */
const parts = {
  command: { inputs: common, stamp: 'out/main/built-from' },
  app: { inputs: [...common, 'renderer'], stamp: 'out/renderer/built-from' },
  cli: { inputs: common, stamp: 'out/cli/built-from' },
};

/** @param {Part} part */
async function isFresh(part) {
  const { inputs, stamp } = parts[part];
  const built = await readFile(join(root, stamp), 'utf8').catch(() => undefined);
  return built !== undefined && built === (await fingerprint(root, inputs));
}

/** @param {Part} part @param {string} hash */
async function writeStamp(part, hash) {
  const path = join(root, parts[part].stamp);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, hash);
}

/**
 * Builds a part unless its output matches the current sources.
 * @param {Part} part
 * @param {{ force?: boolean, quiet?: boolean }} [options] quiet: nothing on standard output, and errors only
 */
export async function ensureBuilt(part, { force = false, quiet = false } = {}) {
  if (!force && (await isFresh(part))) return;
  await withLock(join(cache, 'build.lock'), async () => {
    if (!force && (await isFresh(part))) return;
    // Hashed before the build: a change made during it must leave the output stale.
    const hashes = {
      command: await fingerprint(root, parts.command.inputs),
      app: await fingerprint(root, parts.app.inputs),
      cli: await fingerprint(root, parts.cli.inputs),
    };
    await rm(join(root, parts[part].stamp), { force: true });
    const tool = join(root, 'node_modules', 'electron-vite', 'bin', 'electron-vite.js');
    const args = [
      tool,
      'build',
      '--config',
      'build/electron.vite.config.ts',
      ...(quiet ? ['--logLevel', 'error'] : []),
    ];
    const env = { ...process.env, STRATA_PARTS: part, NODE_ENV: 'production' };
    const code = await runCommand(process.execPath, args, { env, stdoutToStderr: quiet });
    if (code !== 0) throw new SetUpError('The build failed (its message is above).');
    await writeStamp(part, hashes[part]);
    if (part === 'app') await writeStamp('command', hashes.command);
  });
}
