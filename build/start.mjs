#!/usr/bin/env node
// npm start [-- folder]: runs set-up, builds, and opens the window on a folder or on the bundled example.
import { join, resolve } from 'node:path';
import { ensureBuilt } from './bundle/bundle.mjs';
import { situationOf } from './setup/consent.mjs';
import { hasDisplay } from './setup/display.mjs';
import { run, say } from './setup/log.mjs';
import { userFolder } from './setup/npm-script.mjs';
import { example, root } from './setup/paths.mjs';
import { runCommand } from './setup/process.mjs';
import { sandboxObstacle } from './setup/sandbox.mjs';
import { setUp, setUpDependencies } from './setup.mjs';

/** @param {string} workspace */
async function printSections(workspace) {
  await setUpDependencies();
  await ensureBuilt('command', { quiet: true });
  say(
    'This machine has no display (neither DISPLAY nor WAYLAND_DISPLAY is set), so here are the ' +
      `sections of ${workspace} instead:\n`,
  );
  return runCommand(process.execPath, [join(root, 'out', 'main', 'cli.js'), 'inspect', workspace]);
}

/** @param {string} workspace */
async function openWindow(workspace) {
  const { executable } = await setUp(situationOf(), []);
  await ensureBuilt('app');
  const obstacle = sandboxObstacle();
  if (obstacle) say(`Running without the Chromium sandbox: ${obstacle}.`);
  const { ELECTRON_RUN_AS_NODE: _asNode, ...env } = process.env;
  return runCommand(executable, [...(obstacle ? ['--no-sandbox'] : []), root, workspace], { env });
}

await run(async () => {
  const args = process.argv.slice(2);
  const end = args.indexOf('--');
  // After `--` a name may begin with a dash. As an absolute path it is not a Chromium switch.
  const [folder] = end === -1 ? args.filter((arg) => !arg.startsWith('-')) : args.slice(end + 1);
  const workspace = folder ? resolve(userFolder('start'), folder) : example;
  return hasDisplay() ? openWindow(workspace) : printSections(workspace);
});
