import type { CountMethod, TokenCount } from '../types';

/** Tokens of the model for each token of the vocabulary. */
export interface Ratio {
  readonly low: number;
  readonly ratio: number;
  readonly high: number;
}

export interface Interval {
  readonly low: number;
  readonly tokens: number;
  readonly high: number;
}

export const nothing: Interval = { low: 0, tokens: 0, high: 0 };

export function countOf(interval: Interval, method: CountMethod, encoding: string): TokenCount {
  return { tokens: interval.tokens, low: interval.low, high: interval.high, method, encoding };
}

export function exactly(tokens: number): Interval {
  return { low: tokens, tokens, high: tokens };
}

/**
 * The text of one node, and what stands in it that was counted by itself. The text is rounded once, whatever is before
 * or behind it, so that an edit elsewhere does not move it; the rest is whole already. More text never makes an end of
 * the interval fall.
 */
export class Sum {
  #low = 0;
  #tokens = 0;
  #high = 0;
  #wholeLow = 0;
  #wholeTokens = 0;
  #wholeHigh = 0;

  /** Tokens of the vocabulary. */
  addText(tokens: number, { low, ratio, high }: Ratio): void {
    this.#low += tokens * low;
    this.#tokens += tokens * ratio;
    this.#high += tokens * high;
  }

  /** What is counted in whole tokens of the model already: a section, an image. */
  add({ low, tokens, high }: Interval): void {
    this.#wholeLow += low;
    this.#wholeTokens += tokens;
    this.#wholeHigh += high;
  }

  get rounded(): Interval {
    return {
      low: Math.round(this.#low) + this.#wholeLow,
      tokens: Math.round(this.#tokens) + this.#wholeTokens,
      high: Math.round(this.#high) + this.#wholeHigh,
    };
  }
}

export function difference(from: Interval, to: Interval): Interval {
  return { low: to.low - from.low, tokens: to.tokens - from.tokens, high: to.high - from.high };
}

export function scale(tokens: number, ratio: Ratio): Interval {
  const sum = new Sum();
  sum.addText(tokens, ratio);
  return sum.rounded;
}

export function sumOf(intervals: readonly Interval[]): Interval {
  let [low, tokens, high] = [0, 0, 0];
  for (const each of intervals) {
    low += each.low;
    tokens += each.tokens;
    high += each.high;
  }
  return { low, tokens, high };
}

/** From the surest to the least sure; a sum is as sure as its least sure part. */
const methods = ['reported', 'exact', 'formula', 'assumed', 'estimated'] as const satisfies readonly CountMethod[];

export function weaker(a: CountMethod, b: CountMethod): CountMethod {
  return methods.indexOf(a) < methods.indexOf(b) ? b : a;
}

/** Parts without tokens say nothing about the sum; `encoding` names the rule of most of it. */
export function addCounts(counts: readonly TokenCount[], method: CountMethod, encoding: string): TokenCount {
  const spoken = counts.filter((count) => count.high > 0);
  return countOf(
    sumOf(counts),
    spoken.reduce((worst, count) => weaker(worst, count.method), method),
    encoding,
  );
}

/** Does a count reach a minimum, e.g. of a cacheable prefix? Borderline when the truth may lie on either side. */
export type MinimumCheck = 'PASS' | 'FAIL' | 'BORDERLINE';

export function compareToMinimum(count: Pick<TokenCount, 'low' | 'high'>, minimum: number): MinimumCheck {
  if (count.low >= minimum) return 'PASS';
  return count.high < minimum ? 'FAIL' : 'BORDERLINE';
}
