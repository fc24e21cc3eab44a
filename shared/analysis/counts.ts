import type { CountMethod, TokenCount } from './types';

export interface Scale {
  readonly ratio: number;
  readonly low: number;
  readonly high: number;
  readonly method: CountMethod;
  readonly encoding: string;
}

/** The count between two positions in vocabulary tokens; neighbours add up exactly because each end is rounded once. */
export function scaleBetween(scale: Scale, start: number, end: number): TokenCount {
  const between = (ratio: number): number => Math.round(end * ratio) - Math.round(start * ratio);
  const tokens = between(scale.ratio);
  return { tokens, low: Math.min(tokens, between(scale.low)), high: Math.max(tokens, between(scale.high)), method: scale.method, encoding: scale.encoding };
}

export function countOf(tokens: number, method: CountMethod, encoding: string): TokenCount {
  return { tokens, low: tokens, high: tokens, method, encoding };
}

export function emptyCount(scale: Scale): TokenCount {
  return countOf(0, scale.method, scale.encoding);
}

export function addCounts(counts: readonly TokenCount[], scale: Scale): TokenCount {
  return counts.reduce((sum, count) => ({ ...sum, tokens: sum.tokens + count.tokens, low: sum.low + count.low, high: sum.high + count.high }), emptyCount(scale));
}

export const countMarks = { exact: '=', assumed: '~', estimated: '≈', formula: '≈', reported: '✓' } as const satisfies Record<CountMethod, string>;
