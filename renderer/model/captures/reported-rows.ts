/** Counts of the request on screen that its provider reported: of a row alone, or of several rows together. */
import type { TokenCount } from '../../../shared/analysis/types';
import type { RequestAnswer } from '../../../shared/ipc/captures';
import { formatNumber, marks, percentOf } from '../counts';
import type { Row } from '../sections/row';

export interface ReportedRows {
  /** By the key of the row. */
  readonly own: ReadonlyMap<string, TokenCount>;
  /** By the key of the last of several rows. */
  readonly sums: ReadonlyMap<string, ReportedSum>;
  readonly total: TokenCount | null;
}

export interface ReportedSum {
  readonly tokens: number;
  /** Which rows, in words. */
  readonly text: string;
}

export const noReportedRows: ReportedRows = { own: new Map(), sums: new Map(), total: null };

export function reportedRows(answer: RequestAnswer, rows: readonly Row[]): ReportedRows {
  const { stretches, row } = answer;
  const names = namesOf(rows);
  const own = new Map<string, TokenCount>();
  const sums = new Map<string, ReportedSum>();
  for (const { nodes, ends, from, tokens, isReported } of stretches) {
    if (!isReported || isWholeRequest(answer)) continue;
    for (const node of nodes) own.set(node, countOf(tokens));
    const end = nodes.length > 0 ? undefined : ends.find((each) => names.has(each));
    if (end !== undefined) sums.set(end, { tokens, text: sumText(nameIn(names, from), nameIn(names, end), tokens) });
  }
  return { own, sums, total: row.tokens?.method === 'reported' ? row.tokens : null };
}

/** Only the total is reported: that is no count of a row, and stands below the rows. */
export function isWholeRequest({ stretches, row }: Pick<RequestAnswer, 'stretches' | 'row'>): boolean {
  const [only] = stretches;
  return stretches.length === 1 && row.tokens?.method === 'reported' && only?.tokens === row.tokens.tokens;
}

/** How a block is called in the list of sections; its number where a message has no row. */
export function rowNames(rows: readonly Row[]): (id: string) => string {
  const names = namesOf(rows);
  return (id) => nameIn(names, id);
}

/** The input of a whole request. */
export function reportedTotal(tokens: number): TokenCount {
  return { tokens, low: tokens, high: tokens, method: 'reported', encoding: 'as reported' };
}

/** Strata's own count of a request whose tokens were reported. */
export function ownCountText({ tokens, method }: TokenCount): string {
  return `${formatNumber(tokens)} ${marks[method]} ${method === 'exact' ? 'counted' : 'estimated'} here`;
}

/** How far the reported total is from what the rows add up to. */
export function differenceText(reported: TokenCount, own: TokenCount): string {
  const difference = reported.tokens - own.tokens;
  if (difference === 0) return 'the same';
  const size = `${formatNumber(Math.abs(difference))} ${difference > 0 ? 'more' : 'less'}`;
  return Math.abs(difference) > own.tokens ? size : `${size} (${percentOf(Math.abs(difference), own.tokens)})`;
}

function sumText(from: string, to: string, tokens: number): string {
  return `${from} … ${to} and the framing between: ${formatNumber(tokens)} tokens together, as reported`;
}

function countOf(tokens: number): TokenCount {
  return { tokens, low: tokens, high: tokens, method: 'reported', encoding: 'as reported, with its framing' };
}

function namesOf(rows: readonly Row[], names = new Map<string, string>()): Map<string, string> {
  for (const { key, name, children } of rows) namesOf(children, names.set(key, name));
  return names;
}

/** A block without a row of its own stands in the row above it. */
function nameIn(names: ReadonlyMap<string, string>, id: string): string {
  for (let at = id; at !== ''; at = at.slice(0, Math.max(0, at.lastIndexOf('/')))) {
    const name = names.get(at);
    if (name !== undefined) return name;
  }
  const message = /^messages\/(\d+)/.exec(id)?.[1];
  return message === undefined ? id : `message ${Number(message) + 1}`;
}
