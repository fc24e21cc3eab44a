import { loadModules, median, row, runIfMain, settle, timedNow } from './support.mjs';

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
    sequence: 'shared/cache/script/sequence.ts',
    rules: 'shared/cache/packs/rule-pack.ts',
    packs: 'shared/cache/packs/packs.ts',
  });
  const model = modules.models.findModel(modelId);
  const counting = modules.counting.createCounting(model, await modules.load.loadEncoding(model.count.vocabulary));
  const rules = modules.rules.rulesFor(modules.packs.shippedPacks, 'anthropic', modelId);

  /** Reads, builds documents, counts, simulates the cache and compares. @param {readonly string[]} lines */
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
    return { sent, steps: modules.sequence.sequenceOf(sent, () => rules) };
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
  const ratio = (/** @type {number[]} */ times) => median(times) / median(peers ?? []);
  return [
    row('open it: read, documents, counts, cache, differences', 'at most', {
      ratio: ratio(ours ?? []),
      bar: 5,
      moonshot: 2,
      note:
        `${median(ours ?? []).toFixed(0)} ms for ` +
        `${(lines.reduce((sum, line) => sum + line.length, 0) / 1e6).toFixed(0)} MB`,
    }),
    row('growth: ten times as many requests of the same size', 'at most', {
      ratio: (long ?? 0) / (short ?? 1),
      bar: 12,
      moonshot: 10,
      note: `${(short ?? 0).toFixed(0)} ms and ${(long ?? 0).toFixed(0)} ms`,
    }),
  ];
}

await runIfMain(import.meta.url, run);
