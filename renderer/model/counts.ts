import type { Analysis, CountMethod, TokenCount } from '../../shared/analysis/types';

/** The mark that says how a number was counted. */
export const marks: Readonly<Record<CountMethod, string>> = {
  exact: '=',
  assumed: '~',
  estimated: '≈',
  formula: '≈',
  reported: '✓',
};

const methods: Readonly<Record<CountMethod, string>> = {
  exact: 'exact, by the model’s own vocabulary',
  assumed: 'assumed: nobody published the vocabulary of this model',
  estimated: 'estimated',
  formula: 'by a published formula or a rule of thumb',
  reported: 'reported by the provider',
};

const grouped = new Intl.NumberFormat('en-US');

export function formatNumber(value: number): string {
  return grouped.format(Math.round(value));
}

/** 950, 1.2k, 34k, 1.2M: for axes; the exact number is shown elsewhere. */
export function formatShort(value: number): string {
  if (value < 1000) return String(Math.round(value));
  if (value < 10_000) return `${trimZero((value / 1000).toFixed(1))}k`;
  if (value < 1_000_000) return `${Math.round(value / 1000)}k`;
  return `${trimZero((value / 1_000_000).toFixed(1))}M`;
}

function trimZero(text: string): string {
  return text.endsWith('.0') ? text.slice(0, -2) : text;
}

export function markOf(count: TokenCount): string {
  return marks[count.method];
}

export function describeCount(count: TokenCount): string {
  const range = count.low === count.high ? '' : `, between ${formatNumber(count.low)} and ${formatNumber(count.high)}`;
  return `${formatNumber(count.tokens)} tokens, ${methods[count.method]}${range} (${count.encoding})`;
}

/** How a number was counted, in words. */
export function describeMethod(method: CountMethod): string {
  return methods[method];
}

export function formatChange(tokens: number): string {
  if (tokens === 0) return '±0';
  return `${tokens > 0 ? '+' : '−'}${formatNumber(Math.abs(tokens))}`;
}

export function share(part: number, whole: number): number {
  return whole <= 0 ? 0 : Math.min(1, part / whole);
}

export function percentOf(part: number, whole: number): string {
  const percent = whole <= 0 ? 0 : (part / whole) * 100;
  if (percent < 100 && percent >= 99.5) return `${Math.floor(percent * 10) / 10} %`;
  if (percent > 0 && percent < 0.05) return '< 0.1 %';
  return `${percent > 0 && percent < 10 ? percent.toFixed(1) : Math.round(percent)} %`;
}

/** A warning beside a total that exceeds, or may exceed, the model's context window. */
export function windowAlarm({
  total,
  model: { contextWindow },
}: Pick<Analysis, 'total' | 'model'>): { readonly severity: 'error' | 'warning'; readonly text: string } | null {
  if (contextWindow === null || total.high <= contextWindow) return null;
  return total.low > contextWindow
    ? { severity: 'error', text: 'over the context window' }
    : { severity: 'warning', text: 'may be over the context window' };
}

/** Whether there is text that changes with every request, after which nothing stays cached for long. */
export function hasActiveText({
  total,
  overhead,
  cacheable,
}: Pick<Analysis, 'total' | 'overhead' | 'cacheable'>): boolean {
  return cacheable.tokens < total.tokens - overhead.tokens;
}
