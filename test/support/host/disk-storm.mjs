/**
 * Changes files of a workspace as fast as it can, in its own process: `node disk-storm.mjs <workspace> <seed> <count>`.
 */
import { appendFileSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const [workspace = '', seed = '1', count = '100'] = process.argv.slice(2);
const paths = ['notes/a.md', 'notes/b.md', 'notes/sub/a.md', 'notes/sub/deep/c.md', 'x/y.md'].map((path) =>
  join(workspace, path),
);
const folders = ['notes', 'notes/sub', 'notes/sub/deep', 'x'].map((path) => join(workspace, path));
const shelf = join(workspace, 'shelf');

let state = Number(seed) * 2_654_435_761;
/** Mulberry32, a seeded random number generator. */
function random(below) {
  state = (state + 0x6d2b79f5) | 0;
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
}

function put(path, content) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}

const deeds = [
  (path) => put(path, `text ${random(10)}`),
  (path) => put(path, `text ${random(10)}`),
  (path) => {
    put(`${path}.tmp`, `saved ${random(10)}`);
    renameSync(`${path}.tmp`, path);
  },
  (path) => {
    put(path, '');
    appendFileSync(path, `slow ${random(10)}`);
  },
  (path) => rmSync(path, { force: true }),
  (path) => {
    rmSync(path, { force: true });
    put(path, `again ${random(10)}`);
  },
  (_, folder) => rmSync(folder, { recursive: true, force: true }),
  (_, folder) => {
    rmSync(shelf, { recursive: true, force: true });
    if (existsSync(folder)) renameSync(folder, shelf);
  },
  (_, folder) => {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(dirname(folder), { recursive: true });
    if (existsSync(shelf)) renameSync(shelf, folder);
  },
  () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, random(12)),
];

for (let at = 0; at < Number(count); at += 1)
  deeds[random(deeds.length)]?.(paths[random(paths.length)] ?? '', folders[random(folders.length)] ?? '');
