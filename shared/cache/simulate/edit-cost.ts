import { firstDivergence, type Divergence } from '../../analysis/compare/divergence';
import type { Analysis } from '../../analysis/types';
import type { CacheBreakpoint, PromptDocument } from '../../document/types';
import { requestOf, type CacheRequest } from './blocks';
import { keyParameters } from './key-parameters';
import { costOf, writtenTokens, type MarkerOutcome, type Outcome, type Split } from './outcome';
import { cutOf, type ModelRules } from '../packs/rule-pack';
import { refusedOverWindow } from './over-window';
import { simulate } from './simulate';
import { suggestBreakpoints } from '../script/suggest';

export interface Sent {
  readonly document: PromptDocument;
  readonly analysis: Analysis;
}

/**
 * What sending `now` would read, write and cost just after `sent`, and where the two diverge; or from a cold cache if
 * nothing was sent.
 */
export interface EditCost {
  readonly first: Divergence | undefined;
  readonly breakpoints: readonly CacheBreakpoint[];
  /** True if the design has no breakpoints and these are suggested. */
  readonly suggested: boolean;
  readonly markers: readonly MarkerOutcome[];
  readonly survived: number;
  /** Tokens written to the cache by this request. */
  readonly rewritten: number;
  /** Tokens no longer read because of the change; a range if the provider promises nothing. */
  readonly lost: { readonly low: number; readonly high: number };
  /** Seconds for which what was sent before is certainly kept; null if nobody published it. */
  readonly lifetime: number | null;
  readonly outcome: Outcome;
  /** US dollars for this request, and its cost if the same had been sent just before; null if a price is unknown. */
  readonly cost: number | null;
  readonly unchangedCost: number | null;
  /** US dollars for `now` from a cold cache, and just after itself; null if a price is unknown. */
  readonly coldCost: number | null;
  readonly warmCost: number | null;
  /** The least it may then cost; equal to `warmCost` where the provider promises what is read. */
  readonly warmBestCost: number | null;
  /** The least it may then cost, as above. */
  readonly unchangedBestCost: number | null;
}

export function editCost(sent: Sent | null, now: Sent, rules: ModelRules): EditCost {
  const marksOf = (each: Sent): readonly CacheBreakpoint[] => suggestBreakpoints(each.document, each.analysis, rules);
  const breakpoints = marksOf(now);
  const requestFor = ({ document, analysis }: Sent, marks: readonly CacheBreakpoint[]): CacheRequest =>
    requestOf(document, analysis, marks, keyParameters(document, analysis.model.id), cutOf(rules));
  const after = requestFor(now, breakpoints);
  const before = sent === null ? after : requestFor(sent, marksOf(sent));
  const first = simulate(before, [], { at: 0, firstToken: 0 }, rules);
  const played =
    sent === null ? first : simulate(after, first.entries, { at: 1, firstToken: 0, previous: before }, rules);
  const outcome = refusedOverWindow(played, after, now.analysis, first.entries);
  const again = simulate(before, first.entries, { at: 1, firstToken: 0, previous: before }, rules);
  const cold = sent === null ? first : simulate(after, [], { at: 0, firstToken: 0 }, rules);
  const warm = sent === null ? again : simulate(after, cold.entries, { at: 1, firstToken: 0, previous: after }, rules);
  return {
    first: sent === null ? undefined : firstDivergence(sent.document, now.document),
    breakpoints,
    suggested: now.document.breakpoints.length === 0,
    markers: outcome.markers,
    survived: outcome.markers.filter(({ state }) => state === 'kept').length,
    rewritten: writtenTokens(outcome.worst),
    lost:
      sent === null
        ? { low: 0, high: 0 }
        : range(again.worst.read - outcome.worst.read, again.best.read - outcome.best.read),
    lifetime: shortestLifetime(first),
    outcome,
    cost: costOf(outcome.worst, rules),
    unchangedCost: costOf(again.worst, rules),
    coldCost: costOf(cold.worst, rules),
    warmCost: costOf(warm.worst, rules),
    warmBestCost: costOf(warm.best, rules),
    unchangedBestCost: costOf(again.best, rules),
  };
}

function shortestLifetime({ entries }: Outcome): number | null {
  const ends = entries.flatMap(({ expiresAt }) => (expiresAt === null ? [] : [expiresAt]));
  return ends.length === 0 ? null : Math.min(...ends);
}

function range(a: number, b: number): EditCost['lost'] {
  return { low: Math.max(0, Math.min(a, b)), high: Math.max(0, a, b) };
}

/** Tokens read over all tokens sent: a ratio of sums, so that a large miss counts by its size. */
export function hitRate(splits: readonly Split[]): number {
  const read = splits.reduce((sum, split) => sum + split.read, 0);
  const total = splits.reduce((sum, split) => sum + split.read + writtenTokens(split) + split.uncached, 0);
  return total === 0 ? 0 : read / total;
}
