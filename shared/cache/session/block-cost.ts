/** What each block of a request cost, by where it stands: read, written or sent uncached. */
import { priceMomentOf } from '../bill/figures';
import { pricesFor, writeMultiplier } from '../packs/rule-pack';
import type { LedgerStep } from './ledger';

export interface BlockCost {
  readonly tokens: number;
  /** US dollars; null if nothing was reported or a price is unknown. */
  readonly cost: number | null;
}

/** Prices blocks of one request. */
export function blockCosts({ captured, sized, rules }: LedgerStep): (block: number) => BlockCost {
  const { document, usage, at } = captured;
  const price =
    rules === undefined
      ? null
      : pricesFor(rules, { tokens: usage?.context ?? 0, ...priceMomentOf(document, rules, at) });
  const ttl = sized.request.markers.at(-1)?.ttl ?? '5m';
  const write = rules === undefined ? 1 : writeMultiplier(rules, ttl);
  const read = usage?.read ?? 0;
  const upTo = read + (usage?.written ?? 0);
  return (block) => {
    const from = block === 0 ? 0 : (sized.extents[block - 1]?.tokens ?? 0);
    const to = sized.extents[block]?.tokens ?? from;
    const tokens = Math.max(0, to - from);
    if (price?.input == null || usage === null) return { tokens, cost: null };
    const ofRead = overlap(from, to, 0, read);
    const ofWritten = overlap(from, to, read, upTo);
    const units = ofRead * (price.read ?? 1) + ofWritten * write + (tokens - ofRead - ofWritten);
    return { tokens, cost: (units * price.input) / 1_000_000 };
  };
}

function overlap(from: number, to: number, start: number, end: number): number {
  return Math.max(0, Math.min(to, end) - Math.max(from, start));
}
