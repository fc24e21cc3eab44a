/** Tokens that the previous request had in the cache, that came again, and were not read. */
import type { PriceMoment } from '../../models/price';
import type { Block, CacheRequest } from '../simulate/blocks';
import { costOf, writtenTokens, type Split } from '../simulate/outcome';
import { rangeOf, type Splits } from './figures';
import { blockText, isAlike } from './lineage';
import type { PlayedRequest } from './play';
import type { ChangedParameter, Loss, LossCause, Range } from './types';

interface Side {
  readonly played: PlayedRequest;
  readonly splits: Splits;
  /** Reported over estimated tokens; 1 for a prediction. */
  readonly scale: number;
}

export interface LossInput {
  readonly basis: Loss['basis'];
  readonly before: Side;
  readonly now: Side;
  readonly moment: PriceMoment;
  readonly parameters: readonly ChangedParameter[];
  /** Tokens. A loss up to this is within the error of the counts, and is none. */
  readonly slack: number;
}

export function lossOf({ basis, before, now, moment, parameters, slack }: LossInput): Loss | null {
  const cached = (split: Split): number => split.read + writtenTokens(split);
  const expected = ({ worst, best }: Splits): Range =>
    rangeOf(cached(worst) * share(cached(worst)), cached(best) * share(cached(best)));
  const share = (tokens: number): number => recurring(before.played.request, now.played.request, tokens / before.scale);
  const { worst, best } = now.splits;
  const read = rangeOf(worst.read, best.read);
  // The most that can be lost: all that was cached and not read. Mostly that is nothing, and no block is compared.
  const most = Math.max(cached(before.splits.worst), cached(before.splits.best)) - read.low;
  if (Math.round(most) <= slack) return null;
  const due = expected(before.splits);
  const tokens = {
    low: Math.max(0, Math.round(due.low - read.high)),
    high: Math.max(0, Math.round(due.high - read.low)),
  };
  if (tokens.high <= slack) return null;
  const { rules } = now.played;
  const costs =
    rules === undefined
      ? [null]
      : [extraCost(best, tokens.low, now.played, moment), extraCost(worst, tokens.high, now.played, moment)];
  const [a = null, b = null] = costs;
  return {
    basis,
    cachedBy: (now.played.continues ?? 0) + 1,
    tokens: tokens.low <= slack ? { low: 0, high: tokens.high } : tokens,
    cost: a === null || b === null ? null : rangeOf(tokens.low <= slack ? 0 : a, b),
    ...causeOf(now.played, before.played, parameters, basis),
  };
}

/** US dollars that `tokens` cost more than if read: tokens that were written, then such that were sent uncached. */
function extraCost(split: Split, tokens: number, { rules }: PlayedRequest, moment: PriceMoment): number | null {
  if (rules === undefined) return null;
  let left = Math.min(tokens, writtenTokens(split) + split.uncached);
  const read = split.read + left;
  const written = Object.fromEntries(
    Object.entries(split.written).map(([ttl, count]) => {
      const taken = Math.min(count, left);
      left -= taken;
      return [ttl, count - taken];
    }),
  );
  const [paid, due] = [
    costOf(split, rules, moment),
    costOf({ read, written, uncached: split.uncached - left }, rules, moment),
  ];
  return paid === null || due === null ? null : Math.max(0, paid - due);
}

/**
 * The share of the first `tokens` of a request whose blocks come again in the next one, as they were or changed in
 * place. A new question instead of the old one, or history that was summed up, does not come again.
 */
export function recurring(before: CacheRequest, now: CacheRequest, tokens: number): number {
  const again = new Set(now.blocks.map(({ role, hash }) => `${role} ${hash}`));
  const byId = new Map(now.blocks.map((block) => [block.id, block]));
  let [seen, came] = [0, 0];
  for (const block of before.blocks) {
    const left = tokens - seen;
    if (left <= 0.5) break;
    const counted = Math.min(block.tokens, left);
    seen += counted;
    if (again.has(`${block.role} ${block.hash}`) || isChanged(block, byId.get(block.id))) came += counted;
  }
  return seen === 0 ? 0 : came / seen;
}

/** True for the same text with a change in it, at the same place. A tool of the same name is the same tool. */
function isChanged(was: Block, now: Block | undefined): boolean {
  if (now === undefined || was.part !== now.part || was.role !== now.role) return false;
  return was.part === 'tools' || isAlike(blockText(was), blockText(now));
}

function causeOf(
  { outcome, sent, rules }: PlayedRequest,
  before: PlayedRequest,
  parameters: readonly ChangedParameter[],
  basis: Loss['basis'],
): { readonly cause: LossCause; readonly why: string } {
  const [was, is] = [before.sent.analysis.model.id, sent.analysis.model.id];
  if (was !== is) return { cause: 'model', why: `${is} has a cache of its own: the request before went to ${was}` };
  const [reason] = outcome?.reasons ?? [];
  // These two reasons rest on estimates, and say that nothing was cached. If the report shows that something was, the
  // reason is the change.
  const isEstimate = reason?.reason === 'below-minimum' || reason?.reason === 'first-request';
  const first = basis === 'reported' && isEstimate ? (outcome?.difference ?? reason) : reason;
  if (first === undefined || rules === undefined)
    return { cause: 'unexplained', why: 'by the published rules it should have been read' };
  const [parameter] = parameters;
  if (first.reason === 'changed' && parameter !== undefined && first.text.includes(`parameter ${parameter.name} `))
    return { cause: 'parameter', why: first.text };
  return { cause: first.reason, why: first.brief ?? first.text };
}
