import { get_encoding } from 'tiktoken';
import { loadModules, median, p95, row, runIfMain, sampleTexts, settle, timedNow } from './support/support.mjs';

export const name = 'exact recount after one keystroke in a 200 KB section, p95, against a full tiktoken WASM count';

/** About a word or two, then the next place. */
const strokesAtOnePlace = 40;

export async function run() {
  const { load } = await loadModules('recount', { load: 'shared/tokenizers/load.ts' });
  const encoding = await load.loadEncoding('o200k_base');
  const tiktoken = get_encoding('o200k_base');
  const rows = [];
  for (const [kind, text] of Object.entries(sampleTexts(200_000))) {
    const [ours, peers] = [[], []].map(() => /** @type {number[]} */ ([]));
    let now = text;
    let encoded = encoding.encode(now);
    for (let round = 0; round < 20; round += 1) {
      for (let stroke = 0; stroke < strokesAtOnePlace; stroke += 1) {
        const at = (round * 9973 + stroke) % now.length;
        // A flat string, as text that came over the bridge is.
        now = Buffer.from(`${now.slice(0, at)}${'typing '[stroke % 7]}${now.slice(at)}`).toString();
        ours?.push(timedNow(() => (encoded = encoding.encode(now, encoded))));
      }
      settle();
      peers?.push(timedNow(() => tiktoken.encode(now, [], [])));
    }
    if (encoded.total !== tiktoken.encode(now, [], []).length) throw new Error(`${kind}: the recount is wrong`);
    rows.push(
      row(`${kind}`, 'at least', {
        ratio: median(peers ?? []) / p95(ours ?? []),
        bar: 300,
        moonshot: 1000,
        note: `p95 ${(p95(ours ?? []) * 1000).toFixed(0)} µs, median ${(median(ours ?? []) * 1000).toFixed(0)} µs`,
      }),
    );
  }
  return rows;
}

await runIfMain(import.meta.url, run);
