import { memoByIdentity } from './memo';
import type { PromptMessage, SectionNode } from './types';

/**
 * The sections right below a node. A node is a value, so they are looked for once, among what may be thousands of
 * leaves.
 */
export const sectionsOf = memoByIdentity((node: PromptMessage | SectionNode): readonly SectionNode[] =>
  node.children.filter((child) => child.type === 'section'),
);
