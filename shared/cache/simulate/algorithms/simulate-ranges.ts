/** Providers that publish a rule without its numbers: the outcome is a range from promised to possible. */
import type { CacheRequest } from '../blocks';
import { changedReason, coldText, firstWriteText, sizeText, type RequestTime } from '../explain';
import { firstDifference } from '../first-difference';
import type { CacheEntry, Outcome, Split } from '../outcome';
import { prefixesOf, type Prefix } from '../prefix';
import type { ModelRules, Ttl } from '../../packs/rule-pack';
import { grouped } from '../../../basics/grouped';
import { sharedTextStart } from '../../../basics/shared-ends';
import { nodeText } from '../../../document/walk';

function remember(
  entries: readonly CacheEntry[],
  prefixes: readonly Prefix[],
  blocks: readonly number[],
  moment: RequestTime,
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

/**
 * The most tokens from the start that an earlier request had too: whole blocks, and what the next one begins with in
 * the request before.
 */
function mostCommon(
  request: CacheRequest,
  prefixes: readonly Prefix[],
  entries: readonly CacheEntry[],
  { at, previous }: RequestTime,
): number {
  const index = longestKnown(prefixes, entries, at);
  const common = prefixes[index]?.tokens ?? 0;
  const [block, was] = [request.blocks[index + 1], previous?.blocks[index + 1]];
  if (block?.nodes === undefined || was?.nodes === undefined || block.role !== was.role) return common;
  const isFirst = request.blocks.slice(0, index + 1).every(({ hash }, each) => hash === previous?.blocks[each]?.hash);
  // Where no text differs, a parameter does: what it loses begins here.
  if (!isFirst || block.hash === was.hash) return common;
  const [text, before] = [block.nodes.map(nodeText).join(''), was.nodes.map(nodeText).join('')];
  return common + Math.floor((block.tokens * sharedTextStart(text, before)) / Math.max(1, text.length));
}

/** Nothing was cached before, so a change lost nothing. */
const tooShortBefore = { reason: 'first-request', text: firstWriteText } as const;

function stepOf({ model }: ModelRules): number {
  return model.interval ?? model.rounding ?? 1;
}

const sizeOf = (prefixes: readonly Prefix[]): Omit<Prefix, 'key'> => prefixes.at(-1) ?? { tokens: 0, low: 0, high: 0 };

const split = (total: number, read: number): Split => ({ read, written: {}, uncached: total - read });

function outcome(
  request: CacheRequest,
  prefixes: readonly Prefix[],
  moment: RequestTime,
  rules: ModelRules,
  worst: number,
  best: number,
  why: string,
  entries: readonly CacheEntry[],
): Outcome {
  const size = sizeOf(prefixes);
  const total = size.tokens;
  const lost = firstDifference(request, prefixes, moment.previous, rules.pack);
  const reasons: Outcome['reasons'][number][] = [];
  if (moment.previous === undefined) reasons.push({ reason: 'first-request', text: coldText });
  const { minimum } = rules.model;
  // What was too short to be read cannot be lost by a change.
  const was = moment.previous === undefined ? 0 : (prefixesOf(moment.previous, rules.pack).at(-1)?.high ?? 0);
  const least = Math.max(minimum ?? 0, rules.algorithm === 'openai-interval' ? stepOf(rules) : 0);
  const isShort = minimum !== null && total < minimum;
  if (lost !== undefined && was >= least) reasons.push(changedReason(lost));
  else if (lost !== undefined && !isShort) reasons.push(tooShortBefore);
  const isSure = minimum === null || size.high < minimum;
  if (isShort)
    reasons.push({
      reason: 'below-minimum',
      text: `${sizeText(size)} tokens of ${grouped(minimum)}: ${isSure ? '' : 'probably '}too short to cache`,
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
    known: worst === best && (!isShort || isSure),
    markers: [],
    ...(lost === undefined ? {} : { lostAt: lost.node, difference: changedReason(lost) }),
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
  moment: RequestTime,
  rules: ModelRules,
): Outcome {
  const prefixes = prefixesOf(request, rules.pack);
  const common = mostCommon(request, prefixes, entries, moment);
  const step = stepOf(rules);
  const reached = Math.floor(common / step) * step;
  const best = reached < (rules.model.minimum ?? 0) ? 0 : reached;
  const after = remember(entries, prefixes, [...prefixes.keys()], moment, rules.pack.lifetimes[0]?.ttl ?? '24h');
  const done = outcome(
    request,
    prefixes,
    moment,
    rules,
    0,
    best,
    'minimum, interval and lifetime vary and are not published',
    after,
  );
  if (common === 0 || best > 0 || done.total < (rules.model.minimum ?? 0)) return done;
  const most = sizeText(sizeOf(prefixes), common);
  const text = `At most ${most} tokens are as before; this model reads in steps of ${grouped(step)}`;
  return { ...done, reasons: [...done.reasons, { reason: 'below-minimum', text }] };
}

/** Gemini implicit caching: any common prefix above the minimum may be read, none is promised. */
export function simulateBestEffort(
  request: CacheRequest,
  entries: readonly CacheEntry[],
  moment: RequestTime,
  rules: ModelRules,
): Outcome {
  const prefixes = prefixesOf(request, rules.pack);
  const common = mostCommon(request, prefixes, entries, moment);
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
 * twice; also at unpublished intervals, so anything up to the common prefix may be read. A hit is best effort: building
 * a unit takes seconds, and when it goes is not published, so nothing is promised. A prefix seen only once is an entry
 * whose key starts with `seen:`.
 */
export function simulateUnits(
  request: CacheRequest,
  entries: readonly CacheEntry[],
  moment: RequestTime,
  rules: ModelRules,
): Outcome {
  const prefixes = prefixesOf(request, rules.pack);
  const units = entries.filter(({ key }) => !key.startsWith(seenPrefix));
  const whole = prefixes[longestKnown(prefixes, units, moment.at)]?.tokens ?? 0;
  const seen = new Set(
    entries.flatMap(({ key }) => (key.startsWith(seenPrefix) ? [key.slice(seenPrefix.length)] : [])),
  );
  const commonBlock = prefixes.findLastIndex(({ key }) => seen.has(key));
  const best = Math.max(whole, prefixes[commonBlock]?.tokens ?? 0);
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
    0,
    best,
    best > whole
      ? 'a hit is best effort; units at fixed intervals may be read too, and the interval is not published'
      : 'caching is best effort: a hit is never promised',
    [...written, ...noted.values()],
  );
}

/** No cached price is listed for the model, so nothing is taken as read. */
export function simulateNone(
  request: CacheRequest,
  entries: readonly CacheEntry[],
  moment: RequestTime,
  rules: ModelRules,
): Outcome {
  const done = outcome(request, prefixesOf(request, rules.pack), moment, rules, 0, 0, '', entries);
  return { ...done, reasons: [{ reason: 'unknown', text: `No cache is listed for ${rules.model.id}` }] };
}
