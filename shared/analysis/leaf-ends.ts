import { sameString } from '../document/same-string';
import type { TextNode } from '../document/types';
import type { CommonEnds } from '../tokenizers/common-ends';
import type { Encoded } from '../tokenizers/types';
import type { Interval, Ratio } from './counts';

/** What two lists of leaves have in common. */
export interface SameLeaves {
  /** How many leaves are the same from the start, and how many of the others from the end. */
  readonly start: number;
  readonly end: number;
  readonly characters: CommonEnds;
  /** None differs. */
  readonly all: boolean;
}

/**
 * Where each leaf of a message ends: in characters, in tokens of the vocabulary, and in tokens of the model. The last as a low
 * end and two widths above it, which `Position` explains; they are sums in the order of the leaves, so that what is kept from
 * the message before is to the last bit what would be found again.
 */
export interface LeafEnds {
  readonly characters: Uint32Array;
  readonly tokens: Uint32Array;
  readonly low: Float64Array;
  readonly toRatio: Float64Array;
  readonly toHigh: Float64Array;
}

export const noEnds: LeafEnds = { characters: new Uint32Array(), tokens: new Uint32Array(), low: new Float64Array(), toRatio: new Float64Array(), toHigh: new Float64Array() };

/** Leaves of what did not change are mostly the same objects, so comparing them costs nothing. */
export function sameLeaves(before: readonly TextNode[], now: readonly TextNode[], { characters }: LeafEnds): SameLeaves {
  const shorter = Math.min(before.length, now.length);
  const isSame = (a: TextNode | undefined, b: TextNode | undefined): boolean => a !== undefined && b !== undefined && sameString(a.value, b.value);
  const isAsMany = before.length === now.length;
  let start = 0;
  while (start < shorter && (before[start] === now[start] || isSame(before[start], now[start]))) start += 1;
  // Of as many leaves the first that differs would be compared with the same one from the end.
  const most = isAsMany && start < shorter ? shorter - start - 1 : shorter - start;
  const [last, lastNow] = [before.length - 1, now.length - 1];
  let end = 0;
  while (end < most && (before[last - end] === now[lastNow - end] || isSame(before[last - end], now[lastNow - end]))) end += 1;
  const length = characters[before.length - 1] ?? 0;
  const endStart = characters[before.length - end - 1] ?? 0;
  return { start, end, characters: { start: start === 0 ? 0 : (characters[start - 1] ?? 0), end: end === 0 ? 0 : length - endStart }, all: isAsMany && start === shorter };
}

/** Before the text is encoded only the characters can be known. */
export function characterEnds(now: readonly TextNode[], before: LeafEnds, same: SameLeaves): Uint32Array {
  const ends = new Uint32Array(now.length);
  ends.set(before.characters.subarray(0, same.start));
  let at = same.start === 0 ? 0 : (ends[same.start - 1] ?? 0);
  for (let index = same.start; index < now.length - same.end; index += 1) {
    at += now[index]?.value.length ?? 0;
    ends[index] = at;
  }
  const moved = before.characters.length - now.length;
  const shift = at - (before.characters[before.characters.length - same.end - 1] ?? 0);
  for (let index = now.length - same.end; index < now.length; index += 1) ends[index] = (before.characters[index + moved] ?? 0) + shift;
  return ends;
}

/** `before`: the ends in the text that `encoded` was encoded from; undefined when it was encoded from nothing. */
export function leafEnds(characters: Uint32Array, encoded: Encoded, ratioAt: (leaf: number) => Ratio, before: { readonly ends: LeafEnds; readonly total: number; readonly sameRatios: boolean } | undefined, same: SameLeaves): LeafEnds {
  const count = characters.length;
  const ends = { characters, tokens: new Uint32Array(count), low: new Float64Array(count), toRatio: new Float64Array(count), toHigh: new Float64Array(count) };
  const { start, end } = before === undefined || encoded.kept === undefined ? { start: 0, end: 0 } : encoded.kept;
  const known = before?.ends ?? noEnds;
  let first = 0;
  while (first < same.start && (characters[first] ?? 0) <= start) first += 1;
  let last = count;
  while (before !== undefined && last > count - same.end && encoded.kept !== undefined && (characters[last - 1] ?? 0) >= encoded.text.length - end) last -= 1;
  ends.tokens.set(known.tokens.subarray(0, first));
  for (let leaf = first; leaf < last; leaf += 1) ends.tokens[leaf] = encoded.tokensBefore(characters[leaf] ?? 0);
  const [moved, shift] = [known.tokens.length - count, encoded.total - (before?.total ?? 0)];
  for (let leaf = last; leaf < count; leaf += 1) ends.tokens[leaf] = (known.tokens[leaf + moved] ?? 0) + shift;
  sumUp(ends, before?.sameRatios === true ? first : 0, known, ratioAt);
  return ends;
}

function sumUp({ tokens, low, toRatio, toHigh }: LeafEnds, first: number, known: LeafEnds, ratioAt: (leaf: number) => Ratio): void {
  low.set(known.low.subarray(0, first));
  toRatio.set(known.toRatio.subarray(0, first));
  toHigh.set(known.toHigh.subarray(0, first));
  let [before, a, b, c] = first === 0 ? [0, 0, 0, 0] : [tokens[first - 1] ?? 0, low[first - 1] ?? 0, toRatio[first - 1] ?? 0, toHigh[first - 1] ?? 0];
  for (let leaf = first; leaf < tokens.length; leaf += 1) {
    const until = tokens[leaf] ?? 0;
    const ratio = ratioAt(leaf);
    a += (until - before) * ratio.low;
    b += (until - before) * (ratio.ratio - ratio.low);
    c += (until - before) * (ratio.high - ratio.ratio);
    low[leaf] = a;
    toRatio[leaf] = b;
    toHigh[leaf] = c;
    before = until;
  }
}

/** The position behind so many leaves, in whole tokens of the model. */
export function positionAfter({ low, toRatio, toHigh }: LeafEnds, leaves: number): Interval {
  if (leaves === 0) return { low: 0, tokens: 0, high: 0 };
  const start = Math.round(low[leaves - 1] ?? 0);
  const tokens = start + Math.round(toRatio[leaves - 1] ?? 0);
  return { low: start, tokens, high: tokens + Math.round(toHigh[leaves - 1] ?? 0) };
}
