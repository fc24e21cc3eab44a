import { memoByIdentity } from '../basics/memo';
import type { OmittedNode, PromptDocument, PromptMessage, PromptNode } from './types';
import { visit } from './walk';

/** What totals leave out for an agent that was never captured. */
export const frameText = 'the agent’s own prompt';

/** True if the document has the place of an agent's own prompt, but not its text. */
export const lacksFrame = memoByIdentity((document: PromptDocument): boolean => {
  let isLacking = false;
  visit(document, (node) => {
    isLacking ||= node.type === 'omitted' && node.omission.reason === 'not-learned' && node.would === undefined;
  });
  return isLacking;
});

/** True for text that is sent but not known: an agent's own prompt before its first capture, or what a log lacks. */
export function isUnknownText({ omission, would }: OmittedNode): boolean {
  return omission.reason === 'not-recorded' || (omission.reason === 'not-learned' && would === undefined);
}

export function hasUnknownText(node: PromptMessage | PromptNode): boolean {
  if (node.type === 'omitted') return isUnknownText(node);
  return (node.type === 'message' || node.type === 'section') && node.children.some(hasUnknownText);
}

/** What that means for every figure of the cache. */
export const partText =
  `The request is built without ${frameText}: as a whole it is longer and costs more, and what of it is cached is ` +
  'not known.';
