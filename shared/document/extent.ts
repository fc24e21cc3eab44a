import { memoByIdentity } from '../basics/memo';
import { lastAt } from '../basics/last-at';
import type { PromptMessage, PromptNode, SectionNode, TextNode } from './types';

export type Parent = PromptMessage | SectionNode;

/** The length of a node's text, and the offset of each child in it. */
export interface Extent {
  readonly length: number;
  readonly starts: readonly number[];
}

/** Nodes are immutable, so extents are memoized. An edit recomputes only the nodes above it. */
export const extentOf = memoByIdentity((node: Parent): Extent => {
  const starts: number[] = [];
  let length = 0;
  for (const child of node.children) {
    starts.push(length);
    length += lengthOf(child);
  }
  return { length, starts };
});

export function lengthOf(node: PromptNode): number {
  if (node.type === 'text') return node.value.length;
  return node.type === 'section' ? extentOf(node).length : 0;
}

export interface PlacedLeaf {
  readonly leaf: TextNode;
  readonly start: number;
  readonly owner: Parent;
}

/** Returns the leaf below `node` that holds the character at `offset`. */
export function leafIn(node: Parent, offset: number): PlacedLeaf | undefined {
  let owner = node;
  let start = 0;
  if (offset < 0 || offset >= extentOf(node).length) return undefined;
  for (;;) {
    const { starts } = extentOf(owner);
    // If several children start at one offset, only the last has text.
    const index = lastAt(starts, offset - start);
    const child = owner.children[index];
    start += starts[index] ?? 0;
    if (child?.type === 'text') return { leaf: child, start, owner };
    if (child?.type !== 'section') return undefined;
    owner = child;
  }
}

/** Returns the child of `node` that holds the character at `offset`. */
export function childWith(node: Parent, offset: number): PromptNode | undefined {
  const { starts, length } = extentOf(node);
  return offset < 0 || offset >= length ? undefined : node.children[lastAt(starts, offset)];
}

/** Returns true if a leaf below `node` that starts at or after `from` passes the test. */
export function someLeafFrom(node: Parent, from: number, test: (leaf: TextNode) => boolean): boolean {
  const { starts, length } = extentOf(node);
  return node.children.some((child, index) => {
    const start = starts[index] ?? 0;
    if (child.type === 'text') return start >= from && test(child);
    return child.type === 'section' && (starts[index + 1] ?? length) > from && someLeafFrom(child, from - start, test);
  });
}

/** Returns the text below `node` from `start` to `end`. */
export function sliceIn(node: Parent, start: number, end: number): string {
  const { starts, length } = extentOf(node);
  const to = Math.min(end, length);
  let text = '';
  for (let index = lastAt(starts, start), at = start; at < to; index += 1) {
    const child = node.children[index];
    const from = starts[index] ?? 0;
    const until = starts[index + 1] ?? length;
    if (child?.type === 'text') text += child.value.slice(at - from, to - from);
    else if (child?.type === 'section') text += sliceIn(child, at - from, to - from);
    at = Math.max(at, until);
  }
  return text;
}
