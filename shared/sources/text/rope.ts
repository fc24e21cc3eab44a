import type { JsonPath, SourceId, TextChange, TextNode } from '../../document/types';
import type { Place } from '../types';
import { contentEnd, contentStart, isBlankText } from './white-space';

/**
 * A rope is text that keeps its origin: a list of leaves whose values concatenate to the text. Invariant: a leaf with a
 * file origin and no change equals its span of the file. Every cut preserves it.
 */
export type Rope = readonly TextNode[];

export function fileRope(
  source: { readonly id: SourceId; readonly text: string },
  start = 0,
  end = source.text.length,
  path?: JsonPath,
): Rope {
  if (end <= start) return [];
  const value = source.text.slice(start, end);
  return [
    {
      type: 'text',
      value,
      origin: { kind: 'file', source: source.id, span: { start, end }, ...(path === undefined ? {} : { path }) },
    },
  ];
}

/** Text made from a span of a file, but different from it. */
export function changedRope(
  source: SourceId,
  start: number,
  end: number,
  value: string,
  change: TextChange,
  path?: JsonPath,
): Rope {
  if (value === '') return [];
  return [
    {
      type: 'text',
      value,
      origin: { kind: 'file', source, span: { start, end }, change, ...(path === undefined ? {} : { path }) },
    },
  ];
}

export function ropeText(rope: Rope): string {
  if (rope.length === 1) return rope[0]?.value ?? '';
  let value = '';
  for (const leaf of rope) value += leaf.value;
  return value;
}

export function ropeLength(rope: Rope): number {
  let length = 0;
  for (const leaf of rope) length += leaf.value.length;
  return length;
}

/** A part of a changed leaf keeps the whole span: its characters have no exact position. */
function sliceLeaf(leaf: TextNode, start: number, end: number): TextNode {
  const value = leaf.value.slice(start, end);
  const { origin } = leaf;
  if (origin.kind !== 'file' || origin.change !== undefined) return { type: 'text', value, origin };
  return {
    type: 'text',
    value,
    origin: { ...origin, span: { start: origin.span.start + start, end: origin.span.start + end } },
  };
}

export function sliceRope(rope: Rope, start: number, end = Number.POSITIVE_INFINITY): Rope {
  const cut: TextNode[] = [];
  let at = 0;
  for (const leaf of rope) {
    const from = Math.max(start - at, 0);
    const to = Math.min(end - at, leaf.value.length);
    if (from < to) cut.push(from === 0 && to === leaf.value.length ? leaf : sliceLeaf(leaf, from, to));
    at += leaf.value.length;
    if (at >= end) break;
  }
  return cut;
}

/** Splits at ascending offsets in one pass. Returns one piece more than offsets; pieces may be empty. */
export function cutRope(rope: Rope, offsets: readonly number[]): readonly Rope[] {
  const pieces: Rope[] = [];
  let piece: TextNode[] = [];
  let at = 0;
  let next = 0;
  for (const leaf of rope) {
    let from = 0;
    for (; (offsets[next] ?? Number.POSITIVE_INFINITY) < at + leaf.value.length; next += 1) {
      const to = Math.max(from, (offsets[next] ?? 0) - at);
      if (to > from) piece.push(sliceLeaf(leaf, from, to));
      pieces.push(piece);
      piece = [];
      from = to;
    }
    piece.push(from === 0 ? leaf : sliceLeaf(leaf, from, leaf.value.length));
    at += leaf.value.length;
  }
  for (; next < offsets.length; next += 1) {
    pieces.push(piece);
    piece = [];
  }
  return [...pieces, piece];
}

export function trimRope(rope: Rope): Rope {
  const value = ropeText(rope);
  const start = contentStart(value);
  if (start === value.length) return [];
  return sliceRope(rope, start, contentEnd(value));
}

export function isBlank(rope: Rope): boolean {
  return rope.every((leaf) => isBlankText(leaf.value));
}

export function replaceInRope(rope: Rope, start: number, end: number, by: Rope): Rope {
  return [...sliceRope(rope, 0, start), ...by, ...sliceRope(rope, end)];
}

/** Returns the file position of `[at, at + length)`, limited to the leaf at `at`. */
export function ropePlace(rope: Rope, at: number, length = 0): Place | undefined {
  let passed = 0;
  for (const { value, origin } of rope) {
    const within = at - passed;
    passed += value.length;
    if (within >= value.length) continue;
    if (origin.kind !== 'file') return undefined;
    if (origin.change !== undefined) return { source: origin.source, span: origin.span };
    const start = origin.span.start + within;
    return { source: origin.source, span: { start, end: Math.min(start + length, origin.span.end) } };
  }
  return undefined;
}
