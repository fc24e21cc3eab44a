/** The peer of the save benchmark, in its own process: chokidar reports a save, and the whole file is counted. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { watch } from 'chokidar';
import { get_encoding } from 'tiktoken';
import { now } from './support.mjs';
import { savedFile, savedWord, saveWorkspace } from './workspaces.mjs';

const tiktoken = get_encoding('o200k_base');
const workspace = saveWorkspace();
const watcher = watch(workspace.folder);

/** chokidar drops the second of two quick events and never looks again. */
const givenUpMs = 1000;

/** Answers when the file with this save was counted; null if it was not. @param {number} save */
function countAfter(save) {
  const look = (/** @type {string} */ path) => {
    const text = readFileSync(path, 'utf8');
    tiktoken.encode(text, [], []);
    const counted = now();
    if (!text.includes(savedWord(save))) return;
    end(counted);
  };
  const end = (/** @type {number | null} */ counted) => {
    clearTimeout(timer);
    watcher.off('change', look);
    process.send?.(counted);
  };
  const timer = setTimeout(end, givenUpMs, null);
  watcher.on('change', look);
  process.send?.('listening');
}

process.on('message', countAfter);
process.on('disconnect', () => void watcher.close().then(() => workspace.remove()));
watcher.once('ready', () => process.send?.(join(workspace.folder, savedFile)));
