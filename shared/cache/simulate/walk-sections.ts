import { memoByIdentity } from '../../basics/memo';
import type { PromptMessage, PromptNode } from '../../document/types';

/** True if any node of the messages is as asked. */
export function walkSections(messages: readonly PromptMessage[], isFound: (node: PromptNode) => boolean): boolean {
  return messages.some(({ children }) => notable(children).some(isFound));
}

/** Blocks and images with all that is in them. Kept by identity: the requests of a session share most messages. */
const notable = memoByIdentity((children: readonly PromptNode[]): readonly PromptNode[] =>
  children.flatMap((node) => (node.type === 'section' ? [node, ...notable(node.children)] : [node])),
);
