import { toolsId, toolsMessage } from '../document/tools-message';
import { withoutText } from '../document/without-text';
import type { PromptDocument, PromptMessage, PromptNode, Tier } from '../document/types';

/**
 * The part of a document that is copied: a node with all below it, one tier, or ranges of the messages' texts. The
 * tools have a text too, of the id `toolsId`.
 */
export type Scope =
  | { readonly kind: 'all' }
  | { readonly kind: 'node'; readonly id: string }
  | { readonly kind: 'tier'; readonly tier: Tier }
  | {
      readonly kind: 'ranges';
      readonly ranges: readonly { readonly message: string; readonly start: number; readonly end: number }[];
    };

export function scopeDocument(document: PromptDocument, scope: Scope): PromptDocument {
  if (scope.kind === 'all') return document;
  const isOfTools = scope.kind === 'ranges' && scope.ranges.some((range) => range.message === toolsId);
  const texts = isOfTools ? [toolsMessage(document.tools), ...document.messages] : document.messages;
  const messages = texts.flatMap((message) => {
    const children = childrenIn(message, scope);
    return children.length === 0 ? [] : [{ ...message, children }];
  });
  const tools =
    scope.kind === 'node'
      ? document.tools.filter((tool) => tool.id === scope.id)
      : scope.kind === 'tier'
        ? document.tools.filter((tool) => tool.tier === scope.tier)
        : [];
  const kept = new Set<string>(messages.flatMap(idsBelow));
  return {
    ...document,
    // A part of a request is not what was sent.
    ...(document.sent === undefined ? {} : { sent: withoutText(document.sent) }),
    tools,
    messages,
    breakpoints: document.breakpoints.filter((each) => kept.has(each.after)),
    aside: [],
  };
}

function childrenIn(message: PromptMessage, scope: Exclude<Scope, { kind: 'all' }>): readonly PromptNode[] {
  switch (scope.kind) {
    case 'node':
      return message.id === scope.id ? message.children : message.children.flatMap((child) => nodeIn(child, scope.id));
    case 'tier':
      return ofTier(message.children, message.tier, scope.tier);
    case 'ranges':
      return scope.ranges
        .filter((range) => range.message === message.id)
        .flatMap((range) => slice(message.children, range.start, range.end));
  }
}

function nodeIn(node: PromptNode, id: string): readonly PromptNode[] {
  if (node.type === 'text') return [];
  if (node.id === id) return [node];
  return node.type === 'section' ? node.children.flatMap((child) => nodeIn(child, id)) : [];
}

/** Keeps frames between two nodes that are kept. */
function ofTier(children: readonly PromptNode[], own: Tier, wanted: Tier): readonly PromptNode[] {
  const kept = children.map((child): PromptNode | undefined => {
    if (child.type === 'text') return own === wanted ? child : undefined;
    if (child.type === 'image') return own === wanted ? child : undefined;
    if (child.type === 'omitted') return child.tier === wanted ? child : undefined;
    if (child.tier === wanted && child.children.every((below) => below.type !== 'section' || below.tier === wanted))
      return child;
    const below = ofTier(child.children, child.tier, wanted);
    return below.length === 0 ? undefined : { ...child, children: below };
  });
  return children.flatMap((child, index) => {
    const each = kept[index];
    if (child.type !== 'text' || child.origin.kind !== 'frame') return each === undefined ? [] : [each];
    const before = kept[index - 1] !== undefined;
    const after = kept[index + 1] !== undefined;
    const alone = children.every((sibling) => sibling.type === 'text');
    return (before && after) || (each !== undefined && alone) ? [child] : [];
  });
}

/** Cuts by offsets in the message's text; a section with any text left keeps its name and tier. */
function slice(children: readonly PromptNode[], start: number, end: number): readonly PromptNode[] {
  let at = 0;
  const cut = (node: PromptNode): readonly PromptNode[] => {
    if (node.type === 'text') {
      const from = at;
      at += node.value.length;
      const value = node.value.slice(Math.max(0, start - from), Math.max(0, end - from));
      if (value === '') return [];
      return value === node.value ? [node] : [{ type: 'text', value, origin: node.origin }];
    }
    if (node.type !== 'section') return node.type === 'image' && at >= start && at < end ? [node] : [];
    const below = node.children.flatMap(cut);
    return below.length === 0 ? [] : [{ ...node, children: below }];
  };
  return children.flatMap(cut);
}

function idsBelow(node: PromptMessage | PromptNode): readonly string[] {
  if (node.type === 'text') return [];
  return node.type === 'section' || node.type === 'message' ? [node.id, ...node.children.flatMap(idsBelow)] : [node.id];
}
