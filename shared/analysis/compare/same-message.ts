import { sameString } from '../../basics/same-string';
import type { PromptMessage, PromptNode, TextNode } from '../../document/types';

/**
 * True if two messages are equal in everything that counts depend on. Origins may differ: an edit above shifts them.
 */
export function sameMessage(a: PromptMessage, b: PromptMessage): boolean {
  return a === b || (a.id === b.id && a.tier === b.tier && sameNodes(a.children, b.children));
}

function sameNodes(a: readonly PromptNode[], b: readonly PromptNode[]): boolean {
  if (a === b) return true;
  if (a.length !== b.length) return false;
  return a.every((node, index) => sameNode(node, b[index]));
}

function sameNode(a: PromptNode, b: PromptNode | undefined): boolean {
  if (a === b) return true;
  switch (a.type) {
    case 'text':
      return b?.type === 'text' && sameString(a.value, b.value);
    case 'image':
      return b?.type === 'image' && a.id === b.id && a.width === b.width && a.height === b.height;
    case 'omitted':
      return b?.type === 'omitted' && a.id === b.id && sameTexts(a.would, b.would);
    case 'section':
      return b?.type === 'section' && a.id === b.id && a.tier === b.tier && sameNodes(a.children, b.children);
  }
}

export function sameTexts(a: readonly TextNode[] | undefined, b: readonly TextNode[] | undefined): boolean {
  if (a === b) return true;
  return (
    a !== undefined &&
    b !== undefined &&
    a.length === b.length &&
    a.every((leaf, index) => leaf.value === b[index]?.value)
  );
}
