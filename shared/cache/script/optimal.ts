/**
 * Finds the best marker placement exactly, by dynamic programming. It uses two facts about marker caches. Every request
 * looks up and renews a marker's entry, so whether it is live depends only on its own prefix. A longer prefix contains
 * every shorter one, so all markers before a live marker are live. A request thus costs, for each segment between
 * markers, the read price if the segment's marker is live and the write price if not, and the base price after the last
 * marker. Where a prefix is too short to cache in a request, so is every shorter one: its marker and those before it do
 * nothing there, and the next marker's segment begins at the start. Segment costs add up, so the best set of markers is
 * a shortest path through the candidates. Where the minimum is per increment, only places that are long enough in every
 * request are tried.
 */
import { breakpoint } from '../../document/builders';
import type { CacheBreakpoint } from '../../document/types';
import { requestOf } from '../simulate/blocks';
import {
  candidatesOf,
  isCacheable,
  lifetimes,
  liveness,
  sentOf,
  worthTrying,
  type Candidate,
  type MarkerTtl,
  type Sent,
} from './candidates';
import type { Sending } from './expand-turns';
import { lifetimeSeconds, writeMultiplier, type ModelRules } from '../packs/rule-pack';
import { runTurns } from './run-turns';
import { simulateMarkers } from '../simulate/algorithms/simulate-markers';
import type { CacheEntry } from '../simulate/outcome';

export interface Placement {
  readonly breakpoints: readonly CacheBreakpoint[];
  /** An additional marker that moves with the end of the request. */
  readonly end: CacheBreakpoint['ttl'] | 'off';
}

export interface Optimum extends Placement {
  /** What all requests of the script cost, now and with this placement, in tokens at the base price. */
  readonly units: number;
  readonly presentUnits: number | null;
  /** US dollars; null if the price is unknown. */
  readonly cost: number | null;
  readonly presentCost: number | null;
}

/** Undefined if the provider places its own breakpoints or does not publish prices. */
export function optimalPlacement(sendings: readonly Sending[], rules: ModelRules): Optimum | undefined {
  if (rules.algorithm !== 'markers' || rules.readMultiplier === null || sendings.length === 0) return undefined;
  const all = candidatesOf(sendings.map(({ counted }) => counted.document));
  const candidates = worthTrying(
    all,
    sendings.flatMap((sending) => sentOf(sending, all, rules)),
    rules,
  );
  const sent = sendings.flatMap((sending) => sentOf(sending, candidates, rules));
  const best = shortestPath(candidates, sent, endReads(sendings, rules), rules);
  const [run, present] = [runTurns(sendings, rules, best), runTurns(sendings, rules)];
  const { inputPrice } = rules.model;
  const presentUnits = present.turns.some(({ outcomes }) => outcomes.some(({ rejected }) => rejected !== undefined))
    ? null
    : unitsOf(present, rules);
  return {
    breakpoints: best.breakpoints,
    end: best.end,
    units: unitsOf(run, rules),
    presentUnits,
    cost: inputPrice === null ? null : run.cost,
    presentCost: present.cost,
  };
}

/** The cost of a run in tokens at the base price. */
export function unitsOf({ turns }: ReturnType<typeof runTurns>, rules: ModelRules): number {
  return turns.reduce((sum, { worst }) => {
    const written = lifetimes.reduce((all, ttl) => all + (worst.written[ttl] ?? 0) * writeMultiplier(rules, ttl), 0);
    return sum + worst.read * (rules.readMultiplier ?? 1) + written + worst.uncached;
  }, 0);
}

