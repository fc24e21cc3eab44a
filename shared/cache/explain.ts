import type { NodeId } from '../document/types';
import type { CacheRequest } from './blocks';
import type { CacheEntry, MarkerOutcome, Outcome } from './outcome';
import { prefixesOf, type Prefix } from './prefix';
import type { ModelRules, RulePack } from './rule-pack';

/** When a request starts, and what came before it. Seconds. */
export interface Moment {
  readonly at: number;
  /** Until the response begins: an entry is readable only from then. */
  readonly firstToken: number;
  readonly previous?: CacheRequest;
}

export function minimumState(prefix: Prefix, minimum: number | null): 'above' | 'below' | 'borderline' {
  if (minimum === null || prefix.low >= minimum) return 'above';
  if (prefix.high < minimum) return 'below';
  return prefix.low === prefix.high ? 'above' : 'borderline';
}

/** The first block whose prefix differs from the request before. */
export function firstLostBlock(request: CacheRequest, prefixes: readonly Prefix[], previous: CacheRequest | undefined, pack: RulePack): NodeId | undefined {
  if (previous === undefined) return undefined;
  const before = prefixesOf(previous, pack);
  const index = prefixes.findIndex(({ key }, at) => before[at]?.key !== key);
  if (index === -1) return undefined;
  return index < previous.blocks.length ? request.blocks[index]?.id : undefined;
}

interface Miss {
  readonly request: CacheRequest;
  readonly prefixes: readonly Prefix[];
  readonly entries: readonly CacheEntry[];
  readonly moment: Moment;
  readonly rules: ModelRules;
  readonly markers: readonly MarkerOutcome[];
  readonly read: number;
  readonly lost: NodeId | undefined;
}

/** Why not everything up to the last marker was read, most telling reason first. */
export function explainMiss({ request, prefixes, entries, moment, rules, markers, read, lost }: Miss): Outcome['reasons'] {
  const reasons: Outcome['reasons'][number][] = [];
  const source = rules.pack.markers?.source;
  const add = (reason: Outcome['reasons'][number]['reason'], text: string): void => {
    reasons.push({ reason, text, ...(source === undefined ? {} : { source }) });
  };
  if (request.markers.length === 0) add('no-marker', 'The request has no breakpoint, so nothing is written or read');
  else if (moment.previous === undefined && entries.length === 0) add('first-request', 'Nothing was sent before');
  const byKey = new Map(entries.map((entry) => [entry.key, entry]));
  const beyond = prefixes.flatMap(({ key, tokens }, block) => {
    const entry = byKey.get(key);
    return entry === undefined || tokens <= read ? [] : [{ entry, block, tokens }];
  });
  for (const { entry, block, tokens } of beyond) {
    if (entry.readableFrom > moment.at) add('not-yet-readable', `${tokens} tokens are being written by a request whose response has not begun`);
    else if (entry.expiresAt !== null && entry.expiresAt <= moment.at) add('expired', `${tokens} tokens expired ${moment.at - entry.expiresAt} s ago`);
    else add('lookback', `An entry of ${tokens} tokens stands behind block ${block + 1}, out of reach of the ${rules.pack.markers?.lookback} positions before the next breakpoint`);
  }
  if (lost !== undefined) add('changed', `${lost} is not what was sent before`);
  for (const marker of markers) if (marker.state === 'below-minimum') add('below-minimum', `${marker.node}: ${marker.why}`);
  return reasons;
}
