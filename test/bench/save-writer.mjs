/**
 * Saves as an editor does: from a process of its own, so that whoever watches is free while the disk takes its time.
 * Told `[path, save, way]` it writes; told nothing it answers when the last save began and when it was done, by the
 * system's clock.
 */
import { now } from './support.mjs';
import { saved, writeSaved } from './workspaces.mjs';

let times = [0, 0];

process.on('message', (/** @type {readonly [string, number, import('./workspaces.mjs').SaveWay] | null} */ message) => {
  if (message === null) {
    process.send?.(times);
    return;
  }
  const [path, save, way] = message;
  const bytes = saved(save);
  const began = now();
  writeSaved(path, bytes, way);
  times = [began, now()];
});
process.send?.('ready');
