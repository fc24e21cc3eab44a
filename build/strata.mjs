#!/usr/bin/env node
// The `strata` command, from a clone. Builds itself when stale, and prints only the command's output on standard
// output.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuilt } from './bundle/bundle.mjs';
import { userFolder } from './setup/npm-script.mjs';
import { requireNode } from './setup/node-version.mjs';
import { SetUpError } from './setup/log.mjs';
import { root } from './setup/paths.mjs';

/** Exit code when the command itself could not be built: neither findings (1) nor wrong usage (2). */
const notReady = 70;

/** `strata open [folder]` is `npm start` in the user's folder; everything else is the headless command. */
const [name, ...rest] = process.argv.slice(2);
const opens = name === 'open';

try {
  requireNode();
  if (!existsSync(join(root, 'node_modules', 'electron-vite'))) throw new SetUpError(`Run npm ci in ${root} first.`);
  if (!opens) await ensureBuilt('command', { quiet: true });
} catch (error) {
  process.stderr.write(
    `strata: ${error instanceof SetUpError ? error.message : error instanceof Error ? error.stack : String(error)}\n`,
  );
  process.exit(notReady);
}

const { npm_lifecycle_event: _script, ...env } = process.env;
const command = opens
  ? [join(root, 'build', 'start.mjs'), ...(rest.length === 0 ? ['.'] : rest)]
  : [join(root, 'out', 'main', 'cli.js'), ...process.argv.slice(2)];
const child = spawn(process.execPath, command, { cwd: userFolder('strata'), stdio: 'inherit', env });
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
  process.on(signal, () => child.kill(signal));
child.once('exit', (code, signal) => {
  if (signal) process.removeAllListeners(signal);
  if (signal) process.kill(process.pid, signal);
  else process.exitCode = code ?? 1;
});
