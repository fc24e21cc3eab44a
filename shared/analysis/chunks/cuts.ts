import { extentOf, sliceIn, type Parent } from '../../document/extent';
import { sameString } from '../../basics/same-string';
import { sharedItemEnds, sharedTextEnds, type SharedEnds } from '../../basics/shared-ends';

/** Longer sections are cut at a blank line, so that an edit in a long file changes few chunks. */
const longChunk = 2048;

export interface Cut {
  readonly start: number;
  readonly text: string;
}

/** Cuts a run of leaves that belong to `node` itself, without joining their text. */
export function cutRun(node: Parent, start: number, end: number): readonly Cut[] {
  const cuts: Cut[] = [];
  for (let from = start; from < end;) {
    const to = cutEnd(node, from, end);
    cuts.push({ start: from, text: sliceIn(node, from, to) });
    from = to;
  }
  return cuts;
}

/** How the earlier cuts change: how many stay at the start, the new ones, and the first that stays at the end. */
export interface Recut {
  readonly head: number;
  readonly cuts: readonly Cut[];
  readonly tail: number;
}

/**
 * Recuts a node with only text, which was cut at `starts` when it was `before`. A cut's end depends only on the text
 * before it and on whether the text ends there. So cuts within the common start stay; once a new cut meets an old one
 * within the common end, all further ones stay. Undefined if the node has more than text.
 */
export function recut(before: Parent, starts: readonly number[], node: Parent): Recut | undefined {
  const same = sameText(before, node);
  if (same === undefined) return undefined;
  const { length } = extentOf(node);
  const shift = length - extentOf(before).length;
  let head = 0;
  while ((starts[head + 1] ?? Number.POSITIVE_INFINITY) <= same.start) head += 1;
  const cuts: Cut[] = [];
  let tail = head;
  for (let from = head === 0 ? 0 : (starts[head] ?? 0); from < length;) {
    while (tail < starts.length && (starts[tail] ?? 0) < from - shift) tail += 1;
    if (from >= length - same.end && starts[tail] === from - shift) return { head, cuts, tail };
    const to = cutEnd(node, from, length);
    cuts.push({ start: from, text: sliceIn(node, from, to) });
    from = to;
  }
  return { head, cuts, tail: starts.length };
}

/** The lengths of the common start and end of both texts; undefined if there is more than text. */
function sameText(before: Parent, now: Parent): SharedEnds | undefined {
  const [old, young] = [textsOf(before), textsOf(now)];
  if (old === undefined || young === undefined) return undefined;
  const same = sharedItemEnds(old, young, sameString);
  const [start, end] = [lengthOf(young.slice(0, same.start)), lengthOf(young.slice(young.length - same.end))];
  const [one, other] = [old[same.start], young[same.start]];
  const isOne = old.length === young.length && same.start + same.end === old.length - 1;
  if (!isOne || one === undefined || other === undefined) return { start, end };
  const inside = sharedTextEnds(one, other);
  return { start: start + inside.start, end: end + inside.end };
}

function textsOf({ children }: Parent): readonly string[] | undefined {
  const texts = children.flatMap((child) => (child.type === 'text' ? [child.value] : []));
  return texts.length === children.length ? texts : undefined;
}

function lengthOf(texts: readonly string[]): number {
  return texts.reduce((sum, { length }) => sum + length, 0);
}

function cutEnd(node: Parent, from: number, end: number): number {
  const blank = end - from <= longChunk ? -1 : blankLine(node, from + longChunk, end);
  return blank === -1 || blank + 2 >= end ? end : blank + 2;
}

/** The offset of the next blank line, or -1. Searches in pieces that overlap by one character. */
function blankLine(node: Parent, from: number, end: number): number {
  for (let at = from, size = longChunk; at < end; at += size - 1, size *= 2) {
    const found = sliceIn(node, at, Math.min(end, at + size)).indexOf('\n\n');
    if (found !== -1) return at + found;
  }
  return -1;
}
