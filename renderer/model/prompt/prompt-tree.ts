/**
 * Facts about the nodes of a message that the page needs often, memoised by node. Nodes are values: after an edit only
 * the nodes above it are new.
 */
import { memoByIdentity } from '../../../shared/basics/memo';
import { extentOf, type Parent } from '../../../shared/document/extent';
import { sectionsOf } from '../../../shared/document/sections-of';
import type {
  NodeId,
  PromptMessage,
  PromptNode,
  SectionNode,
  SourceId,
  Span,
  TextNode,
} from '../../../shared/document/types';

/** Whether its text contains a `\r`. */
export const hasReturns = memoByIdentity((node: Parent): boolean =>
  node.children.some((child) =>
    child.type === 'text' ? child.value.includes('\r') : child.type === 'section' && hasReturns(child),
  ),
);

/** Whether a section below it is a separate content part. */
export const hasParts = memoByIdentity((node: Parent): boolean =>
  sectionsOf(node).some((section) => section.block !== undefined || hasParts(section)),
);

/** The one file that its text comes from; null if there is none, `several` if there are more. */
type Sources = { readonly one: SourceId } | 'several' | null;

const sourcesOf = memoByIdentity((node: Parent): Sources => {
  let found: Sources = null;
  for (const child of node.children) {
    const next: Sources =
      child.type === 'section'
        ? sourcesOf(child)
        : child.type === 'text' && child.origin.kind === 'file'
          ? { one: child.origin.source }
          : null;
    if (next === 'several' || (found !== null && next !== null && found.one !== next.one)) return 'several';
    found ??= next;
  }
  return found;
});

/** Calls `see` with every leaf that comes from a file, and its place. */
export function eachLeafFrom(
  node: Parent,
  source: SourceId,
  see: (leaf: TextNode, start: number) => void,
  base = 0,
): void {
  const { starts } = extentOf(node);
  for (let index = 0; index < node.children.length; index += 1) {
    const child = node.children[index];
    const start = base + (starts[index] ?? 0);
    if (child?.type === 'text') {
      if (child.origin.kind === 'file' && child.origin.source === source) see(child, start);
    } else if (child?.type === 'section') {
      const from = sourcesOf(child);
      if (from === 'several' || from?.one === source) eachLeafFrom(child, source, see, start);
    }
  }
}

/** The place of the node with this id in the text of its message. */
export function spanOf(node: Parent, id: NodeId, base = 0): Span | undefined {
  const { starts, length } = extentOf(node);
  if (node.id === id) return { start: base, end: base + length };
  for (let index = 0; index < node.children.length; index += 1) {
    const child = node.children[index];
    if (child === undefined || child.type === 'text') continue;
    const start = base + (starts[index] ?? 0);
    if (child.type === 'section') {
      const found = spanOf(child, id, start);
      if (found !== undefined) return found;
    } else if (child.id === id) return { start, end: start };
  }
  return undefined;
}

/** Calls `see` for every section below `node` that overlaps or touches the characters `from` to `to`, parents first. */
export function eachSection(
  node: Parent,
  from: number,
  to: number,
  see: (section: SectionNode, start: number, end: number, depth: number) => void,
  base = 0,
  depth = 1,
): void {
  const { children } = node;
  if (sectionsOf(node).length === 0) return;
  const { starts, length } = extentOf(node);
  for (let index = 0; index < children.length; index += 1) {
    const child = children[index];
    const start = base + (starts[index] ?? 0);
    if (start > to) return;
    if (child?.type !== 'section') continue;
    const end = base + (starts[index + 1] ?? length);
    if (end < from) continue;
    see(child, start, end, depth);
    eachSection(child, from, to, see, start, depth + 1);
  }
}

/** Whether both have the same nodes in the same order. Texts may differ. */
export function sameStructure(
  before: readonly (PromptMessage | PromptNode)[],
  after: readonly (PromptMessage | PromptNode)[],
): boolean {
  return (
    before === after || (before.length === after.length && before.every((old, index) => isAlike(old, after[index])))
  );
}

function isAlike(old: PromptMessage | PromptNode, now: PromptMessage | PromptNode | undefined): boolean {
  if (old === now) return true;
  if (now === undefined || old.type !== now.type) return false;
  if (old.type === 'text' || now.type === 'text') return true;
  if (old.id !== now.id) return false;
  return !('children' in old) || !('children' in now) || sameStructure(old.children, now.children);
}
