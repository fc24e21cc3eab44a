import type {
  ImageNode,
  NodeId,
  OmittedNode,
  PromptDocument,
  PromptMessage,
  PromptNode,
  SectionNode,
  TextNode,
} from './types';

export type IdentifiedNode = PromptMessage | SectionNode | OmittedNode | ImageNode;

/** Returns the text leaves below a node in the order they are sent; omitted nodes have none. */
export function leaves(node: PromptMessage | PromptNode): readonly TextNode[] {
  const found: TextNode[] = [];
  collectLeaves(node, found);
  return found;
}

function collectLeaves(node: PromptMessage | PromptNode, into: TextNode[]): void {
  switch (node.type) {
    case 'text':
      into.push(node);
      return;
    case 'image':
    case 'omitted':
      return;
    case 'section':
    case 'message':
      for (const child of node.children) collectLeaves(child, into);
  }
}

export function nodeText(node: PromptMessage | PromptNode): string {
  let value = '';
  for (const leaf of leaves(node)) value += leaf.value;
  return value;
}

/** Calls `see` for every message, section, omitted node and image, parents before children. */
export function visit(
  document: PromptDocument,
  see: (node: IdentifiedNode, ancestors: readonly IdentifiedNode[]) => void,
): void {
  const go = (node: PromptMessage | PromptNode, ancestors: readonly IdentifiedNode[]): void => {
    if (node.type === 'text') return;
    see(node, ancestors);
    if (node.type === 'section' || node.type === 'message') {
      const below = [...ancestors, node];
      for (const child of node.children) go(child, below);
    }
  };
  for (const each of document.messages) go(each, []);
}

export function findNode(document: PromptDocument, id: NodeId): IdentifiedNode | undefined {
  return findIn(document.messages, id);
}

function findIn(nodes: readonly (PromptMessage | PromptNode)[], id: NodeId): IdentifiedNode | undefined {
  for (const node of nodes) {
    if (node.type === 'text') continue;
    if (node.id === id) return node;
    const below = node.type === 'section' || node.type === 'message' ? findIn(node.children, id) : undefined;
    if (below !== undefined) return below;
  }
  return undefined;
}

/** Returns the nodes from the message down to `id`, or an empty list. */
export function pathTo(document: PromptDocument, id: NodeId): readonly IdentifiedNode[] {
  let path: readonly IdentifiedNode[] = [];
  visit(document, (node, ancestors) => {
    if (node.id === id && path.length === 0) path = [...ancestors, node];
  });
  return path;
}
