/** Tokens and prices of one request, from what was predicted and from what was reported. */
import type { PriceMoment } from '../../models/price';
import type { PromptDocument } from '../../document/types';
import { pricesFor, ttls, type ModelRules, type Ttl } from '../packs/rule-pack';
import { costOf, writtenTokens, type Split } from '../simulate/outcome';
import type { Usage } from '../usage/usage';
import type { PlayedRequest } from './play';
import type { Figures, Range } from './types';

/** What was promised and what is possible; the same if it is known. */
export interface Splits {
  readonly worst: Split;
  readonly best: Split;
}

export function rangeOf(a: number, b: number): Range {
  return { low: Math.min(a, b), high: Math.max(a, b) };
}

export function addRanges(a: Range, b: Range): Range {
  return { low: a.low + b.low, high: a.high + b.high };
}

export const nothing: Range = { low: 0, high: 0 };

/** What prices depend on besides the model: when the request was sent, and its parameters. */
export function priceMomentOf(
  { parameters }: PromptDocument,
  { pack }: ModelRules,
  at: number | undefined,
): PriceMoment {
  const valueOf = (name: string): string | undefined =>
    parameters.find((parameter) => parameter.name === name)?.value.replaceAll('"', '');
  const factor = (pack.factors ?? []).reduce(
    (product, { parameter, value, times }) => (valueOf(parameter) === value ? product * times : product),
    1,
  );
  return { factor, fast: valueOf('speed') === 'fast', ...(at === undefined ? {} : { at }) };
}

function tokensOf({ read, written, uncached }: Split): number {
  return read + writtenTokens({ read, written, uncached }) + uncached;
}

export function figuresOf({ worst, best }: Splits, rules: ModelRules | undefined, moment: PriceMoment): Figures {
  const rate = (split: Split): number => (tokensOf(split) === 0 ? 0 : split.read / tokensOf(split));
  const costs = rules === undefined ? [null] : [costOf(worst, rules, moment), costOf(best, rules, moment)];
  const [a = null, b = null] = costs;
  return {
    tokens: rangeOf(tokensOf(worst), tokensOf(best)),
    read: rangeOf(worst.read, best.read),
    written: rangeOf(writtenTokens(worst), writtenTokens(best)),
    uncached: rangeOf(worst.uncached, best.uncached),
    hitRate: rangeOf(rate(worst), rate(best)),
    cost: a === null || b === null ? null : rangeOf(a, b),
  };
}

/** Forms whose input tokens do not include the cached ones. There a missing read count means 0. */
const disjoint: readonly Usage['form'][] = ['anthropic', 'bedrock'];

/** Undefined if not even the input tokens are reported. In other forms, a read that is not reported can be anything. */
export function reportedSplits(usage: Usage, played: Pick<PlayedRequest, 'request' | 'rules'>): Splits | undefined {
  const { context } = usage;
  if (context === null) return undefined;
  const written = writtenByTtl(usage, played);
  const spent = Object.values(written).reduce((sum, tokens) => sum + tokens, 0);
  const splitOf = (read: number): Split => ({ read, written, uncached: Math.max(0, context - spent - read) });
  if (usage.read !== null) return { worst: splitOf(usage.read), best: splitOf(usage.read) };
  return { worst: splitOf(0), best: splitOf(disjoint.includes(usage.form) ? 0 : context - spent) };
}

/** If the report names no lifetime, takes that of the markers if they have only one, else the usual one. */
function writtenByTtl(usage: Usage, { request, rules }: Pick<PlayedRequest, 'request' | 'rules'>): Split['written'] {
  const { written5m, written1h } = usage;
  if ((written5m ?? 0) + (written1h ?? 0) > 0)
    return {
      ...((written5m ?? 0) === 0 ? {} : { '5m': written5m ?? 0 }),
      ...((written1h ?? 0) === 0 ? {} : { '1h': written1h ?? 0 }),
    };
  const written = usage.written ?? 0;
  if (written === 0) return {};
  const offered = rules?.pack.lifetimes.map(({ ttl }) => ttl) ?? [];
  const marked = ttls.filter((ttl) => offered.includes(ttl) && request.markers.some((marker) => marker.ttl === ttl));
  const ttl: Ttl = marked.length === 1 ? (marked[0] ?? '5m') : (offered[0] ?? '5m');
  return { [ttl]: written };
}

/** US dollars for the output; null if it is not reported or has no price. */
export function outputCostOf(usage: Usage | null, rules: ModelRules | undefined, moment: PriceMoment): number | null {
  const output = usage?.output ?? null;
  if (output === null || rules === undefined) return null;
  const price = pricesFor(rules, { tokens: usage?.context ?? 0, ...moment }).output;
  return price === null ? null : (output * price) / 1_000_000;
}
