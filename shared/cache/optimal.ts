/**
 * Where the markers should stand: exact, by dynamic programming. It rests on two facts of marker caches. A marker's entry is
 * looked up and renewed by every request, so whether it is live depends on its own prefix alone; and as a longer prefix holds
 * every shorter one, a live marker has only live markers before it. So a request costs, segment by segment between markers,
 * the read price where the segment's marker is live and the price of writing where it is not, and the base price behind the
 * last one. Segments add up; the best set of markers is a shortest path through the candidate places.
 */
import { breakpoint } from '../document/builders';
import type { CacheBreakpoint, NodeId, PromptDocument, Tier } from '../document/types';
import { requestOf } from './blocks';
import { minimumState } from './explain';
import type { Sending } from './expand-turns';
import { prefixesOf, type Prefix } from './prefix';
import { lifetimeSeconds, writeMultiplier, type ModelRules } from './rule-pack';
import { runTurns } from './run-turns';
import { simulateMarkers } from './simulate-markers';
import type { CacheEntry } from './outcome';

export interface Placement {
  readonly breakpoints: readonly CacheBreakpoint[];
  /** A further marker that moves with the end of the request. */
  readonly end: CacheBreakpoint['ttl'] | 'off';
}

export interface Optimum extends Placement {
  /** In tokens at the base price: what all requests of the script cost, now and with this placement. */
  readonly units: number;
  readonly presentUnits: number | null;
  /** US dollars; null where the price is unknown. */
  readonly cost: number | null;
  readonly presentCost: number | null;
}

type MarkerTtl = CacheBreakpoint['ttl'];

/** Longer lifetimes must come first. */
const lifetimes = ['1h', '5m'] as const satisfies readonly MarkerTtl[];

/** One request of the script, each copy of a fan-out counted. */
interface Sent {
  readonly at: number;
  readonly firstToken: number;
  readonly total: number;
  /** State after each candidate. */
  readonly prefixes: readonly Prefix[];
}

interface Candidate {
  readonly node: NodeId;
  readonly tier: CacheBreakpoint['tier'];
}

/** Undefined where the provider places its own breakpoints, or its prices are not published. */
export function optimalPlacement(sendings: readonly Sending[], rules: ModelRules): Optimum | undefined {
  if (rules.algorithm !== 'markers' || rules.readMultiplier === null || sendings.length === 0) return undefined;
  const candidates = candidatesOf(sendings.map(({ counted }) => counted.document));
  const sent = sendings.flatMap((sending) => sentOf(sending, candidates, rules));
  const best = shortestPath(candidates, sent, endReads(sendings, rules), rules);
  const [run, present] = [runTurns(sendings, rules, best), runTurns(sendings, rules)];
  const { inputPrice } = rules.model;
  const presentUnits = present.turns.some(({ outcomes }) => outcomes.some(({ rejected }) => rejected !== undefined)) ? null : unitsOf(present, rules);
  return { breakpoints: best.breakpoints, end: best.end, units: unitsOf(run, rules), presentUnits, cost: inputPrice === null ? null : run.cost, presentCost: present.cost };
}

/** The cost of a run in tokens at the base price. */
export function unitsOf({ turns }: ReturnType<typeof runTurns>, rules: ModelRules): number {
  return turns.reduce((sum, { worst }) => {
    const written = lifetimes.reduce((all, ttl) => all + (worst.written[ttl] ?? 0) * writeMultiplier(rules, ttl), 0);
    return sum + worst.read * (rules.readMultiplier ?? 1) + written + worst.uncached;
  }, 0);
}

/** Tools, direct sections and messages that stand in every request, in order. */
export function candidatesOf(documents: readonly PromptDocument[]): readonly Candidate[] {
  const [first, ...others] = documents.map(placesIn);
  const known = others.map((places) => new Set(places.map(({ node }) => node)));
  return (first ?? []).filter(({ node }) => known.every((nodes) => nodes.has(node)));
}

function placesIn({ tools, messages }: PromptDocument): readonly Candidate[] {
  const place = (node: NodeId, tier: Tier): Candidate => ({ node, tier: tier === 'active' ? 'L3' : tier });
  return [
    ...tools.map(({ id, tier }) => place(id, tier)),
    ...messages.flatMap((message) => {
      const sections = message.children.flatMap((child) => (child.type === 'section' ? [place(child.id, child.tier)] : []));
      // A marker behind the last section is the marker behind the message.
      return [...sections.slice(0, message.children.at(-1)?.type === 'section' ? -1 : undefined), place(message.id, message.tier)];
    }),
  ];
}

function sentOf({ counted, parameters, at, firstToken, count }: Sending, candidates: readonly Candidate[], rules: ModelRules): readonly Sent[] {
  const marks = candidates.map(({ node, tier }) => breakpoint(node, tier));
  const request = requestOf(counted.document, counted.analysis, marks, parameters);
  const all = prefixesOf(request, rules.pack);
  const byNode = new Map(request.blocks.map(({ id }, index) => [id, all[index]]));
  const prefixes = candidates.flatMap(({ node }) => byNode.get(node) ?? []);
  return Array.from({ length: count }, () => ({ at, firstToken, total: all.at(-1)?.tokens ?? 0, prefixes }));
}

/** For each request, whether a marker at this candidate is read, were it the only one. */
function liveness(sent: readonly Sent[], candidate: number, seconds: number): readonly boolean[] {
  const entries = new Map<string, { readonly readableFrom: number; expiresAt: number }>();
  return sent.map(({ at, firstToken, prefixes }) => {
    const key = prefixes[candidate]?.key ?? '';
    const entry = entries.get(key);
    const isLive = entry !== undefined && entry.readableFrom <= at && at < entry.expiresAt;
    if (isLive) entry.expiresAt = at + seconds;
    else entries.set(key, { readableFrom: at + firstToken, expiresAt: at + seconds });
    return isLive;
  });
}

