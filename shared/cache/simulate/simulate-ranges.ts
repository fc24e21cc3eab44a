/** Providers that publish a rule without its numbers: the outcome is a range from promised to possible. */
import type { CacheRequest } from './blocks';
import { changedReason, type Moment } from './explain';
import { firstLost } from './first-lost';
import type { CacheEntry, Outcome, Split } from './outcome';
import { prefixesOf, type Prefix } from './prefix';
import type { ModelRules, Ttl } from '../packs/rule-pack';
import { grouped } from '../../document/grouped';

function remember(
  entries: readonly CacheEntry[],
  prefixes: readonly Prefix[],
  blocks: readonly number[],
  moment: Moment,
  ttl: Ttl,
): readonly CacheEntry[] {
  const after = new Map(entries.map((entry) => [entry.key, entry]));
  for (const block of blocks) {
    const prefix = prefixes[block];
    if (prefix === undefined) continue;
    const readableFrom = Math.min(
      after.get(prefix.key)?.readableFrom ?? Number.POSITIVE_INFINITY,
      moment.at + moment.firstToken,
    );
    after.set(prefix.key, { key: prefix.key, tokens: prefix.tokens, ttl, readableFrom, expiresAt: null });
  }
  return [...after.values()];
}

function longestKnown(prefixes: readonly Prefix[], entries: readonly CacheEntry[], at: number): number {
  const keys = new Set(entries.filter(({ readableFrom }) => readableFrom <= at).map(({ key }) => key));
  return prefixes.findLastIndex(({ key }) => keys.has(key));
}

const split = (total: number, read: number): Split => ({ read, written: {}, uncached: total - read });

function outcome(
  request: CacheRequest,
  prefixes: readonly Prefix[],
  moment: Moment,
  rules: ModelRules,
  worst: number,
  best: number,
  why: string,
  entries: readonly CacheEntry[],
): Outcome {
  const total = prefixes.at(-1)?.tokens ?? 0;
  const lost = firstLost(request, prefixes, moment.previous, rules.pack);
  const reasons: Outcome['reasons'][number][] = [];
  if (moment.previous === undefined) reasons.push({ reason: 'first-request', text: 'Nothing was sent before' });
  if (lost !== undefined) reasons.push(changedReason(lost));
  const { minimum } = rules.model;
  if (minimum !== null && total < minimum)
    reasons.push({
      reason: 'below-minimum',
      text: `${grouped(total)} of ${grouped(minimum)} tokens: too short to cache`,
      ...(rules.model.source === '' ? {} : { source: rules.model.source }),
    });
  if (worst !== best)
    reasons.push({
      reason: 'unknown',
      text: why,
      ...(rules.model.source === '' ? {} : { source: rules.model.source }),
    });
  const ignored =
    request.markers.length === 0 ? [] : ['This model has no explicit breakpoints: any that are set are ignored.'];
  return {
    total,
    worst: split(total, worst),
    best: split(total, best),
    known: worst === best,
    markers: [],
    ...(lost === undefined ? {} : { lostAt: lost.node }),
    reasons,
    warnings: ignored,
    entries,
  };
}

/**
 * OpenAI before 5.6: implicit breakpoints at an interval (unknown for most models), counts rounded down, free writes,
 * lifetime from minutes to a day.
 */
export function simulateInterval(
  request: CacheRequest,
  entries: readonly CacheEntry[],
  moment: Moment,
  rules: ModelRules,
): Outcome {
  const prefixes = prefixesOf(request, rules.pack);
  const common = prefixes[longestKnown(prefixes, entries, moment.at)]?.tokens ?? 0;
  const step = rules.model.interval ?? rules.model.rounding ?? 1;
  const best = Math.floor(common / step) * step;
  const after = remember(entries, prefixes, [...prefixes.keys()], moment, rules.pack.lifetimes[0]?.ttl ?? '24h');
  return outcome(
    request,
    prefixes,
    moment,
    rules,
    0,
    best,
    'minimum, interval and lifetime vary and are not published',
    after,
  );
}

/** Gemini implicit caching: any common prefix above the minimum may be read, none is promised. */
export function simulateBestEffort(
  request: CacheRequest,
  entries: readonly CacheEntry[],
  moment: Moment,
  rules: ModelRules,
): Outcome {
  const prefixes = prefixesOf(request, rules.pack);
  const common = prefixes[longestKnown(prefixes, entries, moment.at)]?.tokens ?? 0;
  const best = common >= (rules.model.minimum ?? 0) ? common : 0;
  const after = remember(entries, prefixes, [...prefixes.keys()], moment, rules.pack.lifetimes[0]?.ttl ?? '24h');
  return outcome(
    request,
    prefixes,
    moment,
    rules,
    0,
    best,
    'implicit caching is best effort: a hit is never promised',
    after,
  );
}

const seenPrefix = 'seen:';

/**
 * DeepSeek: whole prefix units. Written at the end of the input, and at the common prefix of two requests once seen
 * twice; also at unpublished intervals, so anything up to the common prefix may be read. A prefix seen only once is an
 * entry whose key starts with `seen:`.
 */
export function simulateUnits(
  request: CacheRequest,
  entries: readonly CacheEntry[],
  moment: Moment,
  rules: ModelRules,
): Outcome {
  const prefixes = prefixesOf(request, rules.pack);
  const units = entries.filter(({ key }) => !key.startsWith(seenPrefix));
  const worst = prefixes[longestKnown(prefixes, units, moment.at)]?.tokens ?? 0;
  const seen = new Set(
    entries.flatMap(({ key }) => (key.startsWith(seenPrefix) ? [key.slice(seenPrefix.length)] : [])),
  );
  const commonBlock = prefixes.findLastIndex(({ key }) => seen.has(key));
  const best = Math.max(worst, prefixes[commonBlock]?.tokens ?? 0);
  const ttl = rules.pack.lifetimes[0]?.ttl ?? '24h';
  const written = remember(
    units,
    prefixes,
    [prefixes.length - 1, ...(commonBlock === -1 ? [] : [commonBlock])],
    moment,
    ttl,
  );
  const noted = new Map(entries.filter(({ key }) => key.startsWith(seenPrefix)).map((entry) => [entry.key, entry]));
  for (const { key, tokens } of prefixes)
    noted.set(seenPrefix + key, { key: seenPrefix + key, tokens, ttl, readableFrom: moment.at, expiresAt: null });
  return outcome(
    request,
    prefixes,
    moment,
    rules,
    worst,
    best,
    'units at fixed intervals may be read too; the interval is not published',
    [...written, ...noted.values()],
  );
}