/** For each lifetime and request: tokens read if the only marker moves with the end of the request. */
function endReads(
  sendings: readonly Sending[],
  rules: ModelRules,
): ReadonlyMap<MarkerTtl, readonly { readonly read: number; readonly written: boolean }[]> {
  return new Map(
    lifetimes.map((ttl) => {
      let entries: readonly CacheEntry[] = [];
      const reads = sendings.flatMap(({ counted, parameters, at, firstToken, count }) => {
        const request = requestOf(counted.document, counted.analysis, [], parameters);
        const marked = {
          ...request,
          markers: request.blocks.length === 0 ? [] : [{ block: request.blocks.length - 1, ttl }],
        };
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

/** The n-th marker is at `candidate` with `lifetimes[ttl]`; `before` is the cheapest path to the previous marker. */
interface Path {
  readonly units: number;
  readonly candidate: number;
  readonly ttl: number;
  readonly before: Path | undefined;
}

const noMarker: Path = { units: 0, candidate: -1, ttl: 0, before: undefined };

function shortestPath(
  candidates: readonly Candidate[],
  sent: readonly Sent[],
  ends: ReturnType<typeof endReads>,
  rules: ModelRules,
): Placement {
  const { limit = 0, minimumPerIncrement = false } = rules.pack.markers ?? {};
  const { minimum } = rules.model;
  const read = rules.readMultiplier ?? 1;
  const segments = segmentCosts(candidates.length, sent, rules, read);
  const tokensAt = (request: number, candidate: number): number =>
    candidate === -1 ? 0 : (sent[request]?.reach[candidate] ?? 0);
  const isAllowed = (candidate: number, nth: number): boolean =>
    !minimumPerIncrement ||
    sent.every(({ prefixes }) => isCacheable(prefixes[candidate], minimum === null ? null : minimum * nth));

  let best: { readonly units: number; readonly path: Path; readonly end: Placement['end'] } = {
    units: sent.reduce((sum, { total }) => sum + total, 0),
    path: noMarker,
    end: 'off',
  };
  const offer = (path: Path, rest: number, end: Placement['end']): void => {
    if (path.units + rest < best.units - 1e-9) best = { units: path.units + rest, path, end };
  };
  const finish = (path: Path, nth: number): void => {
    const from = path.candidate;
    offer(
      path,
      sent.reduce((sum, { total }, request) => sum + total - tokensAt(request, from), 0),
      'off',
    );
    const isLongEnough = ({ total }: Sent, request: number): boolean =>
      total >= (minimum ?? 0) * (nth + 1) || total === tokensAt(request, from);
    if (nth === limit || (minimumPerIncrement && !sent.every(isLongEnough))) return;
    for (const [ttl, name] of lifetimes.entries()) {
      if (ttl < path.ttl) continue;
      const write = writeMultiplier(rules, name);
      const rest = sent.reduce((sum, { total }, request) => {
        const hit = ends.get(name)?.[request];
        const reached = Math.max(tokensAt(request, from), hit?.read ?? 0);
        return (
          sum + (reached - tokensAt(request, from)) * read + (total - reached) * (hit?.written === true ? write : 1)
        );
      }, 0);
      offer(path, rest, name);
    }
  };

  let level: readonly Path[] = [noMarker];
  finish(noMarker, 0);
  for (let nth = 1; nth <= limit; nth += 1) {
    const next = new Map<number, Path>();
    for (let to = 0; to < candidates.length; to += 1) {
      if (!isAllowed(to, nth)) continue;
      for (const path of level) {
        if (path.candidate >= to) continue;
        for (let ttl = path.ttl; ttl < lifetimes.length; ttl += 1) {
          const units = path.units + segments(path.candidate, to, ttl);
          const key = to * lifetimes.length + ttl;
          if (units < (next.get(key)?.units ?? Number.POSITIVE_INFINITY))
            next.set(key, { units, candidate: to, ttl, before: path });
        }
      }
    }
    level = [...next.values()];
    for (const path of level) finish(path, nth);
  }
  return { breakpoints: marksOf(best.path, candidates), end: best.end };
}

/**
 * The cost over all requests of the tokens between two candidates if the later one is marked. Each pair is computed
 * once.
 */
function segmentCosts(
  count: number,
  sent: readonly Sent[],
  rules: ModelRules,
  read: number,
): (from: number, to: number, ttl: number) => number {
  const sums = new Float64Array(lifetimes.length * count * (count + 1)).fill(Number.NaN);
  const prices = lifetimes.map((ttl) => {
    const seconds = lifetimeSeconds(rules, ttl) ?? Number.POSITIVE_INFINITY;
    const write = writeMultiplier(rules, ttl);
    return Array.from({ length: count }, (_, candidate) =>
      liveness(sent, candidate, seconds).map((isLive) => (isLive ? read : write)),
    );
  });
  const tokens = sent.map(({ reach }) =>
    Float64Array.from({ length: count + 1 }, (_, index) => (index === 0 ? 0 : (reach[index - 1] ?? 0))),
  );
  return (from, to, ttl) => {
    const at = (ttl * count + to) * (count + 1) + from + 1;
    const before = sums[at] ?? Number.NaN;
    if (!Number.isNaN(before)) return before;
    const price = prices[ttl]?.[to] ?? [];
    let sum = 0;
    for (let request = 0; request < tokens.length; request += 1)
      sum += ((tokens[request]?.[to + 1] ?? 0) - (tokens[request]?.[from + 1] ?? 0)) * (price[request] ?? 1);
    sums[at] = sum;
    return sum;
  };
}

function marksOf({ candidate, ttl, before }: Path, candidates: readonly Candidate[]): readonly CacheBreakpoint[] {
  const place = candidates[candidate];
  const lifetime = lifetimes[ttl];
  if (place === undefined || lifetime === undefined) return [];
  return [...(before === undefined ? [] : marksOf(before, candidates)), breakpoint(place.node, place.tier, lifetime)];
}
