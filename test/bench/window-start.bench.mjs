import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { example, root } from '../../build/setup/paths.mjs';
import { findRuntime } from '../../build/setup/runtime.mjs';
import { sandboxObstacle } from '../../build/setup/sandbox.mjs';
import { median, row, runIfMain } from './support/support.mjs';
import { pause, untilQuiet, untilShown, withApps, withDisplay, within } from './support/window-support.mjs';
import { filesWorkspace, temporaryWorkspace } from './support/workspaces.mjs';

export const name =
  'cold start to a painted example against an empty Electron window, and memory of 500,000 tokens ' +
  'against an empty workspace';

const starts = 7;
const bareWindow = join(root, 'test/bench/support/bare-window');

/**
 * Starts the program as a user would, without a test driver that delays it.
 * @param {string} executable @param {readonly string[]} args @param {string} userData @param {string | undefined}
 * display
 * @returns {Promise<number>} milliseconds to the painted page
 */
async function start(executable, args, userData, display) {
  const began = performance.timeOrigin + performance.now();
  const flags = [
    ...(display === undefined ? [] : ['--ozone-platform=x11']),
    ...(sandboxObstacle() === undefined ? [] : ['--no-sandbox']),
  ];
  const env = { ...process.env, ...(display === undefined ? {} : { DISPLAY: display }), STRATA_TEST: '1' };
  const child = spawn(
    executable,
    ['-r', join(root, 'test/bench/support/report-paint.cjs'), ...flags, `--user-data-dir=${userData}`, ...args],
    { cwd: root, env, stdio: ['ignore', 'pipe', 'ignore'] },
  );
  const exited = once(child, 'exit');
  try {
    const painted = new Promise((resolve) => {
      let text = '';
      child.stdout.on('data', (chunk) => {
        text += String(chunk);
        const found = /^painted ([\d.]+)$/m.exec(text)?.[1];
        if (found !== undefined) resolve(Number(found));
      });
    });
    return (await within(20_000, painted, 'nothing was painted')) - began;
  } finally {
    child.kill();
    await exited;
  }
}

async function startRow() {
  const runtime = await findRuntime();
  if (runtime === undefined) throw new Error('There is no Electron runtime: run npm test once, which sets it up.');
  const [own, theirs] = [[], []].map(() => /** @type {number[]} */ ([]));
  const data = ['ours', 'bare'].map((each) => mkdtempSync(join(tmpdir(), `strata-bench-${each}-`)));
  await withDisplay(async (display) => {
    for (let turn = 0; turn <= starts; turn += 1) {
      const ours = await start(runtime.executable, [root, example], data[0] ?? '', display);
      const bare = await start(runtime.executable, [bareWindow], data[1] ?? '', display);
      // The first start fills the caches for all later ones.
      if (turn === 0) continue;
      own?.push(ours);
      theirs?.push(bare);
    }
  });
  for (const folder of data) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  return row('start to the painted example', 'at most', {
    ratio: median(own ?? []) / median(theirs ?? []),
    bar: 2.5,
    moonshot: 1.5,
    note: `median ${median(own ?? []).toFixed(0)} ms against ${median(theirs ?? []).toFixed(0)} ms`,
  });
}

/** Memory of a process and its children in MB; shared pages count once if the system reports that. @param {any} app */
async function memoryOf(app) {
  /** @type {readonly { pid: number, kb: number }[]} */
  const processes = await app.evaluate((/** @type {any} */ electron) =>
    electron.app.getAppMetrics().map((/** @type {any} */ each) => ({ pid: each.pid, kb: each.memory.workingSetSize })),
  );
  const zygotes =
    process.platform === 'linux'
      ? readdirSync('/proc').filter((each) => /^\d+$/.test(each) && processes.some(({ pid }) => parentOf(each) === pid))
      : [];
  const all = new Map(processes.map(({ pid, kb }) => [String(pid), kb]));
  for (const pid of zygotes) if (!all.has(pid)) all.set(pid, 0);
  return [...all].reduce((sum, [pid, kb]) => sum + (proportional(pid) ?? kb), 0) / 1024;
}

/** @param {string} pid */
function parentOf(pid) {
  try {
    return Number(/^\d+ \(.*\) \S (\d+)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1]);
  } catch {
    return 0; // ended meanwhile
  }
}

/** @param {string} pid */
function proportional(pid) {
  try {
    return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1]);
  } catch {
    return undefined; // not on this system
  }
}

async function memoryRow() {
  const [large, empty] = [
    filesWorkspace(500_000, 2000),
    temporaryWorkspace({ 'strata.json': '{"tiered": {}}', 'system.md': 'You are a harbour pilot.\n' }),
  ];
  try {
    const measured = await withApps(async (launch) => {
      const found = [];
      for (const [workspace, least] of /** @type {const} */ ([
        [empty, 1],
        [large, 400_000],
      ])) {
        const running = await launch({ workspace: workspace.folder });
        await untilShown(running, least);
        await pause(3000);
        await untilQuiet(running.cdp);
        found.push(await memoryOf(running.app));
        await running.close();
      }
      return found;
    });
    const [without = Number.NaN, withPrompt = Number.NaN] = measured;
    return row('memory with a prompt of 500,000 tokens', 'at most', {
      ratio: withPrompt / without,
      bar: 2,
      moonshot: 1.3,
      note: `${withPrompt.toFixed(0)} MB against ${without.toFixed(0)} MB, all processes`,
    });
  } finally {
    large.remove();
    empty.remove();
  }
}

export async function run() {
  return [await memoryRow(), await startRow()];
}

await runIfMain(import.meta.url, run);
