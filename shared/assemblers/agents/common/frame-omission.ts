import { nodeId, omitted } from '../../../document/builders';
import type { NodeId, OmittedNode } from '../../../document/types';

/** Stands where the agent's own text would be. */
export function unknownFrame(messageId: string, name: string, program: string): OmittedNode {
  return omitted(nodeId(messageId, name), name, 'L0', {
    reason: 'not-learned',
    how: `run once: strata capture -- ${program}`,
  });
}

/** Stands where the words of the user would be. */
export function untypedPrompt(messageId: NodeId): OmittedNode {
  const name = 'what you type';
  return omitted(nodeId(messageId, name), name, 'active', {
    reason: 'not-injected',
    purpose: 'set "prompt" to fill it in',
  });
}
