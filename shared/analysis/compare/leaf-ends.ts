import { sameString } from '../../basics/same-string';
import type { TextNode } from '../../document/types';
import { sharedItemEnds, type SharedEnds } from '../../basics/shared-ends';
import type { Encoded } from '../../tokenizers/types';

/** The common part of two lists of leaves. */
export interface SameLeaves {
  /** How many leaves are equal from the start, and how many of the rest from the end. */
  readonly start: number;
  readonly end: number;
  readonly characters: SharedEnds;
  /** True if none differs. */
  readonly all: boolean;
}

/**
 * Where each leaf of a message ends: in characters, and in vocabulary tokens, which are fractions for a rule of thumb.
 */
export interface LeafEnds {
  readonly characters: Uint32Array;
  readonly tokens: Float64Array;
}

export const noEnds: LeafEnds = { characters: new Uint32Array(), tokens: new Float64Array() };

/** Unchanged leaves are usually the same objects, so comparing is cheap. */
export function sameLeaves(
  before: readonly TextNode[],
  now: readonly TextNode[],
  { characters }: LeafEnds,
): SameLeaves {
  const { start, end } = sharedItemEnds(before, now, (a, b) => a === b || sameString(a.value, b.value));
  const length = characters[before.length - 1] ?? 0;
  const endStart = characters[before.length - end - 1] ?? 0;
  return {
    start,
    end,
    characters: { start: start === 0 ? 0 : (characters[start - 1] ?? 0), end: end === 0 ? 0 : length - endStart },
    all: before.length === now.length && start === now.length,
  };
}

/** Before the text is encoded, only the characters are known. */
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
  for (let index = now.length - same.end; index < now.length; index += 1)
    ends[index] = (before.characters[index + moved] ?? 0) + shift;
  return ends;
}

/** `before`: the ends in the text that `encoded` was derived from; undefined when it was encoded from scratch. */
export function leafEnds(
  characters: Uint32Array,
  encoded: Encoded,
  before: { readonly ends: LeafEnds; readonly total: number } | undefined,
  same: SameLeaves,
): LeafEnds {
  const count = characters.length;
  const tokens = new Float64Array(count);
  const { start, end } = before === undefined || encoded.kept === undefined ? { start: 0, end: 0 } : encoded.kept;
  const earlier = before?.ends ?? noEnds;
  let first = 0;
  while (first < same.start && (characters[first] ?? 0) <= start) first += 1;
  let last = count;
  while (
    before !== undefined &&
    last > count - same.end &&
    encoded.kept !== undefined &&
    (characters[last - 1] ?? 0) >= encoded.text.length - end
  )
    last -= 1;
  tokens.set(earlier.tokens.subarray(0, first));
  for (let leaf = first; leaf < last; leaf += 1) tokens[leaf] = encoded.tokensBefore(characters[leaf] ?? 0);
  const [moved, shift] = [earlier.tokens.length - count, encoded.total - (before?.total ?? 0)];
  for (let leaf = last; leaf < count; leaf += 1) tokens[leaf] = (earlier.tokens[leaf + moved] ?? 0) + shift;
  return { characters, tokens };
}
