/**
 * Explicit markers with lookback (Anthropic; Bedrock with the minimum per increment). As published: an entry is written
 * only at a marker. From each marker, last one first, at most `lookback` positions, the marker included, are checked
 * for an entry of an earlier request. Every marker whose own prefix has a live entry reads and renews it.
 */
import type { CacheRequest } from '../blocks';
import type { CacheEntry, MarkerOutcome, Outcome } from '../outcome';
import { prefixesOf, type Prefix } from '../prefix';
import { lifetimeSeconds, type ModelRules, type Ttl } from '../../packs/rule-pack';
import { borderlineText, changedReason, explainMiss, minimumState, tooShort, type RequestTime } from '../explain';
import { firstDifference } from '../first-difference';

/**
 * Where nobody published whether a run of tool calls is one position, both are played: what is read with every block
 * counted is promised, what is read with runs as one is possible.
 */
export function simulateMarkers(
  request: CacheRequest,
  entries: readonly CacheEntry[],
  moment: RequestTime,
  rules: ModelRules,
): Outcome {
  const { markers } = rules.pack;
  if (markers?.toolRuns !== null) return playMarkers(request, entries, moment, rules);
  const played = (toolRuns: boolean): Outcome =>
    playMarkers(request, entries, moment, { ...rules, pack: { ...rules.pack, markers: { ...markers, toolRuns } } });
  const [promised, possible] = [played(false), played(true)];
  if (promised.best.read === possible.best.read) return promised;
  const warning = `${rules.pack.title} does not say whether a run of tool calls is one position: more may be read.`;
  return { ...promised, best: possible.best, known: false, warnings: [...promised.warnings, warning] };
}

function playMarkers(
  request: CacheRequest,
  entries: readonly CacheEntry[],
  moment: RequestTime,
  rules: ModelRules,
): Outcome {
  const prefixes = prefixesOf(request, rules.pack);
  const total = prefixes.at(-1)?.tokens ?? 0;
  const limits = rules.pack.markers ?? { limit: 0, lookback: 1, minimumPerIncrement: false, source: '' };
  const illegal = illegalMarkers(request, limits.limit);
  if (illegal.reason !== undefined) {
    const markers = request.markers.map((marker, index): MarkerOutcome => ({
      ...marker,
      node: idAt(request, marker.block),
      state: illegal.indexes.has(index) ? 'illegal' : 'written',
      tokens: prefixes[marker.block]?.tokens ?? 0,
      why: illegal.indexes.has(index) ? (illegal.reason ?? '') : 'the request is refused as a whole',
    }));
    const split = { read: 0, written: {}, uncached: total };
    const reasons = [{ reason: 'rejected' as const, text: illegal.reason, source: limits.source }];
    return {
      total,
      worst: split,
      best: split,
      known: true,
      rejected: illegal.reason,
      markers,
      reasons,
      warnings: [],
      entries,
    };
  }

  const live = new Map(entries.filter((entry) => isLive(entry, moment.at)).map((entry) => [entry.key, entry]));
  const hit = longestHit(request, prefixes, live, limits);
  const read = hit === undefined ? 0 : (prefixes[hit]?.tokens ?? 0);
  const renewed = new Map<string, CacheEntry>();
  const written: Partial<Record<Ttl, number>> = {};
  const markers: MarkerOutcome[] = [];
  let upTo = read;
  let unsure = rules.model.minimum === null;
  let isTakenAsReached = false;
  for (const [index, marker] of request.markers.entries()) {
    const prefix = prefixes[marker.block];
    if (prefix === undefined) continue;
    const seconds = lifetimeSeconds(rules, marker.ttl);
    const needed =
      rules.model.minimum === null ? null : rules.model.minimum * (limits.minimumPerIncrement ? index + 1 : 1);
    const found = live.get(prefix.key);
    const state = minimumState(prefix, needed);
    const base = { ...marker, node: idAt(request, marker.block), tokens: prefix.tokens };
    if (state === 'below') {
      const short = tooShort(prefix, needed ?? 0);
      unsure ||= short.isUnsure === true;
      markers.push({ ...base, ...short });
    } else if (found !== undefined && prefix.tokens <= read) {
      renewed.set(prefix.key, { ...found, expiresAt: expiry(moment.at, lifetimeSeconds(rules, found.ttl)) });
      const isSure = state === 'above';
      const why = isSure
        ? 'an earlier request wrote this prefix, and it has not expired'
        : `${borderlineText(prefix, needed ?? 0)}: kept only if it was long enough to be written`;
      markers.push({ ...base, state: isSure ? 'kept' : 'borderline', why });
    } else {
      if (needed === null) isTakenAsReached = true;
      if (prefix.tokens > upTo) {
        written[marker.ttl] = (written[marker.ttl] ?? 0) + prefix.tokens - upTo;
        upTo = prefix.tokens;
      }
      renewed.set(prefix.key, {
        key: prefix.key,
        tokens: prefix.tokens,
        ttl: marker.ttl,
        readableFrom: moment.at + moment.firstToken,
        expiresAt: expiry(moment.at, seconds),
      });
      const why = state === 'borderline' ? borderlineText(prefix, needed ?? 0) : 'the cache does not have this prefix';
      markers.push({ ...base, state: state === 'borderline' ? 'borderline' : 'written', why });
    }
  }
  const hitKey = hit === undefined ? undefined : prefixes[hit]?.key;
  const hitEntry = hitKey === undefined ? undefined : live.get(hitKey);
  if (hitEntry !== undefined && !renewed.has(hitEntry.key))
    renewed.set(hitEntry.key, { ...hitEntry, expiresAt: expiry(moment.at, lifetimeSeconds(rules, hitEntry.ttl)) });
  const split = { read, written, uncached: total - upTo };
  const lost = firstDifference(request, prefixes, moment.previous, rules.pack);
  const readsAll = markers.length > 0 && markers.every(({ tokens }) => tokens <= read);
  return {
    total,
    worst: split,
    best: split,
    known: !unsure && !markers.some(({ state }) => state === 'borderline'),
    markers,
    ...(lost === undefined ? {} : { lostAt: lost.node, difference: changedReason(lost) }),
    reasons: readsAll ? [] : explainMiss({ request, prefixes, entries, moment, rules, markers, read, lost }),
    warnings: isTakenAsReached ? [`The minimum of ${rules.model.id} is not known; it is taken as reached.`] : [],
    entries: [...entries.filter(({ key }) => !renewed.has(key)), ...renewed.values()],
  };
}

