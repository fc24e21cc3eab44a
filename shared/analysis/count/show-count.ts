/** Counts as text, the same in every export and on the command line. A number always comes with its method. */
import type { CountMethod, TokenCount } from '../types';

const countMarks = {
  exact: '=',
  assumed: '~',
  estimated: '≈',
  formula: '≈',
  reported: '✓',
} as const satisfies Record<CountMethod, string>;

const grouped = new Intl.NumberFormat('en-US');

/** `≈ 1,234` */
export function markedTokens(count: Pick<TokenCount, 'method' | 'tokens'>): string {
  return `${countMarks[count.method]} ${grouped.format(count.tokens)}`;
}

/** `estimated 1,100–1,400`, or only the method if both ends are equal. */
export function methodAndInterval(count: TokenCount): string {
  return count.low === count.high
    ? count.method
    : `${count.method} ${grouped.format(count.low)}–${grouped.format(count.high)}`;
}

/** `≈ 1,234 tokens (1,100–1,400)` */
export function showCount(count: TokenCount): string {
  const interval = count.low === count.high ? '' : ` (${grouped.format(count.low)}–${grouped.format(count.high)})`;
  return `${markedTokens(count)} tokens${interval}`;
}
