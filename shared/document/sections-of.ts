import { memoByIdentity } from '../basics/memo';
import type { PromptMessage, SectionNode } from './types';

/** Returns the sections directly below a node. Memoized, because a node may have thousands of leaves. */
export const sectionsOf = memoByIdentity((node: PromptMessage | SectionNode): readonly SectionNode[] =>
  node.children.filter((child) => child.type === 'section'),
);
