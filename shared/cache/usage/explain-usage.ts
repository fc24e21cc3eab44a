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

interface Scale {
  /** Reported tokens for each estimated one. The prediction is shown in reported tokens. */
  readonly scale: number;
  /** Tokens by which the two may differ and still agree. */
  readonly slack: number;
}

/** Compares prediction and report, and explains differences. */
export function explainUsage(outcome: Outcome, usage: Usage, by?: Scale): readonly Explanation[] {
  const { worst, best, total } = outcome;
  const scaled = (low: number, high: number): Explanation['predicted'] =>
    between(Math.round(low * (by?.scale ?? 1)), Math.round(high * (by?.scale ?? 1)));
  const rows = [
    { what: 'read', ...scaled(worst.read, best.read), reported: usage.read },
    { what: 'written', ...scaled(writtenTokens(worst), writtenTokens(best)), reported: usage.written },
    { what: 'uncached', ...scaled(worst.uncached, best.uncached), reported: usage.uncached },
    { what: 'total', ...scaled(total, total), reported: usage.context },
  ] as const;
  return rows.map(({ what, low, high, reported }) => {
    const least = by === undefined ? low * (1 - tolerance) : low - by.slack;
    const most = by === undefined ? high * (1 + tolerance) : high + by.slack;
    const agrees = reported === null || (reported >= least && reported <= most);
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

function isUnder(a: number | null, b: number | null): boolean {
  return a !== null && b !== null && a < b;
}

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
        ? 'more was sent than this build (hidden instructions, tools, another version), or the tokens are ' +
            'underestimated'
        : 'less was sent than this build, or the tokens are overestimated';
    case 'read':
      if (reported > high) return 'an entry was there that this prediction does not know: an earlier request wrote it';
      if (usage.diagnosis?.reason != null) return `the provider says ${usage.diagnosis.reason}`;
      if (reported === 0 && usage.written === 0)
        return 'nothing was cached at all: perhaps below the minimum, or caching is off';
      return [
        ...outcome.reasons.map(({ text }) => text),
        expected.unsent,
        expected.expired,
        expected.routing,
        expected.hidden,
      ].join('; or ');
    case 'written':
      if (reported === 0)
        return usage.read === 0 ? 'perhaps below the minimum, or caching is off' : 'it was in the cache already';
      if (reported > high)
        return isUnder(usage.read, outcome.best.read)
          ? 'less was read than predicted, so more was written'
          : 'more was written than the rules say';
      return isUnder(outcome.worst.read, usage.read)
        ? 'more was read than predicted, so less was written'
        : 'less was written than the rules say';
    case 'uncached':
      return 'follows from the difference in what was read and written';
  }
}
