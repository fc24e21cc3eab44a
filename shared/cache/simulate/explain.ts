import type { CacheRequest } from './blocks';
import type { FirstDifference } from './first-difference';
import type { CacheEntry, MarkerOutcome, Outcome } from './outcome';
import type { Prefix } from './prefix';
import type { ModelRules } from '../packs/rule-pack';
import { grouped } from '../../basics/grouped';

/** When a request starts, and what came before it. In seconds. */
export interface RequestTime {
  readonly at: number;
  /** Until the response begins; an entry is readable only from then on. */
  readonly firstToken: number;
  readonly previous?: CacheRequest;
}

/** Decided by the estimate; `borderline`: above by the estimate, but perhaps below. */
export function minimumState(prefix: Prefix, minimum: number | null): 'above' | 'below' | 'borderline' {
  if (minimum === null || prefix.low >= minimum) return 'above';
  return prefix.tokens < minimum ? 'below' : 'borderline';
}

export function changedReason({ node, parameter, isLeftOut }: FirstDifference): Outcome['reasons'][number] {
  if (isLeftOut === true)
    return {
      reason: 'thinking',
      text: `${node}: the model does not see thinking of earlier turns again once the user has spoken`,
    };
  return {
    reason: 'changed',
    text: `${parameter === undefined ? node : `the parameter ${parameter}`} is not what was sent before`,
  };
}

interface Miss {
  readonly request: CacheRequest;
  readonly prefixes: readonly Prefix[];
  readonly entries: readonly CacheEntry[];
  readonly moment: RequestTime;
  readonly rules: ModelRules;
  readonly markers: readonly MarkerOutcome[];
  readonly read: number;
  readonly lost: FirstDifference | undefined;
}

/** Why not everything up to the last marker was read, most important reason first. */
export function explainMiss({
  request,
  prefixes,
  entries,
  moment,
  rules,
  markers,
  read,
  lost,
}: Miss): Outcome['reasons'] {
  const reasons: Outcome['reasons'][number][] = [];
  const source = rules.pack.markers?.source;
  const add = (reason: Outcome['reasons'][number]['reason'], text: string): void => {
    reasons.push({ reason, text, ...(source === undefined ? {} : { source }) });
  };
  if (request.markers.length === 0) add('no-marker', 'The request has no breakpoint, so nothing is written or read');
  else if (moment.previous === undefined && entries.length === 0)
    reasons.push({ reason: 'first-request', text: 'Nothing was sent before' });
  const byKey = new Map(entries.map((entry) => [entry.key, entry]));
  const beyond = prefixes.flatMap(({ key, tokens }, block) => {
    const entry = byKey.get(key);
    return entry === undefined || tokens <= read ? [] : [{ entry, block, tokens }];
  });
  for (const { entry, block, tokens } of beyond) {
    if (entry.readableFrom > moment.at)
      add('not-yet-readable', `${grouped(tokens)} tokens are being written by a request whose response has not begun`);
    else if (entry.expiresAt !== null && entry.expiresAt <= moment.at)
      add('expired', `${grouped(tokens)} tokens expired ${grouped(moment.at - entry.expiresAt)} s ago`);
    else
      add(
        'lookback',
        `An entry of ${grouped(tokens)} tokens ends at block ${block + 1}, out of reach of the ` +
          `${rules.pack.markers?.lookback} positions before the next breakpoint`,
      );
  }
  if (lost !== undefined) {
    const { reason, text } = changedReason(lost);
    add(reason, text);
  }
  for (const marker of markers)
    if (marker.state === 'below-minimum') add('below-minimum', `${marker.node}: ${marker.why}`);
  return reasons;
}
