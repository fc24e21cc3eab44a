import type { PromptMessage, SectionNode } from './types';

const known = new WeakMap<PromptMessage | SectionNode, readonly SectionNode[]>();

/**
 * The sections right below a node. A node is a value, so they are looked for once, among what may be thousands of
 * leaves.
 */
export function sectionsOf(node: PromptMessage | SectionNode): readonly SectionNode[] {
  let sections = known.get(node);
  if (sections === undefined) {
    sections = node.children.filter((child) => child.type === 'section');
    known.set(node, sections);
  }
  return sections;
}
