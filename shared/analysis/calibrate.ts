/**
 * A workspace's own ratio, learned from what a provider reported for whole requests. Estimates are corrected by it; exact
 * counts never are.
 */
import type { Analysis, Calibration } from './types';

/** What a provider said a request took, beside what was counted for the same request. */
export interface Reported {
  readonly modelId: string;
  /** Input tokens of the whole request, cached or not. */
  readonly tokens: number;
  readonly analysis: Pick<Analysis, 'total' | 'overhead' | 'calibration'>;
}

/** Only the newest: a workspace changes, and so do models. */
const mostSamples = 20;

/** Further off than any tokenizer: another request, or another model. */
const plausible = { low: 0.3, high: 3 };

/** Half the width of the interval after one sample; it narrows with the root of their number, down to the least. */
const firstSpread = 0.06;
const leastSpread = 0.02;

/** Undefined when the report cannot be of this request, or nothing was estimated in it. */
export function sampleOf({ tokens, analysis: { total, overhead, calibration } }: Reported): number | undefined {
  const estimated = (total.tokens - overhead.tokens) / (calibration?.ratio ?? 1);
  const sample = (tokens - overhead.tokens) / estimated;
  if (!Number.isFinite(sample) || sample < plausible.low || sample > plausible.high) return undefined;
  return total.method === 'estimated' || total.method === 'assumed' ? sample : undefined;
}

/** The calibration after one more report; `before` itself when the report says nothing. */
export function calibrate(before: Calibration | undefined, reported: Reported): Calibration | undefined {
  const sample = sampleOf(reported);
  if (sample === undefined) return before;
  const earlier = before?.modelId === reported.modelId ? before.samples : [];
  const samples = [...earlier, sample].slice(-mostSamples);
  const sorted = samples.toSorted((a, b) => a - b);
  const ratio = medianOf(sorted);
  const spread = Math.max(leastSpread, firstSpread / Math.sqrt(samples.length));
  return {
    modelId: reported.modelId,
    ratio,
    low: Math.min(sorted[0] ?? ratio, ratio * (1 - spread)),
    high: Math.max(sorted.at(-1) ?? ratio, ratio * (1 + spread)),
    samples,
  };
}

function medianOf(sorted: readonly number[]): number {
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? 1;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
}
