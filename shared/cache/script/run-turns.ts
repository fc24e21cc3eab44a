import type { CacheBreakpoint } from '../../document/types';
import { requestOf, type CacheRequest } from '../simulate/blocks';
import { keyParameters } from '../simulate/key-parameters';
import { hitRate } from '../simulate/edit-cost';
import type { Sending } from './expand-turns';
import { costOf, type CacheEntry, type Outcome, type Split } from '../simulate/outcome';
import { cutOf, rulesLater, ttls, type ModelRules, type Ttl } from '../packs/rule-pack';
import { refusedOverWindow } from '../simulate/over-window';
import { simulate } from '../simulate/simulate';
import { suggestBreakpoints } from './suggest';

/**
 * Breakpoints that replace the document's own and the script's moving one. Those whose node a request lacks are
 * skipped.
 */
export interface Layout {
  readonly breakpoints?: readonly CacheBreakpoint[];
  readonly end?: Ttl | 'off';
}

/**
 * Whose breakpoints a run is about: those that the design sends, those that Strata suggests because it sends none, or
 * others in their place.
 */
export type BreakpointsOf = 'sent' | 'suggested' | 'tried' | 'none';

/** All requests of one `send` together. */
export interface Turn {
  readonly sending: Sending;
  readonly request: CacheRequest;
  readonly outcomes: readonly Outcome[];
  readonly worst: Split;
  readonly best: Split;
  readonly known: boolean;
  /** US dollars in the worst and the best case; null if a price is unknown or the request is refused. */
  readonly cost: number | null;
  readonly bestCost: number | null;
}

export interface Run {
  readonly turns: readonly Turn[];
  readonly breakpoints: BreakpointsOf;
  /** Tokens read over tokens sent, summed over all requests. */
  readonly hitRate: { readonly low: number; readonly high: number };
  readonly cost: number | null;
  readonly bestCost: number | null;
  /** What the same requests would cost without a cache. */
  readonly uncachedCost: number | null;
}

function requestFor(sending: Sending, rules: ModelRules, layout: Layout = {}): CacheRequest {
  const { document, analysis } = sending.counted;
  const end = layout.end ?? sending.end;
  const suggested = suggestBreakpoints(document, analysis, rules);
  const room =
    document.breakpoints.length === 0 && end !== 'off'
      ? (rules.pack.markers?.limit ?? suggested.length + 1) - 1
      : suggested.length;
  const marks = layout.breakpoints ?? suggested.slice(0, room);
  const parameters = { ...keyParameters(document, analysis.model.id), ...sending.parameters };
  const request = requestOf(document, analysis, marks, parameters, cutOf(rules));
  const last = request.blocks.length - 1;
  if (end === 'off' || last < 0 || request.markers.some(({ block }) => block === last)) return request;
  return { ...request, markers: [...request.markers, { block: last, ttl: end }] };
}

/** `warm`: assumes the first request was sent just before; otherwise the cache is cold. */
export function runTurns(sendings: readonly Sending[], rules: ModelRules, layout: Layout = {}, warm = false): Run {
  const [first] = sendings;
  let previous: CacheRequest | undefined = warm && first !== undefined ? requestFor(first, rules, layout) : undefined;
  let entries: readonly CacheEntry[] =
    previous === undefined ? [] : simulate(previous, [], { at: -1, firstToken: 0 }, rules).entries;
  const turns = sendings.map((scripted): Turn => {
    const sending = asPlayed(scripted, layout);
    const request = requestFor(sending, rules, layout);
    const before = previous;
    const outcomes = Array.from({ length: sending.count }, () => {
      const moment = {
        at: sending.at,
        firstToken: sending.firstToken,
        ...(before === undefined ? {} : { previous: before }),
      };
      const played = simulate(request, entries, moment, rules);
      const outcome = refusedOverWindow(played, request, sending.counted.analysis, entries);
      ({ entries } = outcome);
      return outcome;
    });
    previous = request;
    const [worst, best] = [sumSplits(outcomes.map((each) => each.worst)), sumSplits(outcomes.map((each) => each.best))];
    const refused = outcomes.some(({ rejected }) => rejected !== undefined);
    const priced = (split: (outcome: Outcome) => Split): number | null =>
      refused ? null : sumCosts(outcomes.map((outcome) => costOf(split(outcome), rulesLater(rules, sending.at))));
    const [cost, bestCost] = [priced((outcome) => outcome.worst), priced((outcome) => outcome.best)];
    return { sending, request, outcomes, worst, best, known: outcomes.every(({ known }) => known), cost, bestCost };
  });
  const uncached = turns.flatMap(({ sending, outcomes }) =>
    outcomes.map(({ total }) => costOf({ read: 0, written: {}, uncached: total }, rulesLater(rules, sending.at))),
  );
  return {
    turns,
    breakpoints: breakpointsOf(turns, layout),
    hitRate: { low: hitRate(turns.map(({ worst }) => worst)), high: hitRate(turns.map(({ best }) => best)) },
    cost: sumCosts(turns.map(({ cost }) => cost)),
    bestCost: sumCosts(turns.map(({ bestCost }) => bestCost)),
    uncachedCost: sumCosts(uncached),
  };
}

/** A layout that has its own end replaces what the script says of it: that line is not played. */
function asPlayed(sending: Sending, { end }: Layout): Sending {
  return end === undefined ? sending : { ...sending, since: sending.since.filter(({ kind }) => kind !== 'auto') };
}

function breakpointsOf(turns: readonly Turn[], layout: Layout): BreakpointsOf {
  if (turns.every(({ outcomes }) => outcomes.every(({ markers }) => markers.length === 0))) return 'none';
  if (layout.breakpoints !== undefined) return 'tried';
  return turns.every(({ sending }) => sending.counted.document.breakpoints.length > 0) ? 'sent' : 'suggested';
}

function sumSplits(splits: readonly Split[]): Split {
  return splits.reduce<Split>(
    (sum, split) => {
      const written = { ...sum.written };
      for (const ttl of ttls) {
        const tokens = (sum.written[ttl] ?? 0) + (split.written[ttl] ?? 0);
        if (tokens > 0) written[ttl] = tokens;
      }
      return { read: sum.read + split.read, written, uncached: sum.uncached + split.uncached };
    },
    { read: 0, written: {}, uncached: 0 },
  );
}

function sumCosts(costs: readonly (number | null)[]): number | null {
  return costs.reduce<number | null>((sum, cost) => (sum === null || cost === null ? null : sum + cost), 0);
}
