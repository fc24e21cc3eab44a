/**
 * Saves as an editor does: in its own process, so that the watching process is free while the disk works. On `[path,
 * save, way]` it writes; on null it answers when the last save began and ended, by the system's clock.
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