export function expiry(at: number, seconds: number | null): number | null {
  return seconds === null ? null : at + seconds;
}

function isLive(entry: CacheEntry, at: number): boolean {
  return entry.readableFrom <= at && (entry.expiresAt === null || at < entry.expiresAt);
}

function idAt(request: CacheRequest, block: number): MarkerOutcome['node'] {
  const found = request.blocks[block];
  if (found === undefined) throw new Error(`marker after block ${block}, which is not there`);
  return found.id;
}

function longestHit(
  request: CacheRequest,
  prefixes: readonly Prefix[],
  live: ReadonlyMap<string, CacheEntry>,
  { lookback, toolRuns }: { readonly lookback: number; readonly toolRuns?: boolean | null | undefined },
): number | undefined {
  for (const marker of request.markers.toReversed()) {
    let positions = 0;
    for (let at = marker.block; at >= 0; at -= 1) {
      if (at === marker.block || toolRuns !== true || !isSameRun(request, at)) positions += 1;
      if (positions > lookback) break;
      const key = prefixes[at]?.key;
      if (key !== undefined && live.has(key)) return at;
    }
  }
  return undefined;
}

/** True if a run of tool calls, or of tool results, continues from this block to the next. */
function isSameRun({ blocks }: CacheRequest, at: number): boolean {
  const [here, next] = [blocks[at], blocks[at + 1]];
  if (here?.isServers === true || next?.isServers === true) return false;
  return here?.kind === next?.kind && (here?.kind === 'tool-call' || here?.kind === 'tool-result');
}

function illegalMarkers(
  { markers }: CacheRequest,
  limit: number,
): { readonly reason: string | undefined; readonly indexes: ReadonlySet<number> } {
  if (markers.length > limit) {
    return {
      reason: `${markers.length} breakpoints, at most ${limit} are allowed`,
      indexes: new Set([...markers.keys()].filter((index) => index >= limit)),
    };
  }
  const late = markers.flatMap((marker, index) =>
    marker.ttl === '1h' && markers.slice(0, index).some(({ ttl }) => ttl === '5m') ? [index] : [],
  );
  return late.length === 0
    ? { reason: undefined, indexes: new Set() }
    : { reason: 'a longer lifetime must come before a shorter one', indexes: new Set(late) };
}
