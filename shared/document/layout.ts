import type { NodeId, Origin, PromptDocument, PromptMessage, PromptNode, Span, Tier } from './types';

/** One leaf's place in its message, with the nearest section (or message) above it. */
export interface LeafSpan extends Span {
  readonly owner: NodeId;
  readonly tier: Tier;
  readonly origin: Origin;
}

export interface NodeSpan extends Span {
  readonly id: NodeId;
  readonly type: 'message' | 'section' | 'omitted' | 'image';
  readonly depth: number;
}

export interface MessageLayout {
  readonly message: NodeId;
  readonly text: string;
  readonly leaves: readonly LeafSpan[];
  /** In document order, parents before children; an omitted node or image has an empty span. */
  readonly nodes: readonly NodeSpan[];
}

/** A message is a value: its layout is derived once. */
const known = new WeakMap<PromptMessage, MessageLayout>();

export function layoutMessage(message: PromptMessage): MessageLayout {
  const layout = known.get(message) ?? deriveLayout(message);
  known.set(message, layout);
  return layout;
}

/** Derives the text of a message and the place of everything in it, in one pass. */
function deriveLayout(message: PromptMessage): MessageLayout {
  const parts: string[] = [];
  const leaves: LeafSpan[] = [];
  const nodes: { id: NodeId; type: NodeSpan['type']; depth: number; start: number; end: number }[] = [];
  let at = 0;
  const place = (node: PromptNode, owner: NodeId, tier: Tier, depth: number): void => {
    if (node.type === 'text') {
      const end = at + node.value.length;
      parts.push(node.value);
      leaves.push({ start: at, end, owner, tier, origin: node.origin });
      at = end;
      return;
    }
    const span = { id: node.id, type: node.type, depth, start: at, end: at };
    nodes.push(span);
    if (node.type === 'section') {
      for (const child of node.children) place(child, node.id, node.tier, depth + 1);
      span.end = at;
    }
  };
  const whole = { id: message.id, type: 'message' as const, depth: 0, start: 0, end: 0 };
  nodes.push(whole);
  for (const child of message.children) place(child, message.id, message.tier, 1);
  whole.end = at;
  return { message: message.id, text: parts.join(''), leaves, nodes };
}

export function layoutDocument(document: PromptDocument): readonly MessageLayout[] {
  return document.messages.map(layoutMessage);
}

/** The leaf that holds the character at `offset`, by binary search. */
export function leafAt(layout: MessageLayout, offset: number): LeafSpan | undefined {
  let low = 0;
  let high = layout.leaves.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const leaf = layout.leaves[middle];
    if (leaf === undefined) return undefined;
    if (offset < leaf.start) high = middle - 1;
    else if (offset >= leaf.end) low = middle + 1;
    else return leaf;
  }
  return undefined;
}
