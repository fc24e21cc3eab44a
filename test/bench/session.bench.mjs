import { loadModules, median, row, runIfMain, settle, timedNow } from './support/support.mjs';

export const name = 'open a session of 300 requests, against JSON.parse of the same bytes';

const rounds = 5;
const modelId = 'claude-sonnet-4-5';

export async function run() {
  const modules = await loadModules('session', {
    session: 'shared/requests/log/session-reader.ts',
    generator: 'test/support/agent-session.ts',
    analyze: 'shared/analysis/count/analyze.ts',
    memo: 'shared/analysis/count/memo.ts',
    counting: 'shared/analysis/count/counting.ts',
    models: 'shared/analysis/models.ts',
    load: 'shared/tokenizers/load.ts',
    bill: 'shared/cache/bill/bill.ts',
    packs: 'shared/cache/packs/packs.ts',
  });
  const model = modules.models.findModel(modelId);
  const counting = modules.counting.createCounting(model, await modules.load.loadEncoding(model.count.vocabulary));

  /** Reads, builds documents, counts, simulates the cache, compares and bills. @param {readonly string[]} lines */
  const open = (lines) => {
    const reader = new modules.session.SessionReader({ id: 'log', path: '/log' });
    const memo = new modules.memo.CountMemo();
    let start = 0;
    const sent = lines.map((text, index) => {
      const read = reader.read({ text, start, label: `#${index + 1}` });
      start += text.length;
      if (read.kind !== 'request') throw new Error(`line ${index + 1} is read as ${read.kind}`);
      const { document } = read.request;
      const analysis = modules.analyze.analyzeWith(document, counting, memo);
      return { label: '', document, analysis, at: index * 20, usage: null };
    });
    return { sent, bill: modules.bill.billOf(sent, modules.packs.shippedPacks) };
  };
  const linesOf = (/** @type {import('../support/agent-session').SessionOptions} */ options) =>
    [...modules.generator.sessionLines(options)].map((line) => JSON.parse(JSON.stringify(line)));

  const lines = linesOf({ requests: 300 });
  const [ours, peers] = [[], []].map(() => /** @type {number[]} */ ([]));
  for (let round = 0; round < rounds; round += 1) {
    settle();
    peers?.push(timedNow(() => lines.forEach((line) => JSON.parse(line))));
    settle();
    ours?.push(timedNow(() => open(lines)));
  }
  const [short, long] = [30, 300].map((requests) => {
    const each = linesOf({ requests, wordsPerTurn: 10, firstWords: 60_000 });
    open(each);
    return median(Array.from({ length: rounds }, () => timedNow(() => open(each))));
  });
  // The last request repeats all earlier ones but for their markers, so its text is what was new in each.
  const newText = (lines.at(-1)?.length ?? 0) * 2;
  const memory = memoryOf(() => open([...modules.generator.sessionLines({ requests: 300 })]));
  const ratio = (/** @type {number[]} */ times) => median(times) / median(peers ?? []);
  return [
    row('open it: read, documents, counts, cache, differences, bill', 'at most', {
      ratio: ratio(ours ?? []),
      bar: 5,
      moonshot: 2,
      note:
        `${median(ours ?? []).toFixed(0)} ms for ` +
        `${(lines.reduce((sum, line) => sum + line.length, 0) / 1e6).toFixed(0)} MB`,
    }),
    row('memory with it open, against the text that is new in each request', 'at most', {
      ratio: memory / newText,
      bar: 12,
      moonshot: 4,
      note: `${(memory / 1e6).toFixed(1)} MB for ${(newText / 1e6).toFixed(1)} MB, two bytes a character`,
    }),
    row('growth: ten times as many requests of the same size', 'at most', {
      ratio: (long ?? 0) / (short ?? 1),
      bar: 12,
      moonshot: 10,
      note: `${(short ?? 0).toFixed(0)} ms and ${(long ?? 0).toFixed(0)} ms`,
    }),
  ];
}

/** Bytes of heap that the result keeps. @param {() => object} make */
function memoryOf(make) {
  const collect = () => {
    globalThis.gc?.();
    return process.memoryUsage().heapUsed;
  };
  const before = collect();
  const kept = make();
  const used = collect() - before;
  if (Object.keys(kept).length === 0) throw new Error('nothing was kept');
  return used;
}

await runIfMain(import.meta.url, run);
