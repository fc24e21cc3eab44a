import { memoByIdentity } from '../../basics/memo';
import type { PromptDocument, PromptNode } from '../../document/types';

/**
 * A question: is any block, section or image of the messages as asked? Answers are kept by the identity of the nodes,
 * because the requests of a session share most messages.
 */
export function anyNode(isFound: (node: PromptNode) => boolean): (document: PromptDocument) => boolean {
  const isAmong = memoByIdentity((nodes: readonly PromptNode[]): boolean =>
    nodes.some((node) => isFound(node) || (node.type === 'section' && isAmong(node.children))),
  );
  return ({ messages }) => messages.some(({ children }) => isAmong(children));
}
