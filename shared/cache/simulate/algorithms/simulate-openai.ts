/**
 * OpenAI GPT-5.6 and later, as published. Writes: in `implicit` mode at the end of the latest eligible message and the
 * latest three explicit markers; in `explicit` mode only at up to four explicit markers. Lookups, longest first: the
 * first two and the latest 50 explicit markers; in implicit mode also the implicit place, up to 20 earlier eligible
 * message ends, and the end of the first developer block. The lifetime is a lower bound: after it, a read is possible
 * but not promised.
 */
import type { Block, CacheRequest } from '../blocks';
import { borderlineText, changedReason, explainMiss, minimumState, tooShort, type RequestTime } from '../explain';
import { firstDifference } from '../first-difference';
import type { CacheEntry, MarkerOutcome, MissReason, Outcome, Split } from '../outcome';
import { prefixesOf, type Prefix } from '../prefix';
import type { ModelRules, Ttl } from '../../packs/rule-pack';
import { expiry } from './simulate-markers';

const explicitWrites = { implicit: 3, explicit: 4 } as const;
const lookedUp = { first: 2, latest: 50, messageEnds: 20 } as const;

export function simulateOpenai(
  sent: CacheRequest,
  entries: readonly CacheEntry[],
  moment: RequestTime,
  rules: ModelRules,
): Outcome {
  const request = { ...sent, markers: sent.markers.filter(({ block }) => isMarkable(sent.blocks[block])) };
  const prefixes = prefixesOf(request, rules.pack);
  const total = prefixes.at(-1)?.tokens ?? 0;
  const mode = request.parameters['prompt_cache_mode'] === 'explicit' ? 'explicit' : 'implicit';
  const explicit = request.markers.map(({ block }) => block);
  const ends = eligibleEnds(request);
  const implicit = mode === 'implicit' ? ends.at(-1) : undefined;
  const boundaries = new Set([...explicit.slice(0, lookedUp.first), ...explicit.slice(-lookedUp.latest)]);
  if (mode === 'implicit') {
    for (const end of ends.slice(-lookedUp.messageEnds - 1)) boundaries.add(end);
    const developer = developerEnd(request);
    if (developer !== undefined) boundaries.add(developer);
  }
  const seconds = rules.pack.lifetimes[0]?.seconds ?? null;
  const ttl = rules.pack.lifetimes[0]?.ttl ?? '30m';
  const byKey = new Map(entries.map((entry) => [entry.key, entry]));
  const readable = (block: number, needsPromise: boolean): boolean => {
    const entry = byKey.get(prefixes[block]?.key ?? '');
    if (entry === undefined || entry.readableFrom > moment.at) return false;
    return !needsPromise || (entry.expiresAt !== null && moment.at < entry.expiresAt);
  };
  const longest = (needsPromise: boolean): number | undefined =>
    [...boundaries].toSorted((a, b) => b - a).find((block) => readable(block, needsPromise));
  const writes = [
    ...new Set([...explicit.slice(-explicitWrites[mode]), ...(implicit === undefined ? [] : [implicit])]),
  ].toSorted((a, b) => a - b);
  const writable = writes.filter((block) => {
    const prefix = prefixes[block];
    return prefix !== undefined && minimumState(prefix, rules.model.minimum) !== 'below';
  });
  /** What is written up to the last place decides, and what is read: the longer a prefix, the surer it is. */
  const isUnsure = (block: number | undefined): boolean => {
    const prefix = block === undefined ? undefined : prefixes[block];
    const { minimum } = rules.model;
    return prefix !== undefined && minimum !== null && prefix.low < minimum && prefix.high >= minimum;
  };
  const splitFor = (hit: number | undefined): Split => {
    const read = hit === undefined ? 0 : (prefixes[hit]?.tokens ?? 0);
    const upTo = Math.max(read, ...writable.map((block) => prefixes[block]?.tokens ?? 0));
    return { read, written: upTo > read ? { [ttl]: upTo - read } : {}, uncached: total - upTo };
  };
  const [promised, possible] = [longest(true), longest(false)];
  const after = new Map(entries.map((entry) => [entry.key, entry]));
  for (const block of [...writable, ...(promised === undefined ? [] : [promised])]) {
    const prefix = prefixes[block];
    if (prefix === undefined) continue;
    const entry = byKey.get(prefix.key);
    const readableFrom =
      entry === undefined ? moment.at + moment.firstToken : Math.min(entry.readableFrom, moment.at + moment.firstToken);
    after.set(prefix.key, {
      key: prefix.key,
      tokens: prefix.tokens,
      ttl,
      readableFrom,
      expiresAt: expiry(moment.at, seconds),
    });
  }
  const markers = markerOutcomes(request, prefixes, rules, { ttl, writable, promised });
  const lost = firstDifference(request, prefixes, moment.previous, rules.pack);
  const worst = splitFor(promised);
  const written = total - worst.uncached;
  const missed = explainMiss({
    request,
    prefixes,
    entries,
    moment,
    rules,
    markers,
    read: worst.read,
    written,
    lost,
  });
  const short =
    written > 0 || implicit === undefined || missed.some(({ reason }) => reason === 'below-minimum')
      ? []
      : shortReason(prefixes[implicit], rules);
  return {
    total,
    worst,
    best: splitFor(possible),
    known: promised === possible && rules.model.minimum !== null && !isUnsure(writes.at(-1)) && !isUnsure(promised),
    markers,
    ...(lost === undefined ? {} : { lostAt: lost.node, difference: changedReason(lost) }),
    reasons: worst.read === total ? [] : [...missed, ...short],
    warnings: [
      ...(request.markers.length > explicitWrites[mode]
        ? [`Only the latest ${explicitWrites[mode]} breakpoints are written; earlier ones are still looked up.`]
        : []),
      ...notTaken(sent.markers.length, request.markers.length),
    ],
    entries: [...after.values()],
  };
}

