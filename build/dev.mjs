#!/usr/bin/env node
// npm run dev [-- folder]: the window on a folder, built again with each change of the code. A change of the page
// reloads it; a change of the main process or the preload script starts the app again.
import { spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { situationOf } from './setup/consent.mjs';
import { hasDisplay } from './setup/display.mjs';
import { run, say, SetUpError } from './setup/log.mjs';
import { userFolder } from './setup/npm-script.mjs';
import { example, root } from './setup/paths.mjs';
import { sandboxObstacle } from './setup/sandbox.mjs';
import { setUp } from './setup.mjs';

/** @typedef {'main' | 'preload' | 'renderer'} Bundle */

/**
 * Builds a bundle and builds it again with each change. Resolves when it is good for the first time.
 * @param {import('vite').InlineConfig} config
 * @param {{ begins: () => void, ends: (isGood: boolean) => void }} listener is told of every time after that
 * @returns {Promise<void>}
 */
async function buildAndWatch(config, { begins, ends }) {
  const { build } = await import('vite');
  // An app that starts meanwhile must find the files of the build before.
  const watcher = await build({
    ...config,
    logLevel: 'error',
    build: { ...config.build, emptyOutDir: false, watch: {} },
  });
  if (!('on' in watcher)) throw new Error('vite does not watch');
  return new Promise((resolveFirst) => {
    let isFirst = true;
    let isGood = true;
    watcher.on('event', (event) => {
      if (event.code === 'START') {
        isGood = true;
        if (!isFirst) begins();
      } else if (event.code === 'ERROR') {
        isGood = false;
        process.stderr.write(`${event.error.message}\n`);
      } else if (event.code === 'END') {
        if (!isFirst) ends(isGood);
        else if (isGood) resolveFirst();
        isFirst &&= !isGood;
      }
    });
  });
}

/**
 * @param {string} executable
 * @param {string} folder
 * @param {() => void} ended the user closed the window
 * @returns {{ reload: () => void, restart: () => void, end: () => void }}
 */
function startWindow(executable, folder, ended) {
  const obstacle = sandboxObstacle();
  if (obstacle) say(`Running without the Chromium sandbox: ${obstacle}.`);
  const { ELECTRON_RUN_AS_NODE: _asNode, ...env } = process.env;
  const args = [...(obstacle ? ['--no-sandbox'] : []), join(root, 'build', 'dev-window.mjs'), folder];
  let isAgain = false;
  const launch = () => {
    isAgain = false;
    const started = spawn(executable, args, { cwd: root, env, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });
    started.once('close', () => {
      if (isAgain) window = launch();
      else ended();
    });
    return started;
  };
  let window = launch();
  /** One that is ending is not told anything more. @param {'reload' | 'quit'} message */
  const tell = (message) => void (window.connected && window.send(message));
  return {
    reload: () => tell('reload'),
    restart() {
      isAgain = true;
      tell('quit');
    },
    end: () => void window.kill(),
  };
}

await run(async () => {
  if (!hasDisplay()) throw new SetUpError('npm run dev opens a window, and this machine has no display.');
  const [named] = process.argv.slice(2).filter((arg) => !arg.startsWith('-'));
  const folder = named ? resolve(userFolder('dev'), named) : example;
  const { executable } = await setUp(situationOf(), []);
  const { resolveConfig } = await import('electron-vite');
  const configFile = join(root, 'build', 'electron.vite.config.ts');
  const { config = {} } = await resolveConfig({ root, configFile }, 'build', 'development');
  // What is built here is not minified: `npm start` builds anew.
  for (const stamp of ['out/main/built-from', 'out/renderer/built-from']) await rm(join(root, stamp), { force: true });

  /** @type {ReturnType<typeof startWindow> | undefined} */
  let window;
  /** @type {Set<Bundle>} */
  const building = new Set();
  /** @type {Set<Bundle>} */
  const built = new Set();
  /** A change of `shared` is one of all bundles: the window waits for the last of them. */
  const follow = () => {
    if (building.size > 0 || built.size === 0) return;
    const isPage = built.size === 1 && built.has('renderer');
    built.clear();
    say(isPage ? 'The page was built again: reloading it' : 'The main process was built again: starting the app again');
    if (isPage) window?.reload();
    else window?.restart();
  };
  /** @param {Bundle} bundle */
  const watch = (bundle) =>
    buildAndWatch(/** @type {import('vite').InlineConfig} */ (config[bundle] ?? {}), {
      begins: () => void building.add(bundle),
      ends(isGood) {
        building.delete(bundle);
        if (isGood) built.add(bundle);
        follow();
      },
    });
  say('Building…');
  await Promise.all([watch('main'), watch('preload'), watch('renderer')]);
  await new Promise((ended) => {
    window = startWindow(executable, folder, () => ended(undefined));
    process.once('SIGINT', window.end).once('SIGTERM', window.end);
    say('Watching for changes. Close the window or press Ctrl-C to end.');
  });
  // The watchers would go on.
  process.exit(0);
});
