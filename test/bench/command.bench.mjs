import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBuilt } from '../../build/bundle/bundle.mjs';
import { median, root, row, runIfMain, timedNow } from './support/support.mjs';

export const name = 'the command to its first output, as it is packed for CI, against `node -e 0`';

const rounds = 25;

/** @param {readonly string[]} args @param {number} expected the exit code */
function start(args, expected = 0) {
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  if (status !== expected) throw new Error(`node ${args.join(' ')} ended with ${status}: ${stderr}`);
}

export async function run() {
  await ensureBuilt('cli', { quiet: true });
  const command = join(root, 'out', 'cli', 'cli.js');
  const folder = mkdtempSync(join(tmpdir(), 'strata-bench-command-'));
  try {
    cpSync(join(root, 'build/examples/tagged-sections'), folder, { recursive: true });
    start([command, 'lock', folder]);
    const bare = ['-e', '0'];
    const version = [command, '--version'];
    const check = [command, 'check', folder];
    for (const args of [bare, version, check]) start(args);
    /** @type {Record<'bare' | 'version' | 'check', number[]>} */
    const times = { bare: [], version: [], check: [] };
    for (let round = 0; round < rounds; round += 1) {
      times.bare.push(timedNow(() => start(bare)));
      times.version.push(timedNow(() => start(version)));
      times.check.push(timedNow(() => start(check)));
    }
    const floor = median(times.bare);
    const note = (/** @type {number} */ ms) => `${ms.toFixed(0)} ms against ${floor.toFixed(0)} ms`;
    return [
      row('`strata --version` against `node -e 0`', 'at most', {
        ratio: median(times.version) / floor,
        bar: 4,
        moonshot: 1.5,
        note: note(median(times.version)),
      }),
      row('`strata check` of a small folder against `node -e 0`', 'at most', {
        ratio: median(times.check) / floor,
        bar: 10,
        moonshot: 4,
        note: note(median(times.check)),
      }),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

await runIfMain(import.meta.url, run);
