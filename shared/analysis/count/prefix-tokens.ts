import type { NodeId, PromptDocument } from '../../document/types';
import type { Analysis, TokenCount } from '../types';

/** Tokens from the start of the request to the end of each tool, message and direct section of a message. */
export function prefixTokens({ tools, messages }: PromptDocument, analysis: Analysis): ReadonlyMap<NodeId, TokenCount> {
  const ends = new Map<NodeId, TokenCount>();
  let sum: TokenCount = { ...analysis.total, tokens: 0, low: 0, high: 0 };
  const plus = (id: NodeId): TokenCount => {
    const count = analysis.tokens[id];
    return {
      ...sum,
      tokens: sum.tokens + (count?.tokens ?? 0),
      low: sum.low + (count?.low ?? 0),
      high: sum.high + (count?.high ?? 0),
    };
  };
  for (const tool of tools) ends.set(tool.id, (sum = plus(tool.id)));
  for (const message of messages) {
    const whole = plus(message.id);
    for (const child of message.children)
      if (child.type === 'section' || child.type === 'image') ends.set(child.id, (sum = plus(child.id)));
    ends.set(message.id, (sum = whole));
  }
  return ends;
}
