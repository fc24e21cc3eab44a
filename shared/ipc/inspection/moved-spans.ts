/**
 * An edit in a file shifts all later spans in that file by the same number of characters. Instead of sending each of
 * thousands of spans, both sides shift the previous document's spans, and the delta starts from there. A wrong or
 * incomplete shift only makes the delta longer.
 */
import { memoByIdentity } from '../../basics/memo';
import { sectionsOf } from '../../document/sections-of';
import type {
  Origin,
  PromptDocument,
  PromptMessage,
  PromptNode,
  SectionNode,
  SourceId,
  TextNode,
} from '../../document/types';

export interface MovedSpans {
  readonly source: SourceId;
  /** Applies to spans that start here or later. */
  readonly from: number;
  readonly by: number;
}

type FileOrigin = Extract<Origin, { readonly kind: 'file' }>;
type Parent = PromptMessage | SectionNode;

/** The shift, if it affects at least `least` leaves. */
export function findMove(before: PromptDocument, after: PromptDocument, least = 100): MovedSpans | null {
  let found: { source: SourceId; from: number; by: number; leaves: number } | null = null;
  const look = (old: PromptNode | PromptMessage | undefined, now: PromptNode | PromptMessage): void => {
    if (old === undefined || old === now || old.type !== now.type || (found !== null && found.leaves >= least)) return;
    if (old.type === 'text' && now.type === 'text') {
      const move = moveOf(old.origin, now.origin);
      if (move === null) return;
      if (found === null) found = { ...move, leaves: 1 };
      else if (found.source === move.source && found.by === move.by)
        found = { ...move, from: Math.min(found.from, move.from), leaves: found.leaves + 1 };
    } else if (isParent(old) && isParent(now)) now.children.forEach((child, index) => look(old.children[index], child));
  };
  after.messages.forEach((message, index) => look(before.messages[index], message));
  const result: { source: SourceId; from: number; by: number; leaves: number } | null = found;
  if (result === null) return null;
  const { source, from, by, leaves } = result;
  return leaves < least ? null : { source, from, by };
}

function moveOf(old: Origin, now: Origin): MovedSpans | null {
  if (old.kind !== 'file' || now.kind !== 'file' || old.source !== now.source) return null;
  const by = now.span.start - old.span.start;
  return by !== 0 && now.span.end - old.span.end === by ? { source: old.source, from: old.span.start, by } : null;
}

function isParent(node: PromptNode | PromptMessage): node is Parent {
  return node.type === 'section' || node.type === 'message';
}

/** Unchanged nodes stay the same objects. */
export function moveSpans(document: PromptDocument, move: MovedSpans): PromptDocument {
  return { ...document, messages: document.messages.map((message) => moveBelow(message, move)) };
}

/**
 * Same, in place, for the page's own document. Caches keyed by its nodes stay valid; earlier builds that share a node
 * also get the new position.
 */
export function moveSpansWithin(document: PromptDocument, move: MovedSpans): void {
  for (const message of document.messages) moveWithin(message, move);
}

interface OwnSpan {
  start: number;
  end: number;
}

/** The spans of a node's own leaves, by file. */
const ownSpansOf = memoByIdentity((node: Parent): ReadonlyMap<SourceId, readonly OwnSpan[]> => {
  const found = new Map<SourceId, OwnSpan[]>();
  for (const child of node.children) {
    if (child.type !== 'text' || child.origin.kind !== 'file') continue;
    const spans = found.get(child.origin.source);
    if (spans === undefined) found.set(child.origin.source, [child.origin.span]);
    else spans.push(child.origin.span);
  }
  return found;
});

function moveWithin(node: Parent, move: MovedSpans): void {
  const { source, from, by } = move;
  for (const span of ownSpansOf(node).get(source) ?? []) {
    if (span.start < from) continue;
    span.start += by;
    span.end += by;
  }
  for (const section of sectionsOf(node)) moveWithin(section, move);
}

function moveBelow<Node extends Parent>(node: Node, move: MovedSpans): Node {
  let changed = false;
  const children = node.children.map((child) => {
    const next =
      child.type === 'section' ? moveBelow(child, move) : child.type === 'text' ? moveLeaf(child, move) : child;
    changed ||= next !== child;
    return next;
  });
  return changed ? { ...node, children } : node;
}

function moveLeaf(leaf: TextNode, { source, from, by }: MovedSpans): TextNode {
  const { origin } = leaf;
  if (origin.kind !== 'file' || origin.source !== source || origin.span.start < from) return leaf;
  const span = { start: origin.span.start + by, end: origin.span.end + by };
  const { path, change } = origin;
  // Written out, not spread, for speed: there are tens of thousands.
  const moved: FileOrigin =
    path === undefined
      ? change === undefined
        ? { kind: 'file', source, span }
        : { kind: 'file', source, span, change }
      : change === undefined
        ? { kind: 'file', source, span, path }
        : { kind: 'file', source, span, path, change };
  return { type: 'text', value: leaf.value, origin: moved };
}
