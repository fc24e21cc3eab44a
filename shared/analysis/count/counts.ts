import type { CountMethod, TokenCount } from '../types';

/** Model tokens per vocabulary token. */
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
 * Sums a node: its own text, and the parts counted separately. The node's text is rounded once, independent of what
 * surrounds it, so that an edit elsewhere does not change its count. The parts are whole numbers already. More text
 * never lowers either end of the interval.
 */
export class Sum {
  #low = 0;
  #tokens = 0;
  #high = 0;
  #wholeLow = 0;
  #wholeTokens = 0;
  #wholeHigh = 0;

  /** `tokens` are vocabulary tokens. */
  addText(tokens: number, { low, ratio, high }: Ratio): void {
    this.#low += tokens * low;
    this.#tokens += tokens * ratio;
    this.#high += tokens * high;
  }

  /** Adds whole model tokens: a section or an image. */
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

/** From most to least certain; a sum is as certain as its least certain part. */
const methods = ['reported', 'exact', 'formula', 'assumed', 'estimated'] as const satisfies readonly CountMethod[];

export function weaker(a: CountMethod, b: CountMethod): CountMethod {
  return methods.indexOf(a) < methods.indexOf(b) ? b : a;
}

/** Parts without tokens do not affect the method; `encoding` names the rule used for most of it. */
export function addCounts(counts: readonly TokenCount[], method: CountMethod, encoding: string): TokenCount {
  const spoken = counts.filter((count) => count.high > 0);
  return countOf(
    sumOf(counts),
    spoken.reduce((worst, count) => weaker(worst, count.method), method),
    encoding,
  );
}

/** Whether a count reaches a minimum, e.g. of a cacheable prefix. Borderline if the interval contains the minimum. */
export type MinimumCheck = 'PASS' | 'FAIL' | 'BORDERLINE';

export function compareToMinimum(count: Pick<TokenCount, 'low' | 'high'>, minimum: number): MinimumCheck {
  if (count.low >= minimum) return 'PASS';
  return count.high < minimum ? 'FAIL' : 'BORDERLINE';
}
