import { memoByIdentity } from '../basics/memo';
import { extentOf, leafIn, sliceIn } from './extent';
import type { NodeId, Origin, PromptDocument, PromptMessage, PromptNode, Span, Tier } from './types';

/** The span of a leaf in its message, with the nearest section (or message) above it. */
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

/**
 * The text of a message and the position of everything in it. Whatever needs a walk over the whole message is computed
 * on demand.
 */
export interface MessageLayout {
  readonly message: NodeId;
  readonly length: number;
  readonly text: string;
  /** Returns part of the text without building the rest. */
  slice(start: number, end: number): string;
  readonly leaves: readonly LeafSpan[];
  /** In document order, parents before children; omitted nodes and images have empty spans. */
  readonly nodes: readonly NodeSpan[];
  leafAt(offset: number): LeafSpan | undefined;
  toString(): string;
}

export const layoutMessage = memoByIdentity((message: PromptMessage): MessageLayout => new Layout(message));

class Layout implements MessageLayout {
  readonly message: NodeId;
  readonly length: number;
  readonly #message: PromptMessage;
  #text: string | undefined;
  #spans: Pick<MessageLayout, 'leaves' | 'nodes'> | undefined;

  constructor(message: PromptMessage) {
    this.message = message.id;
    this.length = extentOf(message).length;
    this.#message = message;
  }

  get text(): string {
    this.#text ??= joined(this.#message);
    return this.#text;
  }

  get leaves(): readonly LeafSpan[] {
    this.#spans ??= deriveSpans(this.#message);
    return this.#spans.leaves;
  }

  get nodes(): readonly NodeSpan[] {
    this.#spans ??= deriveSpans(this.#message);
    return this.#spans.nodes;
  }

  slice(start: number, end: number): string {
    return this.#text === undefined ? sliceIn(this.#message, start, end) : this.#text.slice(start, end);
  }

  leafAt(offset: number): LeafSpan | undefined {
    const found = leafIn(this.#message, offset);
    if (found === undefined) return undefined;
    const { leaf, start, owner } = found;
    return { start, end: start + leaf.value.length, owner: owner.id, tier: owner.tier, origin: leaf.origin };
  }

  toString(): string {
    return this.text;
  }
}

function joined(message: PromptMessage): string {
  const parts: string[] = [];
  const add = (node: PromptNode): void => {
    if (node.type === 'text') parts.push(node.value);
    else if (node.type === 'section') node.children.forEach(add);
  };
  message.children.forEach(add);
  return parts.join('');
}

function deriveSpans(message: PromptMessage): Pick<MessageLayout, 'leaves' | 'nodes'> {
  const leaves: LeafSpan[] = [];
  const nodes: { id: NodeId; type: NodeSpan['type']; depth: number; start: number; end: number }[] = [];
  let at = 0;
  const place = (node: PromptNode, owner: NodeId, tier: Tier, depth: number): void => {
    if (node.type === 'text') {
      const end = at + node.value.length;
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
  return { leaves, nodes };
}

export function layoutDocument(document: PromptDocument): readonly MessageLayout[] {
  return document.messages.map(layoutMessage);
}

/** Returns the leaf that holds the character at `offset`. */
export function leafAt(layout: MessageLayout, offset: number): LeafSpan | undefined {
  return layout.leafAt(offset);
}
