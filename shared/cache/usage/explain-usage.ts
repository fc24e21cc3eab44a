import type { Usage } from './usage';
import { writtenTokens, type Outcome } from '../simulate/outcome';

export interface Explanation {
  readonly what: 'read' | 'written' | 'uncached' | 'total';
  readonly predicted: { readonly low: number; readonly high: number };
  readonly reported: number | null;
  readonly agrees: boolean;
  readonly why: string;
}

/** Estimates may be off by this much. */
const tolerance = 0.15;

/** Compares prediction and report, and explains differences. */
export function explainUsage(outcome: Outcome, usage: Usage): readonly Explanation[] {
  const { worst, best, total } = outcome;
  const rows = [
    { what: 'read', ...between(worst.read, best.read), reported: usage.read },
    { what: 'written', ...between(writtenTokens(worst), writtenTokens(best)), reported: usage.written },
    { what: 'uncached', ...between(worst.uncached, best.uncached), reported: usage.uncached },
    { what: 'total', ...between(total, total), reported: usage.context },
  ] as const;
  return rows.map(({ what, low, high, reported }) => {
    const agrees = reported === null || (reported >= low * (1 - tolerance) && reported <= high * (1 + tolerance));
    const why =
      reported === null ? 'not reported' : agrees ? 'as predicted' : whyDifferent(what, high, reported, outcome, usage);
    return { what, predicted: { low, high }, reported, agrees, why };
  });
}

function between(a: number, b: number): { readonly low: number; readonly high: number } {
  return { low: Math.min(a, b), high: Math.max(a, b) };
}

const expected = {
  expired: 'it expired sooner than its lifetime',
  routing: 'another machine, workspace or region answered (routing)',
  unsent: 'it was not sent before',
  hidden: 'something before the breakpoint changed that this build does not show',
} as const;

function whyDifferent(
  what: Explanation['what'],
  high: number,
  reported: number,
  outcome: Outcome,
  usage: Usage,
): string {
  switch (what) {
    case 'total':
      return reported > high
        ? 'more was sent than this build: hidden instructions, tools or another version'
        : 'less was sent than this build, or the tokens are overestimated';
    case 'read':
      if (reported > high) return 'an entry was there that this prediction does not know: an earlier request wrote it';
      if (usage.diagnosis?.reason != null) return `the provider says ${usage.diagnosis.reason}`;
      if (reported === 0 && usage.written === 0)
        return 'nothing was cached at all: below the minimum, or caching is off';
      return [
        ...outcome.reasons.map(({ text }) => text),
        expected.unsent,
        expected.expired,
        expected.routing,
        expected.hidden,
      ].join('; or ');
    case 'written':
      if (reported === 0)
        return usage.read === 0 ? 'below the minimum, or caching is off' : 'it was in the cache already';
      return reported > high
        ? 'less was read than predicted, so more was written'
        : 'more was read than predicted, so less was written';
    case 'uncached':
      return 'follows from the difference in what was read and written';
  }
}
