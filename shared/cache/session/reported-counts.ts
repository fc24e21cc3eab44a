/**
 * Counts from the bill. The reported sizes of nested prefixes differ by the exact tokens of the stretch between them:
 * between two markers, or from one turn to the next. Stretches of one model together tell how far its estimates are
 * off.
 */
import type { Analysis, Calibration } from '../../analysis/types';
import { isCorrectable } from '../../analysis/count/estimates/calibrate';
import type { Block } from '../simulate/blocks';
import type { LedgerStep } from './ledger';

/** Consecutive blocks whose tokens together are reported. */
export interface ReportedStretch {
  /** The first request that has it. */
  readonly number: number;
  /** Ids of its blocks, in order. */
  readonly blocks: readonly string[];
  readonly tokens: number;
  readonly estimate: number;
  /** Framing within the estimate, which no ratio corrects. */
  readonly framing: number;
}

/** Each stretch once, in the order of the session. */
export function reportedStretches(steps: readonly LedgerStep[]): readonly ReportedStretch[] {
  const seen = new Set<string>();
  return steps.flatMap(({ captured, sized: { request, keys, extents, reported } }) => {
    const stretches: ReportedStretch[] = [];
    let [from, tokens] = [-1, 0];
    for (const block of [...reported].toSorted((a, b) => a - b)) {
      const key = `${captured.analysis.model.id} ${keys[from] ?? ''} ${keys[block] ?? ''}`;
      const upTo = extents[block]?.tokens ?? 0;
      const blocks = request.blocks.slice(from + 1, block + 1);
      if (!seen.has(key) && upTo > tokens)
        stretches.push({
          number: captured.number,
          blocks: blocks.map(({ id }) => id),
          tokens: upTo - tokens,
          estimate: blocks.reduce((sum, each) => sum + each.tokens, 0),
          framing: framingIn(request.blocks, from + 1, block, captured.analysis),
        });
      seen.add(key);
      [from, tokens] = [block, upTo];
    }
    return stretches;
  });
}

/** Framing in these blocks: role markers at the starts of messages, the rest in the request's first block. */
function framingIn(blocks: readonly Block[], from: number, to: number, { overhead, overheads = [] }: Analysis): number {
  const isStart = (block: Block, index: number): boolean => {
    const before = blocks[index - 1];
    return block.part !== 'tools' && (before === undefined || before.endsMessage || before.part === 'tools');
  };
  const marks = overheads.find(({ name }) => name === 'role markers')?.count.tokens ?? 0;
  const messages = blocks.filter(({ endsMessage }) => endsMessage).length;
  const each = messages === 0 ? 0 : Math.floor(marks / messages);
  const starts = blocks.filter(isStart).length;
  const own = blocks.filter((block, index) => index >= from && index <= to && isStart(block, index)).length;
  return own * each + (from === 0 ? overhead.tokens - starts * each : 0);
}

/** Shorter stretches say little: framing weighs too much. */
const leastTokens = 50;
const plausible = { low: 0.3, high: 3 };
const leastSpread = 0.02;
/** Below this number of stretches the interval stays wide. */
const fewStretches = 3;
const fewSpread = 0.06;
/** The share of tokens that may lie outside of the interval, on each side. */
const outside = 0.05;
const mostSamples = 20;

/** What a session says about the estimates of each model whose tokens are estimated. */
export function fitCounts(steps: readonly LedgerStep[], at: string): readonly Calibration[] {
  const models = new Map<string, { readonly analysis: Analysis; readonly steps: LedgerStep[] }>();
  for (const step of steps) {
    const { analysis } = step.captured;
    if (!isCorrectable(analysis)) continue;
    const ofModel = models.get(analysis.model.id);
    if (ofModel === undefined) models.set(analysis.model.id, { analysis, steps: [step] });
    else ofModel.steps.push(step);
  }
  return [...models].flatMap(([modelId, { analysis, steps: own }]) => {
    const corrected = analysis.calibration?.ratio ?? 1;
    const samples = reportedStretches(own)
      .filter(({ tokens, estimate, framing }) => tokens >= leastTokens && estimate > framing)
      .map(({ tokens, estimate, framing }) => ({
        tokens,
        ratio: ((tokens - framing) / (estimate - framing)) * corrected,
      }))
      .filter(({ ratio }) => ratio >= plausible.low && ratio <= plausible.high);
    if (samples.length === 0) return [];
    const sorted = samples.toSorted((a, b) => a.ratio - b.ratio);
    const [ratio, low, high] = [0.5, outside, 1 - outside].map((share) => quantile(sorted, share));
    if (ratio === undefined || low === undefined || high === undefined) return [];
    const spread = samples.length < fewStretches ? fewSpread : leastSpread;
    const tokens = own.findLast(({ captured }) => captured.usage?.context != null)?.captured.usage?.context ?? 0;
    return [
      {
        modelId,
        ratio,
        low: Math.min(low, ratio * (1 - spread)),
        high: Math.max(high, ratio * (1 + spread)),
        samples: samples.slice(-mostSamples).map((each) => each.ratio),
        newest: { from: 'session', tokens, at },
      },
    ];
  });
}

/** The ratio below which this share of all tokens lies. */
function quantile(
  sorted: readonly { readonly tokens: number; readonly ratio: number }[],
  share: number,
): number | undefined {
  const all = sorted.reduce((sum, { tokens }) => sum + tokens, 0);
  let passed = 0;
  return (sorted.find(({ tokens }) => (passed += tokens) >= share * all) ?? sorted.at(-1))?.ratio;
}
