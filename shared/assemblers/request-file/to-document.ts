import { breakpoint, image, message, nodeId, omitted, section, tool } from '../../document/builders';
import {
  tiers,
  type CacheBreakpoint,
  type NodeId,
  type PromptDocument,
  type PromptMessage,
  type PromptNode,
  type Tier,
} from '../../document/types';
import { finding, type Finding } from '../../sources/findings';
import { placeIn, rawIn, stringIn, type Body } from './body';
import type { RequestMessage, RequestPart, RequestParts } from './forms';
import { splitText } from './split';

/** Kinds that are shown as they are written, without a remark. */
const knownBlocks = new Set([
  'text',
  'input_text',
  'output_text',
  'image',
  'image_url',
  'input_image',
  'tool_use',
  'tool_result',
  'tool_calls',
  'function_call',
  'function_call_output',
  'thinking',
  'redacted_thinking',
  'document',
  'toolUse',
  'toolResult',
  'functionCall',
  'functionResponse',
  'reasoning',
  'message',
]);

/**
 * A request says nothing about pace, but its breakpoints do: what stands before the first is the slowest tier, and so
 * on; what stands behind the last, or the last user message where there is none, is active.
 */
export function toDocument(
  body: Body,
  request: RequestParts,
): { readonly document: PromptDocument; readonly findings: readonly Finding[] } {
  const findings: Finding[] = [];
  const marks: CacheBreakpoint[] = [];
  const tierNow = tierCounter(request);
  const tools = request.tools.map((each, index) => {
    const id = nodeId('tools', String(index));
    const tier = tierNow.current();
    if (each.mark !== undefined) marks.push(markAt(id, tier, each.mark, tierNow));
    return tool(id, each.name, tier, stringIn(body, each.description), each.schema, body.source.id);
  });
  const messages = request.messages.map((each, index): PromptMessage => {
    const id = each.role === 'system' && index === 0 ? nodeId('system') : nodeId('messages', String(index));
    const first = tierNow.at(index);
    const children = each.parts.flatMap((part, position) =>
      partNodes(body, id, each, part, position, tierNow.at(index), findings, marks, tierNow),
    );
    const purpose =
      each.role === 'system'
        ? 'system'
        : index === request.messages.length - 1 && each.role === 'user'
          ? 'prompt'
          : 'history';
    return message(id, each.role, first, purpose, children);
  });
  return {
    document: {
      irVersion: 1,
      architecture: 'request',
      variant: request.form,
      tools,
      messages,
      breakpoints: marks,
      aside: [],
    },
    findings,
  };
}

interface TierCounter {
  current(): Tier;
  at(message: number): Tier;
  next(): void;
}

function tierCounter(request: RequestParts): TierCounter {
  const total =
    request.tools.filter(({ mark }) => mark !== undefined).length +
    request.messages.reduce((sum, { parts }) => sum + parts.filter(({ mark }) => mark !== undefined).length, 0);
  let passed = 0;
  const cached = (): Tier => tiers[Math.min(passed, 3)] ?? 'L3';
  const current = (): Tier => (total > 0 && passed >= total ? 'active' : cached());
  return {
    current,
    next: () => {
      passed += 1;
    },
    at: (index) => {
      if (total > 0) return current();
      const { length } = request.messages;
      if (request.messages[index]?.role === 'system') return 'L0';
      return index === length - 1 ? 'active' : 'L3';
    },
  };
}

function markAt(id: NodeId, tier: Tier, ttl: '5m' | '1h', counter: TierCounter): CacheBreakpoint {
  counter.next();
  return breakpoint(id, tier === 'active' ? 'L3' : tier, ttl);
}

function partNodes(
  body: Body,
  parent: NodeId,
  owner: RequestMessage,
  part: RequestPart,
  position: number,
  tier: Tier,
  findings: Finding[],
  marks: CacheBreakpoint[],
  counter: TierCounter,
): readonly PromptNode[] {
  const whole = owner.parts.length === 1;
  const id = whole ? parent : nodeId(parent, `part-${position}`);
  const nodes = contentNodes(body, id, part, tier, findings);
  const isLast = position === owner.parts.length - 1;
  if (part.mark !== undefined) marks.push(markAt(isLast ? parent : id, tier, part.mark, counter));
  if (whole || part.image !== undefined) return nodes;
  const name = part.kind === 'text' ? `part ${position + 1}` : part.kind;
  if (nodes.length === 0) return [omitted(id, name, tier, { reason: 'source-empty', source: body.source.id })];
  return [{ ...section(id, name, tier, nodes), part: true }];
}

function contentNodes(
  body: Body,
  id: NodeId,
  part: RequestPart,
  tier: Tier,
  findings: Finding[],
): readonly PromptNode[] {
  if (part.image !== undefined)
    return [image(nodeId(id, 'image'), part.image.mediaType, part.image.data, { source: body.source.id })];
  if (part.text?.kind === 'string') return splitText(id, stringIn(body, part.text), tier);
  if (!knownBlocks.has(part.kind))
    findings.push(
      finding(
        'info',
        'request-unknown-block',
        `The block type "${part.kind}" is shown as it is written`,
        placeIn(body, part.node.span),
      ),
    );
  return [section(nodeId(id, part.kind), part.kind, tier, rawIn(body, part.node))];
}
