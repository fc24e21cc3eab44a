import type { NodeId } from '../../document/types';
import type { Marker } from './blocks';
import type { PriceMoment } from '../../models/price';
import { pricesFor, ttls, writeMultiplier, type ModelRules, type Ttl } from '../packs/rule-pack';

/** What an earlier request cached. Times are seconds on the script's clock. */
export interface CacheEntry {
  readonly key: string;
  readonly tokens: number;
  readonly ttl: Ttl;
  /** When the response began, which makes it readable. */
  readonly readableFrom: number;
  /** Null if the provider publishes no lifetime. */
  readonly expiresAt: number | null;
  /** Written under the mild reading of what a change of a parameter loses. */
  readonly mild?: true;
}

/** How each token of the request was billed; the three always add up to the total. */
export interface Split {
  readonly read: number;
  readonly written: Readonly<Partial<Record<Ttl, number>>>;
  readonly uncached: number;
}

export type MarkerState = 'kept' | 'written' | 'below-minimum' | 'borderline' | 'looked-up' | 'illegal';

export interface MarkerOutcome extends Marker {
  readonly node: NodeId;
  readonly state: MarkerState;
  /** Tokens up to here. */
  readonly tokens: number;
  readonly why: string;
  /** Too short by the estimate, but perhaps long enough. */
  readonly isUnsure?: true;
}

export const lossReasons = [
  'first-request',
  'changed',
  'thinking',
  'expired',
  'not-yet-readable',
  'lookback',
  'below-minimum',
  'no-marker',
  'rejected',
  'unknown',
] as const;
export type Reason = (typeof lossReasons)[number];

export interface MissReason {
  readonly reason: Reason;
  readonly text: string;
  /** The same without a number of tokens, to stand beside one that was reported. */
  readonly brief?: string;
  readonly source?: string;
}

export interface Outcome {
  readonly total: number;
  /** The minimum the provider promises, and the possible maximum; equal if its rules are fully published. */
  readonly worst: Split;
  readonly best: Split;
  readonly known: boolean;
  /** Why the provider would answer with an error. */
  readonly rejected?: string;
  readonly markers: readonly MarkerOutcome[];
  /** The first tool, message or section that differs from the previous request. */
  readonly lostAt?: NodeId;
  readonly reasons: readonly MissReason[];
  /** What differs from the previous request, also where nothing of it was cached and so nothing was lost. */
  readonly difference?: MissReason;
  readonly warnings: readonly string[];
  /** The cache after this request. */
  readonly entries: readonly CacheEntry[];
}

export function writtenTokens(split: Split): number {
  return Object.values(split.written).reduce((sum, tokens) => sum + tokens, 0);
}

/** US dollars for the input, or null if a price or multiplier is unknown. `moment`: when, and how large it is. */
export function costOf(split: Split, rules: ModelRules, moment: PriceMoment = {}): number | null {
  const tokens = split.read + writtenTokens(split) + split.uncached;
  const { input, read } = pricesFor(rules, { tokens, ...moment });
  if (input === null || (split.read > 0 && read === null)) return null;
  const written = writtenEntries(split).reduce((sum, [ttl, count]) => sum + count * writeMultiplier(rules, ttl), 0);
  return ((split.read * (read ?? 0) + written + split.uncached) * input) / 1_000_000;
}

function writtenEntries({ written }: Split): readonly (readonly [Ttl, number])[] {
  return ttls.flatMap((ttl) => (written[ttl] === undefined ? [] : [[ttl, written[ttl]] as const]));
}

/**
 * US dollars for the tokens between each marker and the previous one, at the prices of the whole request. What a marker
 * does not write, the next one that writes does, or a place behind the last marker that the provider adds.
 */
export function markerCosts({ markers, worst, total }: Outcome, rules: ModelRules): readonly (number | null)[] {
  let before = 0;
  return markers.map(({ tokens }, index) => {
    const segment = tokens - before;
    before = tokens;
    const read = Math.min(Math.max(0, worst.read - (tokens - segment)), segment);
    const rest = segment - read;
    const ttl =
      markers.slice(index).find(({ state }) => state === 'written' || state === 'borderline')?.ttl ??
      writtenBehind(worst, tokens);
    const split = ttl === undefined ? { written: {}, uncached: rest } : { written: { [ttl]: rest }, uncached: 0 };
    return costOf({ read, ...split }, rules, { tokens: total });
  });
}

/** The lifetime with which a request is written beyond this place. */
export function writtenBehind(split: Split, tokens: number): Ttl | undefined {
  return split.read + writtenTokens(split) < tokens ? undefined : writtenEntries(split).at(-1)?.[0];
}
