import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { loadModules, median, root, row, runIfMain, sampleTexts, timedNow } from './support/support.mjs';

export const name =
  'secrets: shapes that are found, placeholders and public Markdown that are left alone, and what looking costs';

const perRule = 200;

export async function run() {
  const { secrets, samples } = await loadModules('secrets', {
    secrets: 'shared/sources/secrets/secrets.ts',
    samples: 'test/support/secret-samples.ts',
  });
  return [
    ...shapes(secrets, samples),
    row('placeholders that are taken for secrets', 'at most', {
      ratio: Math.max(placeholderRate(secrets, samples), 0.001),
      bar: 1,
      moonshot: 0.01,
      unit: ' %',
      note: `${samples.placeholders.length} placeholders`,
    }),
    ...falseAlarms(secrets),
    cost(secrets),
  ];
}

/** One row for all rules; lists every rule that misses something. @param {any} secrets @param {any} samples */
function shapes({ secretRules, findSecrets }, { secretSamples, numbers }) {
  const rates = secretRules.map((/** @type {{ id: string }} */ { id }) => {
    const random = numbers(1);
    const found = Array.from({ length: perRule }, () => secretSamples[id](random)).filter((sample) =>
      findSecrets(`It is ${sample} here.`).some((/** @type {{ rule: string }} */ { rule }) => rule === id),
    ).length;
    return { id, rate: (100 * found) / perRule };
  });
  const least = rates.toSorted(
    (/** @type {{ rate: number }} */ a, /** @type {{ rate: number }} */ b) => a.rate - b.rate,
  );
  const missing = least.filter((/** @type {{ rate: number }} */ { rate }) => rate < 100);
  const note =
    missing.length === 0
      ? `all of ${perRule} samples of each of ${rates.length} rules`
      : missing.map((/** @type {{ id: string, rate: number }} */ { id, rate }) => `${id} ${rate} %`).join(', ');
  return [
    row(`samples found by the rule that finds least, of ${rates.length} rules`, 'at least', {
      ratio: Math.max(least[0].rate, 0.001),
      bar: 95,
      moonshot: 100,
      unit: ' %',
      note,
    }),
  ];
}

/** @param {any} secrets @param {any} samples */
function placeholderRate({ findSecrets }, { placeholders }) {
  return (
    (100 * placeholders.filter((/** @type {string} */ text) => findSecrets(text).length > 0).length) /
    placeholders.length
  );
}

/**
 * Counts public Markdown files with a finding. The files of our dependencies are always here; STRATA_BENCH_MARKDOWN may
 * name more folders, such as clones of documentation, separated as in PATH.
 * @param {any} secrets
 */
function falseAlarms({ findSecrets }) {
  const more = (process.env['STRATA_BENCH_MARKDOWN'] ?? '')
    .split(process.platform === 'win32' ? ';' : ':')
    .filter((folder) => folder !== '');
  const places = [
    { where: 'of our dependencies', folder: join(root, 'node_modules') },
    ...more.map((folder) => ({ where: `in ${basename(folder)}`, folder })),
  ];
  return places.map(({ where, folder }) => {
    const files = markdownIn(folder);
    const hits = files.filter((file) => findSecrets(readFileSync(file, 'utf8')).length > 0);
    const ratio = Math.max((100 * hits.length) / files.length, 0.001);
    const note = `${hits.length} of ${files.length} files`;
    return row(`Markdown files ${where} with a finding`, 'at most', {
      ratio,
      bar: 0.3,
      moonshot: 0.1,
      unit: ' %',
      note,
    });
  });
}

/** @param {string} folder @returns {readonly string[]} */
function markdownIn(folder) {
  return readdirSync(folder, { withFileTypes: true, recursive: true }).flatMap((entry) =>
    entry.isFile() && /\.mdx?$/i.test(entry.name) ? [join(entry.parentPath, entry.name)] : [],
  );
}

/** A megabyte of text built to be slow against a megabyte of prose. @param {any} secrets */
function cost({ findSecrets }) {
  const size = 1_000_000;
  const prose = sampleTexts(size).prose;
  const bad = ['-----BEGIN PRIVATE KEY-----', 'eyJ', 'eyJaaaaaaaaaaaaa.', 'password=', '://a:', 'bearer ', '0Q~'].map(
    (unit) => unit.repeat(size / unit.length),
  );
  const [ours, peers] = [/** @type {number[]} */ ([]), /** @type {number[]} */ ([])];
  for (let pass = 0; pass < 5; pass += 1) {
    peers.push(timedNow(() => findSecrets(prose)));
    ours.push(Math.max(...bad.map((text) => timedNow(() => findSecrets(text)))));
  }
  return row('looking for secrets in a megabyte made to be slow, the worst of seven, against prose', 'at most', {
    ratio: median(ours) / median(peers),
    bar: 50,
    moonshot: 10,
    note: `prose ${median(peers).toFixed(1)} ms`,
  });
}

await runIfMain(import.meta.url, run);
