/**
 * `npm run bench [-- --profile] [name…]`: runs every *.bench.mjs of this folder, each in its own process. Prints ratios
 * beside bar and moonshot, and writes test/output/bench.json; with `--profile` also where the main process spends its
 * time. Fails only if a measurement is broken, never because one is slow.
 */
import { fork } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { findRuntime } from '../../build/setup/runtime.mjs';
import { describeRow, root, verdictOf } from './support/support.mjs';

const folder = join(root, 'test', 'bench');
const [mode, one] = process.argv.slice(2);

if (mode === '--one' && one !== undefined) {
  const bench = await import(pathToFileURL(join(folder, one)).href);
  const rows = await bench.run();
  process.send?.({ name: bench.name, rows }, () => process.exit(0));
} else {
  const wanted = process.argv.slice(2);
  if (wanted.includes('--profile')) process.env['STRATA_BENCH_PROFILE'] = '1';
  await runAll(wanted.filter((each) => each !== '--profile'));
}

/**
 * Work of the main process is measured, with its peer, on the Node inside Electron, or on this Node if no Electron is
 * set up. The symbol map is slow enough to matter in the command as well, so it is measured on both.
 */
async function mainProcess() {
  const runtime = await findRuntime();
  return runtime === undefined
    ? {}
    : { execPath: runtime.executable, env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' } };
}

/**
 * @typedef {{ readonly file: string, readonly inMain: boolean, readonly where: string }} Run `where` is added to each
 * row's name
 */

/** @param {string} file @returns {readonly Run[]} */
function runsOf(file) {
  if (file.startsWith('symbols.'))
    return [
      { file, inMain: true, where: ', in the app' },
      { file, inMain: false, where: ', as a command' },
    ];
  return [{ file, inMain: /^(?:adversarial|captured|keystroke|recount|save|session)\./.test(file), where: '' }];
}

/** @param {Run} run @returns {Promise<{ name: string, rows: readonly import('./support/support.mjs').Row[] }>} */
async function runOne({ file, inMain, where }) {
  const runtime = inMain ? await mainProcess() : {};
  return new Promise((resolve, reject) => {
    const child = fork(join(folder, 'run.mjs'), ['--one', file], {
      ...runtime,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      execArgv: ['--expose-gc'],
    });
    /** @type {any} */
    let answer;
    child.on('message', (message) => (answer = message));
    child.on('error', reject);
    child.on('exit', (code) => {
      if (answer !== undefined && answer.rows.length > 0)
        resolve({
          ...answer,
          rows: answer.rows.map((/** @type {import('./support/support.mjs').Row} */ row) => ({
            ...row,
            job: `${row.job}${where}`,
          })),
        });
      else reject(new Error(`${file} measured nothing (exit ${code})`));
    });
  });
}

/** @param {readonly string[]} wanted parts of file names; none: all */
async function runAll(wanted) {
  const files = readdirSync(folder)
    .filter(
      (file) => file.endsWith('.bench.mjs') && (wanted.length === 0 || wanted.some((part) => file.includes(part))),
    )
    .toSorted();
  if (files.length === 0) throw new Error(`no benchmark is called ${wanted.join(' or ')}`);
  const results = [];
  const broken = [];
  for (const run of files.flatMap(runsOf)) {
    try {
      const { name, rows } = await runOne(run);
      console.log(`\n${name}`);
      for (const row of rows) {
        console.log(`  ${describeRow(row)}`);
        results.push({ bench: name, ...row, verdict: verdictOf(row) });
      }
    } catch (error) {
      broken.push(`${run.file}${run.where}`);
      console.error(error instanceof Error ? error.message : error);
    }
  }
  const output = join(root, 'test', 'output');
  mkdirSync(output, { recursive: true });
  const machine = { cpu: cpus()[0]?.model, cores: cpus().length, load: loadavg()[0], node: process.version };
  writeFileSync(
    join(output, 'bench.json'),
    `${JSON.stringify({ date: new Date().toISOString(), machine, results, broken }, null, 2)}\n`,
  );
  const summary = (/** @type {boolean} */ isGoal) =>
    ['moonshot', 'bar', 'missed']
      .map(
        (verdict) =>
          `${results.filter((each) => each.verdict === verdict && (each.isGoal !== false) === isGoal).length} ` +
          `${verdict}`,
      )
      .join(', ');
  console.log(
    `\ngoals: ${summary(true)}; further rows: ` +
      `${summary(false)}${broken.length === 0 ? '' : `; ${broken.length} broken: ${broken.join(', ')}`}`,
  );
  process.exitCode = broken.length === 0 ? 0 : 1;
}
