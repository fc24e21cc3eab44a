/** The peer of the save benchmark, in a process of its own: chokidar tells of a save, and all of the file is counted. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { watch } from 'chokidar';
import { get_encoding } from 'tiktoken';
import { settle } from './support.mjs';
import { saved, saveWorkspace, savedFile, writeSaved } from './workspaces.mjs';

const tiktoken = get_encoding('o200k_base');
const workspace = saveWorkspace();
const watcher = watch(workspace.folder);

/** @param {number} save @param {import('./workspaces.mjs').SaveWay} way @returns {Promise<readonly [number, number]>} milliseconds from before the write, and from behind it */
async function take(save, way) {
  const bytes = saved(save);
  settle();
  const counted = new Promise((resolve) =>
    watcher.once('change', (path) => {
      tiktoken.encode(readFileSync(path, 'utf8'), [], []);
      resolve(performance.now());
    }),
  );
  const began = performance.now();
  writeSaved(join(workspace.folder, savedFile), bytes, way);
  const written = performance.now();
  const end = await counted;
  return [end - began, end - written];
}

process.on('message', (/** @type {[number, import('./workspaces.mjs').SaveWay]} */ [save, way]) => void take(save, way).then((took) => process.send?.(took)));
process.on('disconnect', () => void watcher.close().then(() => workspace.remove()));
watcher.once('ready', () => process.send?.([0, 0]));
