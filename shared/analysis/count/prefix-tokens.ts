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

/**
 * The same with what belongs to no node, where the cache is reckoned with it too: framing before everything, and an
 * equal share of the role markers before each message.
 */
export function framedPrefixTokens(document: PromptDocument, analysis: Analysis): ReadonlyMap<NodeId, TokenCount> {
  const { overheads = [], overhead } = analysis;
  const plain = prefixTokens(document, analysis);
  const { tools, messages } = document;
  const marks = overheads.find(({ name }) => name === 'role markers')?.count;
  const share = (key: Size): number =>
    marks === undefined || messages.length === 0 ? 0 : Math.floor(marks[key] / messages.length);
  const framed = new Map<NodeId, TokenCount>();
  const add = (id: NodeId, started: number): void => {
    const count = plain.get(id);
    if (count === undefined) return;
    const more = (key: Size): number => count[key] + overhead[key] - (messages.length - started) * share(key);
    framed.set(id, { ...count, tokens: more('tokens'), low: more('low'), high: more('high') });
  };
  for (const { id } of tools) add(id, 0);
  for (const [index, message] of messages.entries()) {
    for (const child of message.children) if ('id' in child) add(child.id, index + 1);
    add(message.id, index + 1);
  }
  return framed;
}

type Size = 'tokens' | 'low' | 'high';
