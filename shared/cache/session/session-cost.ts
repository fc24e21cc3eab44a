/** What a request cost by what the provider reported, and what lost tokens cost beyond reading them. */
import { outputCostOf, priceMomentOf, reportedSplits } from '../bill/figures';
import { pricesFor, writeMultiplier, type ModelRules } from '../packs/rule-pack';
import { costOf } from '../simulate/outcome';
import type { SizedRequest } from './sizes';
import type { CapturedRequest } from './types';

/** US dollars; null: a price or a number is not known. */
export interface RequestCost {
  readonly input: number | null;
  readonly output: number | null;
}

export function costOfRequest(
  { document, usage, at }: CapturedRequest,
  { request }: SizedRequest,
  rules: ModelRules | undefined,
): RequestCost {
  if (rules === undefined || usage === null) return { input: null, output: null };
  const moment = priceMomentOf(document, rules, at);
  const splits = reportedSplits(usage, { request, rules });
  return {
    input: splits === undefined ? null : costOf(splits.worst, rules, moment),
    output: outputCostOf(usage, rules, moment),
  };
}

/** US dollars for tokens that were written or sent again, beyond reading them; null if a price is unknown. */
export function lostCostOf(
  lost: number,
  { document, usage, at }: CapturedRequest,
  { request }: SizedRequest,
  rules: ModelRules,
): number | null {
  const { input, read } = pricesFor(rules, { tokens: usage?.context ?? 0, ...priceMomentOf(document, rules, at) });
  if (input === null || read === null) return null;
  const ttl = request.markers.at(-1)?.ttl ?? rules.pack.lifetimes[0]?.ttl ?? '5m';
  const paid = (usage?.written ?? 0) > 0 ? writeMultiplier(rules, ttl) : 1;
  return (lost * input * Math.max(0, paid - read)) / 1_000_000;
}
