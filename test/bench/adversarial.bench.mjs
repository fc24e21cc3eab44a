import { loadModules, median, row, runIfMain, sampleTexts, timedNow } from './support/support.mjs';

export const name = 'a megabyte of adversarial text against a megabyte of prose';

const units = {
  'one letter': 'a',
  spaces: ' ',
  'line ends': '\n',
  dashes: '-',
  'emoji joiners': '👩‍👩‍👧‍👦',
  'combining marks': '\u0301',
  'letters under marks': `e${'\u0301'.repeat(20)}`,
  base64: 'QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVo0NTY3ODkrL2Fi',
};

export async function run() {
  const { load } = await loadModules('adversarial', { load: 'shared/tokenizers/load.ts' });
  const encoding = await load.loadEncoding('o200k_base');
  const size = 1_000_000;
  const prose = sampleTexts(size).prose;
  const rows = [];
  for (const [kind, unit] of Object.entries(units)) {
    const text = unit.repeat(size / Buffer.byteLength(unit));
    const [ours, peers] = [[], []].map(() => /** @type {number[]} */ ([]));
    for (let run = 0; run < 9; run += 1) {
      peers?.push(timedNow(() => encoding.count(prose)));
      ours?.push(timedNow(() => encoding.count(text)));
    }
    rows.push(row(kind, 'at most', { ratio: median(ours ?? []) / median(peers ?? []), bar: 10, moonshot: 2 }));
  }
  return rows;
}

await runIfMain(import.meta.url, run);
