/** Counts of rows: they add up. */
import type { Analysis, TokenCount } from '../../../shared/analysis/types';
import { allTools } from '../../../shared/document/tool-text';
import type { ToolNode } from '../../../shared/document/types';
import type { Row } from './row';

export function sameCount(a: TokenCount | null, b: TokenCount | null): boolean {
  return (
    a === b ||
    (a !== null &&
      b !== null &&
      a.tokens === b.tokens &&
      a.low === b.low &&
      a.high === b.high &&
      a.method === b.method &&
      a.encoding === b.encoding)
  );
}

/** All of these tools and those inside them. */
export function toolsCount(tools: readonly ToolNode[], analysis: Analysis): TokenCount {
  return sumCounts(
    allTools(tools).flatMap((tool) => analysis.tokens[tool.id] ?? []),
    analysis.overhead,
  );
}

function present(rows: readonly Row[]): readonly TokenCount[] {
  return rows.flatMap((row) => (row.kind === 'omitted' || row.count === null ? [] : [row.count]));
}

function sumCounts(counts: readonly TokenCount[], like: TokenCount): TokenCount {
  const add = (pick: (count: TokenCount) => number): number => counts.reduce((total, count) => total + pick(count), 0);
  return { ...(counts[0] ?? like), tokens: add((c) => c.tokens), low: add((c) => c.low), high: add((c) => c.high) };
}

function sum(rows: readonly Row[], like: TokenCount): TokenCount {
  return sumCounts(present(rows), like);
}

export function subtract(whole: TokenCount, rows: readonly Row[]): TokenCount {
  const parts = sum(rows, whole);
  const tokens = Math.max(0, whole.tokens - parts.tokens);
  return {
    ...whole,
    tokens,
    low: Math.max(0, Math.min(tokens, whole.low - parts.low)),
    high: Math.max(tokens, whole.high - parts.high),
  };
}

/** Divides a count by lengths. The parts add up to it. They are estimates, unless one part has all. */
export function sharesOf(whole: TokenCount, lengths: readonly number[]): readonly TokenCount[] {
  const total = lengths.reduce((all, length) => all + length, 0);
  if (total === 0) return [];
  let before = 0;
  const ends = lengths.map((length) => (before += length) / total);
  const part = (count: number, index: number): number =>
    Math.round(count * (ends[index] ?? 1)) - (index === 0 ? 0 : Math.round(count * (ends[index - 1] ?? 0)));
  const method = lengths.filter((length) => length > 0).length > 1 ? 'estimated' : whole.method;
  return lengths.map((_, index) => {
    const tokens = part(whole.tokens, index);
    const [low, high] = [Math.min(tokens, part(whole.low, index)), Math.max(tokens, part(whole.high, index))];
    return { ...whole, tokens, low, high, method };
  });
}