/** OpenAI takes no breakpoint on what the assistant said or called, and none on a tool's definition. */
function isMarkable(block: Block | undefined): boolean {
  return block !== undefined && block.role !== 'assistant' && block.part !== 'tools';
}

function notTaken(set: number, taken: number): readonly string[] {
  if (set === taken) return [];
  const which = set - taken === 1 ? '1 breakpoint is' : `${set - taken} breakpoints are`;
  return [`${which} left out: OpenAI takes none on a tool or on what the assistant said.`];
}

/** Nothing is written at the end of the latest message: it is too short. */
function shortReason(prefix: Prefix | undefined, { model, pack }: ModelRules): readonly MissReason[] {
  if (prefix === undefined || model.minimum === null) return [];
  const source = pack.markers?.source;
  const text = tooShort(prefix, model.minimum).why;
  return [{ reason: 'below-minimum', text, ...(source === undefined ? {} : { source }) }];
}

/** Ends of user messages, of the last tool response of a run, and of the first run of developer messages. */
function eligibleEnds(request: CacheRequest): readonly number[] {
  const developer = developerEnd(request);
  return request.blocks.flatMap((block, index) => {
    if (!block.endsMessage || block.part === 'tools') return [];
    const isLastResponse = block.role === 'tool' && request.blocks[index + 1]?.role !== 'tool';
    return block.role === 'user' || isLastResponse || index === developer ? [index] : [];
  });
}

/** Only the first run counts: later developer messages are no ends. */
function developerEnd({ blocks }: CacheRequest): number | undefined {
  const start = blocks.findIndex(({ part }) => part !== 'tools');
  const isSaid = (index: number): boolean => blocks[index]?.role === 'system' || blocks[index]?.role === 'developer';
  if (start === -1 || !isSaid(start)) return undefined;
  let end = start;
  while (isSaid(end + 1)) end += 1;
  return end;
}

function markerOutcomes(
  request: CacheRequest,
  prefixes: readonly Prefix[],
  rules: ModelRules,
  found: {
    /** There is one lifetime, whatever a breakpoint asks for. */
    readonly ttl: Ttl;
    readonly writable: readonly number[];
    readonly promised: number | undefined;
  },
): readonly MarkerOutcome[] {
  return request.markers.map((marker) => {
    const node = request.blocks[marker.block]?.id;
    const prefix = prefixes[marker.block];
    if (node === undefined || prefix === undefined)
      throw new Error(`marker after block ${marker.block}, which is not there`);
    const base = { ...marker, ttl: found.ttl, node, tokens: prefix.tokens };
    const { minimum } = rules.model;
    const state = minimumState(prefix, minimum);
    if (state === 'below') return { ...base, ...tooShort(prefix, minimum ?? 0) };
    if (found.promised !== undefined && marker.block <= found.promised)
      return { ...base, state: 'kept', why: 'it lies inside what is read' };
    if (!found.writable.includes(marker.block))
      return { ...base, state: 'looked-up', why: 'over the number of breakpoints that are written' };
    return state === 'borderline'
      ? { ...base, state, why: borderlineText(prefix, minimum ?? 0) }
      : { ...base, state: 'written', why: 'it is among the latest breakpoints' };
  });
}
