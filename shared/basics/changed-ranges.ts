import { sharedItemEnds, sharedTextEnds } from './shared-ends';

/** What `before` has from `start` to `end` is in `after` what stands from `from` to `to`. */
export interface ChangedRange {
  readonly start: number;
  readonly end: number;
  readonly from: number;
  readonly to: number;
}

interface Line {
  readonly text: string;
  readonly at: number;
}

/**
 * The ranges in which two texts differ, in order. Lines that both have exactly once, in the same order, hold the rest
 * in place; what differs between two of them is one range, without its shared ends.
 */
export function changedRanges(before: string, after: string): readonly ChangedRange[] {
  if (before === after) return [];
  const ranges: ChangedRange[] = [];
  const [a, b] = [linesOf(before), linesOf(after)];
  const compare = (fromA: number, toA: number, fromB: number, toB: number): void => {
    const ends = sharedItemEnds(a.slice(fromA, toA), b.slice(fromB, toB), ({ text }, other) => text === other.text);
    const [startA, endA, startB, endB] = [fromA + ends.start, toA - ends.end, fromB + ends.start, toB - ends.end];
    if (startA === endA && startB === endB) return;
    let [lastA, lastB] = [startA, startB];
    const pairs = onceInBoth(a.slice(startA, endA), b.slice(startB, endB));
    for (const [x, y] of pairs) {
      compare(lastA, startA + x, lastB, startB + y);
      [lastA, lastB] = [startA + x + 1, startB + y + 1];
    }
    if (pairs.length > 0) return compare(lastA, endA, lastB, endB);
    const at = (lines: readonly Line[], index: number, whole: string): number => lines[index]?.at ?? whole.length;
    const [s, e] = [at(a, startA, before), at(a, endA, before)];
    const [f, t] = [at(b, startB, after), at(b, endB, after)];
    const inner = sharedTextEnds(before.slice(s, e), after.slice(f, t));
    ranges.push({ start: s + inner.start, end: e - inner.end, from: f + inner.start, to: t - inner.end });
  };
  compare(0, a.length, 0, b.length);
  return ranges;
}

/** With their line ends. */
function linesOf(text: string): readonly Line[] {
  const lines: Line[] = [];
  for (let at = 0; at < text.length;) {
    const newline = text.indexOf('\n', at);
    const end = newline === -1 ? text.length : newline + 1;
    lines.push({ text: text.slice(at, end), at });
    at = end;
  }
  return lines;
}

/** Indexes of the lines that each list has once: the longest run of them that is in the same order in both. */
function onceInBoth(a: readonly Line[], b: readonly Line[]): readonly (readonly [number, number])[] {
  const inB = onceOf(b);
  const pairs = [...onceOf(a)].flatMap(([text, x]) => {
    const y = inB.get(text);
    return y === undefined ? [] : [[x, y] as const];
  });
  return risingRun(pairs.toSorted(([x], [other]) => x - other));
}

function onceOf(lines: readonly Line[]): ReadonlyMap<string, number> {
  const once = new Map<string, number>();
  const more = new Set<string>();
  for (const [index, { text }] of lines.entries()) {
    if (once.has(text)) more.add(text);
    once.set(text, index);
  }
  for (const text of more) once.delete(text);
  return once;
}

/** The longest subsequence whose second members rise. */
function risingRun(pairs: readonly (readonly [number, number])[]): readonly (readonly [number, number])[] {
  /** At length n: the index of the pair that ends the best run of that length. */
  const ends: number[] = [];
  const previous: number[] = [];
  for (const [index, [, y]] of pairs.entries()) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((pairs[ends[middle] ?? 0]?.[1] ?? 0) < y) low = middle + 1;
      else high = middle;
    }
    previous[index] = low === 0 ? -1 : (ends[low - 1] ?? -1);
    ends[low] = index;
  }
  const run: (readonly [number, number])[] = [];
  for (let at = ends.at(-1) ?? -1; at !== -1; at = previous[at] ?? -1) {
    const pair = pairs[at];
    if (pair !== undefined) run.unshift(pair);
  }
  return run;
}
