/**
 * Shared by benchmarks: sources bundled as the tests bundle them, runs interleaved with the peer's, rows with a
 * verdict.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, runnerImport } from 'vite';

export const root = fileURLToPath(new URL('../../..', import.meta.url));
export const output = join(root, 'test', 'output', 'bench');

/**
 * Loads modules of the app by path, each with its dependencies.
 * @param {string} name of the bundle
 * @param {Readonly<Record<string, string>>} inputs
 * @returns {Promise<Record<string, any>>}
 */
export async function loadModules(name, inputs) {
  const plain = { configFile: /** @type {const} */ (false), logLevel: /** @type {const} */ ('error') };
  const { module: imports } = await runnerImport(join(root, 'test/support/node-imports.ts'), plain);
  const { module: ranks } = await runnerImport(join(root, 'build/vite/packed-ranks.ts'), plain);
  const outDir = join(output, name);
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [ranks.packedRanks(), imports.nodeImports(root)],
    ssr: { noExternal: true },
    build: {
      outDir,
      emptyOutDir: false,
      target: 'node20.19',
      ssr: true,
      ssrEmitAssets: true,
      rolldownOptions: { input: inputs, output: { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' } },
    },
  });
  const loaded = await Promise.all(
    Object.keys(inputs).map(async (key) => [key, await import(pathToFileURL(join(outDir, `${key}.mjs`)).href)]),
  );
  return Object.fromEntries(loaded);
}

/**
 * Opens a session on a folder as the app does: with watching.
 * @param {any} host the module of sessions @param {string} folder @param {object} [options] of the session
 */
export async function openAsApp(host, folder, options = {}) {
  const session = host.createSession({ ...options, watch: true });
  await session.open(folder);
  return session;
}

/** @param {readonly number[]} values @param {number} share */
export function quantile(values, share) {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** @param {readonly number[]} values */
export const median = (values) => quantile(values, 0.5);
/** @param {readonly number[]} values */
export const p95 = (values) => quantile(values, 0.95);

/** Milliseconds on a clock shared by all processes. */
export const now = () => Number(process.hrtime.bigint()) / 1e6;

/** Milliseconds of one run. @param {() => unknown} work */
export async function timed(work) {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

/** The same without awaiting: for work of microseconds. @param {() => unknown} work */
export function timedNow(work) {
  const began = performance.now();
  work();
  return performance.now() - began;
}

/**
 * Collects the harness's young garbage, so that the next measurement does not pay for it; needs --expose-gc. A full
 * collection would also discard compiled code.
 */
export function settle() {
  /** @type {((options: { type: 'minor' }) => void) | undefined} */ (globalThis.gc)?.({ type: 'minor' });
}

/**
 * @typedef {object} Row
 * @property {string} job
 * @property {number} ratio
 * @property {number} bar
 * @property {number} moonshot
 * @property {'at least' | 'at most'} [goal] missing: at most
 * @property {'×' | ' ms' | ' %'} [unit] missing: ×
 * @property {boolean} [isGoal] missing: yes; else the row is not in the table of goals, and its bar is ours or one
 * frame
 * @property {string} [note]
 * @property {readonly { readonly name: string, readonly share: number }[]} [profile] with `--profile`: functions by
 * their own time
 */

/**
 * @param {string} job @param {'at least' | 'at most'} goal
 * @param {Pick<Row, 'ratio' | 'bar' | 'moonshot' | 'unit' | 'isGoal' | 'note' | 'profile'>} found
 * @returns {Row}
 */
export function row(job, goal, found) {
  if (!Number.isFinite(found.ratio) || found.ratio <= 0) throw new Error(`${job}: ${found.ratio} is no measurement`);
  return { job, goal, ...found };
}

/** @param {Row} row */
export function verdictOf({ ratio, bar, moonshot, goal }) {
  const reaches = (/** @type {number} */ limit) => (goal === 'at least' ? ratio >= limit : ratio <= limit);
  return reaches(moonshot) ? 'moonshot' : reaches(bar) ? 'bar' : 'missed';
}

/** @param {Row} row */
export function describeRow(row) {
  const sign = row.goal === 'at least' ? '≥' : '≤';
  const unit = row.unit ?? '×';
  const number = (/** @type {number} */ value) =>
    value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);
  const spent =
    row.profile === undefined
      ? ''
      : `\n      spent on ${row.profile.map(({ name, share }) => `${name} ${(share * 100).toFixed(1)} %`).join(', ')}`;
  return (
    `${row.job}: ${number(row.ratio)}${unit} (${row.isGoal === false ? 'further ' : ''}bar ` +
    `${sign} ${row.bar}${unit}, moonshot ${sign} ${row.moonshot}${unit}): ` +
    `${verdictOf(row)}${row.note === undefined ? '' : ` [${row.note}]`}${spent}`
  );
}

/** Texts of about this many characters, the same in every run. @param {number} length */
export function sampleTexts(length) {
  const sources = [
    'shared/tokenizers/split/pieces.ts',
    'shared/analysis/count/count-message.ts',
    'shared/analysis/models.ts',
    'shared/document/types.ts',
  ]
    .map((path) => readFileSync(join(root, path), 'utf8'))
    .join('\n');
  const common = (
    'the of and to in that it was for on are as with they at be this from have or by one had not but what all were ' +
    'when we there can an your which their said if do will each about how up out them then she many some so these ' +
    'would other into has more her two like him see time could no make than first been its who now people my made ' +
    'over did down only way find use may water long little very after words called just where most know'
  ).split(' ');
  const parts = [
    'har',
    'bour',
    'pi',
    'lot',
    'tide',
    'ves',
    'sel',
    'an',
    'chor',
    'light',
    'cur',
    'rent',
    'moor',
    'ing',
    'chart',
    'wind',
    'ward',
    'draft',
    'ton',
    'nage',
  ];
  let seed = 7;
  const next = () => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) | 0;
    return (seed >>> 0) / 4_294_967_296;
  };
  let prose = '';
  while (prose.length < length) {
    const any = (/** @type {readonly string[]} */ list) => list[Math.floor(next() * list.length)] ?? '';
    const sentence = Array.from({ length: 6 + Math.floor(next() * 14) }, () =>
      next() < 0.7 ? any(common) : any(parts) + any(parts) + (next() < 0.3 ? any(parts) : ''),
    ).join(' ');
    prose += `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}${next() < 0.2 ? '.\n\n' : '. '}`;
  }
  const fill = (/** @type {string} */ unit) => unit.repeat(Math.ceil(length / unit.length)).slice(0, length);
  return {
    TypeScript: fill(sources),
    prose: prose.slice(0, length),
    'minified code': fill(
      sources.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*|\s+/g, ' ').replaceAll(/ ?([{}();,=<>:]) ?/g, '$1'),
    ),
    CJK: fill('今日は良い天気ですね。明日も晴れるでしょう、多分。港の水先案内人は夜明けに乗船し、海図を見た。\n'),
  };
}

/**
 * Runs the benchmark if the file is the main script: `node test/bench/<name>.bench.mjs`.
 * @param {string} url @param {() => Promise<readonly Row[]>} run
 */
export async function runIfMain(url, run) {
  if (process.argv[1] === undefined || pathToFileURL(process.argv[1]).href !== url) return;
  for (const each of await run()) console.log(describeRow(each));
}
