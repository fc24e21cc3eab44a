#!/usr/bin/env node
// npm run pack:cli: writes dist/strata-cli-<version>.tgz, the command without Electron, for CI.
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureBuilt } from './bundle/bundle.mjs';
import { assembleCliPackage } from './package/cli-package.mjs';
import { run, say, SetUpError } from './setup/log.mjs';
import { root } from './setup/paths.mjs';
import { npmCommand, runCommand } from './setup/process.mjs';
import { setUpDependencies } from './setup.mjs';

/** @param {string} [folder] where the archive goes @returns {Promise<string>} its path */
export async function packCli(folder = join(root, 'dist')) {
  await ensureBuilt('cli', { quiet: true });
  const staged = join(root, 'out', 'cli-package');
  await assembleCliPackage(staged);
  await mkdir(folder, { recursive: true });
  const [command, ...args] = npmCommand();
  const pack = [...args, 'pack', staged, '--pack-destination', folder, '--ignore-scripts', '--loglevel=error'];
  if ((await runCommand(command, pack, { stdoutToStderr: true })) !== 0) throw new SetUpError('npm pack failed.');
  const { version } = JSON.parse(await readFile(join(staged, 'package.json'), 'utf8'));
  return join(folder, `strata-cli-${version}.tgz`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  await run(async () => {
    await setUpDependencies();
    say(`Wrote ${await packCli()}`);
    return 0;
  });
