/**
 * Why a request read less than it could have: every known cause is tried against the reported numbers. A cause fits if,
 * without the entries that it blocks, the longest readable entry is as long as what was reported as read. If no single
 * cause fits, several together are tried. If nothing fits, the reason lies at the provider.
 */
import { grouped } from '../../../basics/grouped';
import type { Usage } from '../../usage/usage';
import { blockersOf, type Blocker, type Candidate, type Sending } from './blockers';
import { isWithin, sizeTolerance } from './entries';
import { exactly } from '../sizes';
import { missCauses, type Explained, type Extent, type MissAnswer, type MissCause, type Verdict } from '../types';

export interface Elimination extends Pick<MissAnswer, 'left' | 'struck'> {
  readonly verdict: Verdict;
  /** The most that could have been read. */
  readonly possible: Extent;
}

interface Judged {
  readonly candidate: Candidate;
  readonly blockers: readonly Blocker[];
}

const nothing: Extent = exactly(0);

export function eliminate(
  candidates: readonly Candidate[],
  sending: Sending,
  { read, written }: Usage,
  step: number,
): Elimination {
  const judged = candidates.map((candidate): Judged => ({ candidate, blockers: blockersOf(candidate, sending) }));
  const possible = longest(judged, () => false);
  const none = { left: [], struck: [], possible };
  if (read === null) return { ...none, verdict: 'unknown' };
  if (read > possible.high + sizeTolerance) return { ...none, verdict: 'unseen' };
  if (candidates.length === 0) return { ...none, verdict: 'first' };
  if (isWithin(read, possible, step)) return { ...none, verdict: 'hit' };
  const wrote = wroteNothing(sending, read, written);
  const verdictOf = (causes: ReadonlySet<MissCause>): string | undefined => {
    if (wrote !== undefined && ![...causes].some((cause) => cause === 'minimum' || cause === 'no-marker')) return wrote;
    const readings = [true, false].map((isSure) => longest(judged, ofCauses(causes, isSure)));
    if (readings.some((extent) => isWithin(read, extent, step))) return undefined;
    const [strict = nothing] = readings;
    return read < strict.low
      ? `it would have left ${grouped(strict.tokens)} tokens to read, ${grouped(read)} were read`
      : `it would have left no more than ${grouped(strict.tokens)} tokens to read, ${grouped(read)} were read`;
  };
  const active = missCauses.filter((cause) => judged.some(({ blockers }) => blocks(blockers, cause, false)));
  const left = smallestFitting(active, (causes) => verdictOf(causes) === undefined);
  const kept = new Set(left.flat());
  const factOf = (cause: MissCause): string =>
    judged
      .toSorted((a, b) => b.candidate.entry.size.tokens - a.candidate.entry.size.tokens)
      .flatMap(({ blockers }) => blockers.filter((each) => each.cause === cause))[0]?.fact ?? '';
  const struck = missCauses
    .filter((cause) => !kept.has(cause))
    .map((cause): Explained => ({
      cause,
      fact: active.includes(cause)
        ? `${factOf(cause)}, but ${verdictOf(new Set([cause])) ?? 'less is needed to explain the numbers'}`
        : absent(cause, judged, sending),
    }));
  return {
    verdict: left.length === 0 ? 'provider' : left.length === 1 ? 'explained' : 'open',
    left: left.map((causes) => causes.map((cause) => ({ cause, fact: factOf(cause) }))),
    struck,
    possible,
  };
}

/** The longest entry that is not blocked. */
function longest(judged: readonly Judged[], isBlocked: (blockers: readonly Blocker[]) => boolean): Extent {
  let found = nothing;
  for (const { candidate, blockers } of judged)
    if (candidate.entry.size.tokens > found.tokens && !isBlocked(blockers)) found = candidate.entry.size;
  return found;
}

function ofCauses(causes: ReadonlySet<MissCause>, isSure: boolean): (blockers: readonly Blocker[]) => boolean {
  return (blockers) => blockers.some((each) => causes.has(each.cause) && (!isSure || each.isSure));
}

function blocks(blockers: readonly Blocker[], cause: MissCause, isSure: boolean): boolean {
  return ofCauses(new Set([cause]), isSure)(blockers);
}

/** What the rules predict: the longest entry that nothing blocks for sure, and the one that nothing may block. */
export function readable(
  candidates: readonly Candidate[],
  sending: Sending,
): { readonly least: Extent; readonly most: Extent } {
  const judged = candidates.map((candidate): Judged => ({ candidate, blockers: blockersOf(candidate, sending) }));
  return {
    least: longest(judged, (blockers) => blockers.length > 0),
    most: longest(judged, (blockers) => blockers.some(({ isSure }) => isSure)),
  };
}

/**
 * After a miss the provider writes the text again. If nothing was written, only causes that keep the request from being
 * cached at all are left.
 */
function wroteNothing({ sized, rules }: Sending, read: number, written: number | null): string | undefined {
  if (written !== 0 || rules.algorithm !== 'markers') return undefined;
  const last = sized.request.markers.at(-1);
  const size = last === undefined ? undefined : sized.extents[last.block];
  if (size === undefined || size.low <= read + sizeTolerance) return undefined;
  return `then about ${grouped(size.tokens - read)} tokens would have been written, and nothing was`;
}

/** The smallest sets of causes that fit; all of that size. */
function smallestFitting(
  active: readonly MissCause[],
  fits: (causes: ReadonlySet<MissCause>) => boolean,
): readonly (readonly MissCause[])[] {
  for (let size = 1; size <= active.length; size += 1) {
    const found = subsets(active, size).filter((causes) => fits(new Set(causes)));
    if (found.length > 0) return found;
  }
  return [];
}

function subsets<T>(items: readonly T[], size: number): readonly (readonly T[])[] {
  if (size === 0) return [[]];
  return items.flatMap((item, index) => subsets(items.slice(index + 1), size - 1).map((rest) => [item, ...rest]));
}

/** Why a cause is out of the question, whatever was reported. */
function absent(cause: MissCause, judged: readonly Judged[], { captured, rules }: Sending): string {
  const target = judged.toSorted((a, b) => b.candidate.entry.size.tokens - a.candidate.entry.size.tokens)[0];
  const entry = target?.candidate.entry;
  switch (cause) {
    case 'edit':
      return 'the text up to the last entry is the same, byte for byte';
    case 'model':
      return `both went to ${captured.analysis.model.id}`;
    case 'parameter':
      return 'no parameter that is part of the key differs';
    case 'expired':
      return entry === undefined
        ? 'nothing was written before'
        : `sent ${grouped(Math.round(captured.at - entry.usedAt))} s after it was last used; ` +
            (entry.seconds === null ? 'too soon to expire' : `it lives ${grouped(entry.seconds)} s`);
    case 'concurrent':
      return 'no request that wrote it was still waiting for its response';
    case 'lookback':
      return rules.algorithm === 'markers'
        ? 'the next cache breakpoint is near enough'
        : 'this provider does not look back from breakpoints';
    case 'minimum':
      return entry?.isProved === true
        ? 'so many tokens were cached before'
        : rules.model.minimum === null
          ? 'no minimum is published'
          : `the prefix is longer than the minimum of ${grouped(rules.model.minimum)}`;
    case 'no-marker':
      return rules.algorithm === 'markers'
        ? 'the request has cache breakpoints'
        : 'this provider caches without breakpoints';
    case 'automatic':
      return entry?.isAutomatic === true
        ? 'what was reported ends where Strata puts the automatic breakpoint'
        : 'the request sets its breakpoints itself';
    case 'cleared':
      return 'no context editing of the request can have cleared text before its end';
  }
}
