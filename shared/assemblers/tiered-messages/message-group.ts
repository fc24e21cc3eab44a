import { frame, message, nodeId, omitted } from '../../document/builders';
import type { NodeId, Omission, OmittedNode, PromptMessage, PromptNode, Tier } from '../../document/types';

/** A part of the message array: its messages, and omitted nodes that have no message to belong to. */
export interface MessageGroup {
  readonly messages: readonly PromptMessage[];
  readonly left: readonly OmittedNode[];
}

/** Returns a message, or only the omitted nodes if there is nothing else. */
export function messageGroup(
  id: NodeId,
  name: string,
  tier: Tier,
  role: 'system' | 'user',
  nodes: readonly PromptNode[],
  absent: Omission,
  reply?: string,
  after: readonly PromptMessage[] = [],
): MessageGroup {
  const omissions = nodes.filter((node) => node.type === 'omitted');
  if (omissions.length === nodes.length) {
    return after.length > 0
      ? { messages: after, left: omissions }
      : { messages: [], left: omissions.length > 0 ? omissions : [omitted(id, name, tier, absent)] };
  }
  const block = message(id, role, tier, role === 'system' ? 'system' : 'block', nodes);
  const replies =
    reply === undefined ? [] : [message(nodeId(id, 'ok'), 'assistant', tier, 'acknowledgement', [frame(reply)])];
  return { messages: [block, ...replies, ...after], left: [] };
}
