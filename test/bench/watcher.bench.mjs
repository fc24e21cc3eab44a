import { fork } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { watch } from 'chokidar';
import { loadModules, median, output, row, runIfMain } from './support/support.mjs';

export const name = 'watching 16,000 files against chokidar 5: start and memory';

/** 16,000 files in 800 folders. Made once and kept in test/output. */
function makeFiles() {
  const folder = join(output, 'watched-16000');
  if (existsSync(join(folder, 'complete'))) return folder;
  for (let index = 0; index < 16_000; index += 1) {
    const at = join(folder, `${index % 40}`, `${index % 800}`);
    if (index < 800) mkdirSync(at, { recursive: true });
    writeFileSync(join(at, `file-${index}.ts`), `export const value${index} = ${index};\n`);
  }
  writeFileSync(join(folder, 'complete'), '');
  return folder;
}

/** @param {string} folder @returns {string[]} */
function foldersBelow(folder) {
  return [
    folder,
    ...readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
      entry.isDirectory() ? foldersBelow(join(folder, entry.name)) : [],
    ),
  ];
}

const starts = {
  /** @param {string} folder */
  async ours(folder) {
    const { watcher, files } = await loadModules('watcher', {
      watcher: 'electron/host/watch/watcher.ts',
      files: 'electron/host/disk/node-files.ts',
    });
    return async () => {
      const made = watcher.createWatcher({ boundary: files.nodeFiles, changed: () => undefined });
      made.update(new Map(foldersBelow(folder).map((each) => [each, 'all'])));
      if (made.state().overLimit > 0) throw new Error('the system allows too few watches to measure');
    };
  },
  /** @param {string} folder */
  async peer(folder) {
    return async () => {
      const made = watch(folder);
      await new Promise((resolve) => made.once('ready', () => resolve(undefined)));
    };
  },
};

const memory = () => {
  globalThis.gc?.();
  return process.memoryUsage().rss;
};

/** A child process measures one start and exits; only the parent runs the comparison. */
const [mode, folder] = process.argv.slice(2);
const isChild = (mode === 'ours' || mode === 'peer') && folder !== undefined;
if (isChild) {
  const start = await starts[mode](folder);
  const before = memory();
  const began = performance.now();
  await start();
  const ms = performance.now() - began;
  process.send?.({ ms, bytes: Math.max(1, memory() - before) }, () => process.exit(0));
}

/** @param {string} which @param {string} at @returns {Promise<{ ms: number, bytes: number }>} */
function measure(which, at) {
  return new Promise((resolve, reject) => {
    const child = fork(fileURLToPath(import.meta.url), [which, at], { execArgv: ['--expose-gc'] });
    child.on('message', (message) => resolve(/** @type {{ ms: number, bytes: number }} */ (message)));
    child.on('error', reject);
    child.on('exit', (code) => reject(new Error(`${which} ended with ${code}`)));
  });
}

export async function run() {
  const at = makeFiles();
  const [ours, peers] = [[], []].map(() => /** @type {{ ms: number, bytes: number }[]} */ ([]));
  for (let turn = 0; turn < 5; turn += 1) {
    peers?.push(await measure('peer', at));
    ours?.push(await measure('ours', at));
  }
  const of = (/** @type {{ ms: number, bytes: number }[] | undefined} */ all, /** @type {'ms' | 'bytes'} */ what) =>
    median((all ?? []).map((each) => each[what]));
  return [
    row('start', 'at least', {
      ratio: of(peers, 'ms') / of(ours, 'ms'),
      bar: 5,
      moonshot: 15,
      note: `${of(ours, 'ms').toFixed(0)} ms against ${of(peers, 'ms').toFixed(0)} ms`,
    }),
    row('memory', 'at most', {
      ratio: of(ours, 'bytes') / of(peers, 'bytes'),
      bar: 0.5,
      moonshot: 0.125,
      note: `${(of(ours, 'bytes') / 1e6).toFixed(0)} MB against ${(of(peers, 'bytes') / 1e6).toFixed(0)} MB`,
    }),
  ];
}

if (!isChild) await runIfMain(import.meta.url, run);
