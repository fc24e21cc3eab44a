import { layoutMessage } from '../document/layout';
import type { NodeId, OmittedNode, PromptDocument, PromptMessage, PromptNode } from '../document/types';
import { nodeText } from '../document/walk';
import type { Encoding } from '../tokenizers/types';
import type { Model } from './models';
import { addCounts, countOf, emptyCount, scaleBetween, type Scale } from './counts';
import type { Analysis, TokenCount } from './types';

/** Everything counted once: each message is encoded whole, and a token belongs to the leaf that holds its first character. */
export function analyze(document: PromptDocument, model: Model, encoding: Encoding): Analysis {
  const scale: Scale = { ...model.count, encoding: model.count.label };
  const tokens: Record<NodeId, TokenCount> = {};
  const counter = { scale, encoding, tokens, position: 0 };
  for (const tool of document.tools) {
    const definition = JSON.stringify({ name: tool.name, description: tool.description.map((leaf) => leaf.value).join(''), input_schema: tool.inputSchema });
    tokens[tool.id] = advance(counter, encoding.count(definition));
  }
  for (const message of document.messages) countMessage(counter, message);
  for (const each of document.aside) countAbsent(counter, each);

  const { overhead: rule } = model;
  const overheadTokens = document.messages.length === 0 ? 0 : rule.perRequest + rule.perMessage * document.messages.length + (document.tools.length > 0 ? rule.tools : 0);
  const overhead = countOf(overheadTokens, 'formula', 'request framing');
  const sent = [...document.tools, ...document.messages].map((node) => tokens[node.id] ?? emptyCount(scale));
  return {
    model: { id: model.id, label: model.label, provider: model.provider, contextWindow: model.contextWindow },
    tokens,
    overhead,
    total: addCounts([...sent, overhead], scale),
    cacheable: cacheableCount(document, tokens, scale),
  };
}

interface Counter {
  readonly scale: Scale;
  readonly encoding: Encoding;
  readonly tokens: Record<NodeId, TokenCount>;
  /** Vocabulary tokens so far: scaled counts are differences of scaled positions, so they add up without a rounding gap. */
  position: number;
}

function advance(counter: Counter, count: number): TokenCount {
  const start = counter.position;
  counter.position += count;
  return scaleBetween(counter.scale, start, counter.position);
}

function countMessage(counter: Counter, message: PromptMessage): void {
  const layout = layoutMessage(message);
  const starts = counter.encoding.tokenStarts(layout.text);
  let token = 0;
  let at = 0;
  const tokensUpTo = (offset: number): number => {
    while (token < starts.length && (starts[token] ?? 0) < offset) token += 1;
    return token;
  };
  const base = counter.position;
  const count = (node: PromptNode): void => {
    if (node.type === 'text') {
      at += node.value.length;
      tokensUpTo(at);
      return;
    }
    if (node.type === 'omitted') countAbsent(counter, node);
    else if (node.type === 'image') counter.tokens[node.id] = emptyCount(counter.scale);
    else {
      const first = tokensUpTo(at);
      for (const child of node.children) count(child);
      counter.tokens[node.id] = scaleBetween(counter.scale, base + first, base + token);
    }
  };
  for (const child of message.children) count(child);
  counter.tokens[message.id] = advance(counter, starts.length);
}

/** What an omitted node would cost: counted alone, and part of no sum. */
function countAbsent(counter: Counter, node: OmittedNode): void {
  if (node.would === undefined) return;
  const text = node.would.map((leaf) => leaf.value).join('');
  counter.tokens[node.id] = scaleBetween(counter.scale, 0, counter.encoding.count(text));
}

/** Everything before the first text that is never cached. */
function cacheableCount(document: PromptDocument, tokens: Readonly<Record<NodeId, TokenCount>>, scale: Scale): TokenCount {
  const before: TokenCount[] = document.tools.map((tool) => tokens[tool.id] ?? emptyCount(scale));
  for (const message of document.messages) {
    if (message.tier === 'active') break;
    const stop = message.children.findIndex((child) => child.type === 'section' && child.tier === 'active' && nodeText(child) !== '');
    if (stop === -1) {
      before.push(tokens[message.id] ?? emptyCount(scale));
      continue;
    }
    for (const child of message.children.slice(0, stop)) if (child.type === 'section') before.push(tokens[child.id] ?? emptyCount(scale));
    break;
  }
  return addCounts(before, scale);
}