/** For each lifetime and request: tokens read when the only marker moves with the end of the request. */
function endReads(sendings: readonly Sending[], rules: ModelRules): ReadonlyMap<MarkerTtl, readonly { readonly read: number; readonly written: boolean }[]> {
  return new Map(
    lifetimes.map((ttl) => {
      let entries: readonly CacheEntry[] = [];
      const reads = sendings.flatMap(({ counted, parameters, at, firstToken, count }) => {
        const request = requestOf(counted.document, counted.analysis, [], parameters);
        const marked = { ...request, markers: request.blocks.length === 0 ? [] : [{ block: request.blocks.length - 1, ttl }] };
        return Array.from({ length: count }, () => {
          const outcome = simulateMarkers(marked, entries, { at, firstToken }, rules);
          ({ entries } = outcome);
          return { read: outcome.worst.read, written: outcome.worst.uncached === 0 };
        });
      });
      return [ttl, reads];
    }),
  );
}

interface Path {
  readonly units: number;
  readonly marks: readonly { readonly candidate: number; readonly ttl: MarkerTtl }[];
}

function shortestPath(candidates: readonly Candidate[], sent: readonly Sent[], ends: ReturnType<typeof endReads>, rules: ModelRules): Placement {
  const limit = rules.pack.markers?.limit ?? 0;
  const minimum = rules.model.minimum;
  const perIncrement = rules.pack.markers?.minimumPerIncrement === true;
  const read = rules.readMultiplier ?? 1;
  const total = sent.reduce((sum, each) => sum + each.total, 0);
  const nothing: Path = { units: 0, marks: [] };
  const isAllowed = (candidate: number, nth: number): boolean =>
    sent.every(({ prefixes }) => {
      const prefix = prefixes[candidate];
      return prefix !== undefined && minimumState(prefix, minimum === null ? null : minimum * (perIncrement ? nth : 1)) !== 'below';
    });
  const prices = lifetimes.map((ttl) => {
    const seconds = lifetimeSeconds(rules, ttl) ?? Number.POSITIVE_INFINITY;
    const write = writeMultiplier(rules, ttl);
    return candidates.map((_, candidate) => liveness(sent, candidate, seconds).map((isLive) => (isLive ? read : write)));
  });
  const tokensAt = (request: number, candidate: number): number => (candidate === -1 ? 0 : (sent[request]?.prefixes[candidate]?.tokens ?? 0));
  const segment = (from: number, to: number, ttl: number): number =>
    sent.reduce((sum, _, request) => sum + (tokensAt(request, to) - tokensAt(request, from)) * (prices[ttl]?.[to]?.[request] ?? 1), 0);
  const tail = (from: number): number => total - sent.reduce((sum, _, request) => sum + tokensAt(request, from), 0);

  let best: { readonly path: Path; readonly end: Placement['end'] } = { path: { units: total, marks: [] }, end: 'off' };
  const offer = (path: Path, units: number, end: Placement['end']): void => {
    if (units < best.path.units - 1e-9) best = { path: { units, marks: path.marks }, end };
  };
  const finish = (path: Path, from: number, ttl: number, slots: number): void => {
    offer(path, path.units + tail(from), 'off');
    const isLongEnough = ({ total: all }: Sent, request: number): boolean => all >= (minimum ?? 0) * (path.marks.length + 1) || all === tokensAt(request, from);
    if (slots === 0 || (perIncrement && !sent.every(isLongEnough))) return;
    for (const [index, name] of lifetimes.entries()) {
      if (index < ttl) continue;
      const write = writeMultiplier(rules, name);
      const last = sent.reduce((sum, { total: all }, request) => {
        const hit = ends.get(name)?.[request];
        const start = tokensAt(request, from);
        const reached = Math.max(start, hit?.read ?? 0);
        return sum + (reached - start) * read + (all - reached) * (hit?.written === true ? write : 1);
      }, 0);
      offer(path, path.units + last, name);
    }
  };

  /** By candidate and lifetime: the cheapest way to have the n-th marker there. */
  let level = new Map<string, { readonly candidate: number; readonly ttl: number; readonly path: Path }>([['', { candidate: -1, ttl: 0, path: nothing }]]);
  finish(nothing, -1, 0, limit);
  for (let nth = 1; nth <= limit; nth += 1) {
    const next: typeof level = new Map();
    const allowed = candidates.map((_, candidate) => isAllowed(candidate, nth));
    for (const { candidate: from, ttl: before, path } of level.values()) {
      for (let to = from + 1; to < candidates.length; to += 1) {
        if (allowed[to] !== true) continue;
        for (const [ttl, name] of lifetimes.entries()) {
          if (ttl < before) continue;
          const units = path.units + segment(from, to, ttl);
          const key = `${to} ${ttl}`;
          if (units < (next.get(key)?.path.units ?? Number.POSITIVE_INFINITY)) next.set(key, { candidate: to, ttl, path: { units, marks: [...path.marks, { candidate: to, ttl: name }] } });
        }
      }
    }
    for (const { candidate, ttl, path } of next.values()) finish(path, candidate, ttl, limit - nth);
    level = next;
  }
  const breakpoints = best.path.marks.flatMap(({ candidate, ttl }) => {
    const place = candidates[candidate];
    return place === undefined ? [] : [breakpoint(place.node, place.tier, ttl)];
  });
  return { breakpoints, end: best.end };
}
