/**
 * A workspace's own ratio, learned from what a provider reported for whole requests. It corrects estimates, never exact
 * counts.
 */
import type { PromptDocument } from '../../../document/types';
import { visit } from '../../../document/walk';
import type { Analysis, Calibration, CountedDocument, Report } from '../../types';

/** Only the newest samples count: workspaces and models change. */
const mostSamples = 20;

/** Ratios no tokenizer reaches: the report is of another request or model. */
const plausible = { low: 0.3, high: 3 };

/**
 * Half the width of the interval after one sample. It narrows with the square root of their number, down to a minimum.
 */
const firstSpread = 0.06;
const leastSpread = 0.02;

/** Undefined when the report cannot be of this request, or nothing in it was estimated. */
export function sampleOf(tokens: number, { document, analysis }: CountedDocument): number | undefined {
  const { total, calibration } = analysis;
  const fixed = fixedTokens(document, analysis);
  const estimated = (total.tokens - fixed) / (calibration?.ratio ?? 1);
  const sample = (tokens - fixed) / estimated;
  if (!Number.isFinite(sample) || sample < plausible.low || sample > plausible.high) return undefined;
  return isCorrectable(analysis) ? sample : undefined;
}

/** Exact counts are not corrected, even if their framing is uncertain. */
export function isCorrectable({ method }: Analysis): boolean {
  return method === 'estimated' || method === 'assumed';
}

/** The calibration after one more report; `before` if the report is unusable. */
export function calibrate(
  before: Calibration | undefined,
  report: Report,
  counted: CountedDocument,
): Calibration | undefined {
  const sample = sampleOf(report.tokens, counted);
  if (sample === undefined) return before;
  const modelId = counted.analysis.model.id;
  const earlier = before?.modelId === modelId ? before.samples : [];
  const samples = [...earlier, sample].slice(-mostSamples);
  const sorted = samples.toSorted((a, b) => a - b);
  const ratio = medianOf(sorted);
  const spread = Math.max(leastSpread, firstSpread / Math.sqrt(samples.length));
  return {
    modelId,
    ratio,
    low: Math.min(sorted[0] ?? ratio, ratio * (1 - spread)),
    high: Math.max(sorted.at(-1) ?? ratio, ratio * (1 + spread)),
    samples,
    newest: report,
  };
}

/** Framing and images: they have their own formulas, which a text ratio cannot correct. */
function fixedTokens(document: PromptDocument, { overhead, tokens }: Analysis): number {
  let fixed = overhead.tokens;
  visit(document, (node) => {
    if (node.type === 'image') fixed += tokens[node.id]?.tokens ?? 0;
  });
  return fixed;
}

function medianOf(sorted: readonly number[]): number {
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? 1;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
}
