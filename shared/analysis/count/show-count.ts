/** Counts as text, the same in every export and on the command line. A number always comes with its method. */
import { grouped } from '../../basics/grouped';
import type { CountMethod, TokenCount } from '../types';

const countMarks = {
  exact: '=',
  assumed: '~',
  estimated: '≈',
  formula: '≈',
  reported: '✓',
} as const satisfies Record<CountMethod, string>;

/** `≈ 1,234` */
export function markedTokens(count: Pick<TokenCount, 'method' | 'tokens'>): string {
  return `${countMarks[count.method]} ${grouped(count.tokens)}`;
}

/** `1,234 ≈`, for a sentence, where an exact number goes without a mark. */
export function tokensInSentence(tokens: number, method: CountMethod): string {
  return method === 'exact' ? grouped(tokens) : `${grouped(tokens)} ${countMarks[method]}`;
}

/** `estimated 1,100–1,400`, or only the method if both ends are equal. */
export function methodAndInterval(count: TokenCount): string {
  return count.low === count.high ? count.method : `${count.method} ${grouped(count.low)}–${grouped(count.high)}`;
}

/** `≈ 1,234 tokens (1,100–1,400)` */
export function showCount(count: TokenCount): string {
  const interval = count.low === count.high ? '' : ` (${grouped(count.low)}–${grouped(count.high)})`;
  return `${markedTokens(count)} tokens${interval}`;
}
