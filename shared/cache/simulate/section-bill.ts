import { prefixTokens } from '../../analysis/count/prefix-tokens';
import type { CountedDocument } from '../../analysis/types';
import type { ModelRules } from '../packs/rule-pack';
import { costOf, writtenBehind, type Outcome } from './outcome';

export type Billing = 'read' | 'written' | 'uncached';

export interface SectionBill {
  readonly billing: Billing;
  readonly tokens: number;
  /** US dollars; null if a price is unknown. */
  readonly cost: number | null;
}

/**
 * How one section of a request is billed. The promised minimum decides: what may be read, but need not be, counts as
 * not read. A section below another one is billed as that one, because a block is cached whole.
 */
export function sectionBillOf(
  { document, analysis }: CountedDocument,
  outcome: Outcome,
  rules: ModelRules,
): (id: string) => SectionBill | undefined {
  const size = { tokens: outcome.total };
  const ends = new Map<string, number>([...prefixTokens(document, analysis)].map(([id, { tokens }]) => [id, tokens]));
  return (id) => {
    const tokens = new Map<string, { readonly tokens: number }>(Object.entries(analysis.tokens)).get(id)?.tokens;
    const end = endOf(ends, id);
    if (tokens === undefined || end === undefined || outcome.rejected !== undefined) return undefined;
    if (end <= outcome.worst.read)
      return { billing: 'read', tokens, cost: costOf({ read: tokens, written: {}, uncached: 0 }, rules, size) };
    const ttl =
      outcome.markers.find(({ state, tokens: upTo }) => (state === 'written' || state === 'borderline') && end <= upTo)
        ?.ttl ?? writtenBehind(outcome.worst, end);
    return ttl === undefined
      ? { billing: 'uncached', tokens, cost: costOf({ read: 0, written: {}, uncached: tokens }, rules, size) }
      : {
          billing: 'written',
          tokens,
          cost: costOf({ read: 0, written: { [ttl]: tokens }, uncached: 0 }, rules, size),
        };
  };
}

/** Where the section ends, or the one that it stands in. */
function endOf(ends: ReadonlyMap<string, number>, id: string): number | undefined {
  for (let name = id; name !== ''; name = name.slice(0, Math.max(0, name.lastIndexOf('/')))) {
    const end = ends.get(name);
    if (end !== undefined) return end;
  }
  return undefined;
}
