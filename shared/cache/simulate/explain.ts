import type { CacheRequest } from './blocks';
import type { FirstDifference } from './first-difference';
import type { CacheEntry, MarkerOutcome, MissReason, Outcome } from './outcome';
import { prefixesOf, type Prefix } from './prefix';
import { formatDuration } from '../script/durations';
import type { ModelRules } from '../packs/rule-pack';
import { grouped } from '../../basics/grouped';

/** What is simulated begins here: nobody knows what was sent before. */
export const coldText = 'A cold cache is assumed';
/** Something was sent before, and nothing of it that this request begins with was cached. */
export const firstWriteText = 'Nothing of this request is in the cache yet';

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

/** `1,234 ≈`, with no mark if it is certain. `tokens`: of a part, if not all. */
export function sizeText({ tokens: all, low, high }: Omit<Prefix, 'key'>, tokens = all): string {
  return low === high ? grouped(tokens) : `${grouped(tokens)} ≈`;
}

/** The outcome of a breakpoint below the minimum: sure only if all of the estimate is. */
export function tooShort(
  prefix: Prefix,
  minimum: number,
): Pick<MarkerOutcome, 'why' | 'isUnsure'> & { readonly state: 'below-minimum' } {
  const isSure = prefix.high < minimum;
  return {
    state: 'below-minimum',
    why:
      `${sizeText(prefix)} tokens of ${grouped(minimum)}: ${isSure ? '' : 'probably '}too short to cache (the ` +
      'API gives no error)',
    ...(isSure ? {} : { isUnsure: true }),
  };
}

export function borderlineText({ low, high }: Prefix, minimum: number): string {
  return `${grouped(low)} to ${grouped(high)} ≈ tokens, the minimum is ${grouped(minimum)}`;
}

export function changedReason({ node, parameter, isLeftOut }: FirstDifference): MissReason {
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
  /** Up to here it is read or written, where the provider also writes without a breakpoint. */
  readonly written?: number;
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
  written = read,
  lost,
}: Miss): Outcome['reasons'] {
  const reasons: MissReason[] = [];
  const source = rules.pack.markers?.source;
  const add = (reason: Outcome['reasons'][number]['reason'], text: string): void => {
    reasons.push({ reason, text, ...(source === undefined ? {} : { source }) });
  };
  // Unless told otherwise, OpenAI also writes and reads where messages end.
  const needsMarker = rules.algorithm !== 'openai' || request.parameters['prompt_cache_mode'] === 'explicit';
  if (request.markers.length === 0 && needsMarker)
    add('no-marker', 'The request has no breakpoint, so nothing is written or read');
  else if (moment.previous === undefined && entries.length === 0)
    reasons.push({ reason: 'first-request', text: coldText });
  const byKey = new Map(entries.map((entry) => [entry.key, entry]));
  const beyond = prefixes.flatMap((prefix, block) => {
    const entry = byKey.get(prefix.key);
    return entry === undefined || prefix.tokens <= read ? [] : [{ entry, block, prefix }];
  });
  const isExpired = ({ readableFrom, expiresAt }: CacheEntry): boolean =>
    readableFrom <= moment.at && expiresAt !== null && expiresAt <= moment.at;
  const expired = beyond.findLast(({ entry }) => isExpired(entry));
  if (expired !== undefined)
    reasons.push({
      ...expiredReason(
        sizeText(expired.prefix, expired.prefix.tokens - read),
        moment.at - (expired.entry.expiresAt ?? moment.at),
      ),
      ...(source === undefined ? {} : { source }),
    });
  for (const { entry, block, prefix } of beyond) {
    if (isExpired(entry)) continue;
    if (entry.readableFrom > moment.at)
      add('not-yet-readable', `${sizeText(prefix)} tokens are being written by a request whose response has not begun`);
    else
      add(
        'lookback',
        `An entry of ${sizeText(prefix)} tokens ends at block ${block + 1}, ` +
          (rules.algorithm === 'openai'
            ? 'which is not among the places that this request is looked up at'
            : `out of reach of the ${rules.pack.markers?.lookback} positions before the next breakpoint`),
      );
  }
  if (lost !== undefined && wasCached(prefixes, moment.previous, rules, byKey)) {
    const { reason, text } = changedReason(lost);
    add(reason, text);
  }
  // What a later marker reads or writes is cached, however short the prefix up to an earlier one is.
  const reached = Math.max(written, ...markers.map(({ state, tokens }) => (state === 'below-minimum' ? 0 : tokens)));
  for (const marker of markers)
    if (marker.state === 'below-minimum' && marker.tokens > reached)
      add('below-minimum', `${marker.node}: ${marker.why}`);
  if (reasons.length === 0 && read === 0 && reached > 0) add('first-request', firstWriteText);
  return reasons;
}

/** What has to be written or sent again because it expired. */
function expiredReason(size: string, seconds: number): MissReason {
  const brief = seconds < 1 ? 'expired just now' : `expired ${formatDuration(Math.round(seconds))} ago`;
  return { reason: 'expired', text: `${size} tokens ${brief}`, brief };
}

/** A change costs nothing where nothing of the previous request behind it was cached. */
function wasCached(
  prefixes: readonly Prefix[],
  previous: CacheRequest | undefined,
  { pack }: ModelRules,
  byKey: ReadonlyMap<string, CacheEntry>,
): boolean {
  if (previous === undefined) return false;
  const before = prefixesOf(previous, pack);
  const from = prefixes.findIndex(({ key }, at) => before[at]?.key !== key);
  return before.slice(Math.max(0, from)).some(({ key }) => byKey.has(key));
}
