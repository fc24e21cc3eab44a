import { breakpoint, image, message, nodeId, section, tool } from '../document/builders';
import {
  tiers,
  type CacheBreakpoint,
  type NodeId,
  type PromptDocument,
  type PromptMessage,
  type PromptNode,
  type RequestForm,
  type TextNode,
  type Tier,
  type ToolNode,
} from '../document/types';
import { finding, type Finding } from '../sources/findings';
import { modelOfAddress, providerOfAddress, withoutSecrets } from './address';
import { bodyText, placeIn, rawIn, stringIn, type Body } from './body';
import { formOf, readForm } from './form';
import type { Lifetime, ReadBlock, ReadMessage, ReadParts, ReadTool } from './read-types';
import { splitText } from './split';

export interface ReadDocument {
  readonly document: PromptDocument;
  readonly findings: readonly Finding[];
}

/** The request as a document; what cannot be known of it is null, and what cannot be shown is a finding. */
export function toDocument(body: Body, form: RequestForm): ReadDocument {
  const parts = readForm(body.root, form);
  const build = new Build(body, parts);
  const tools = parts.tools.map((each, index) => build.tool(each, nodeId('tools', String(index))));
  const messages = parts.messages.map((each, index) => build.message(each, index));
  const automatic = automaticBreakpoint(parts, messages, build);
  const { address } = body;
  return {
    document: {
      irVersion: 2,
      architecture: 'request',
      variant: form,
      parameters: parts.parameters,
      tools,
      messages,
      breakpoints: [...build.marks, ...automatic],
      aside: [],
      sent: {
        form,
        model: named(body, parts) ?? null,
        provider: (address === undefined ? undefined : providerOfAddress(address)) ?? parts.provider ?? null,
        at: body.at ?? null,
        address: address === undefined ? null : withoutSecrets(address),
        text: bodyText(body),
      },
    },
    findings: [...unknownBlocks(body, parts), ...continued(body, parts)],
  };
}

/** The model a body is for, as far as the body, its address or what is around it says. */
export function modelOf(body: Body): string | undefined {
  const form = formOf(body);
  return form === undefined ? undefined : named(body, readForm(body.root, form));
}

function named({ address, model }: Body, parts: ReadParts): string | undefined {
  return parts.model ?? (address === undefined ? undefined : modelOfAddress(address)) ?? model;
}

/** One finding for all blocks of a type: a long conversation may have hundreds. */
function unknownBlocks(body: Body, parts: ReadParts): readonly Finding[] {
  const byType = new Map<string, ReadBlock[]>();
  const see = (block: ReadBlock): void => {
    if (block.kind === 'opaque') {
      const others = byType.get(block.type);
      if (others === undefined) byType.set(block.type, [block]);
      else others.push(block);
    }
    for (const each of block.content) if ('block' in each) see(each.block);
  };
  for (const { blocks } of parts.messages) for (const block of blocks) see(block);
  return [...byType].flatMap(([type, [first, ...more]]) =>
    first === undefined
      ? []
      : [
          finding(
            'info',
            'request-unknown-block',
            `The block type "${type}" is shown as it was sent${more.length === 0 ? '' : `; there are ${more.length + 1}`}`,
            placeIn(body, first.node.span),
          ),
        ],
  );
}

/** A request that names an earlier one shows only what it adds. */
function continued(body: Body, parts: ReadParts): readonly Finding[] {
  const earlier = ['previous_response_id', 'conversation', 'cachedContent', 'cached_content'];
  return parts.parameters
    .filter(({ name, value }) => earlier.includes(name) && value !== 'null')
    .map(({ name }) =>
      finding(
        'warning',
        'request-continues',
        name.startsWith('cached')
          ? `${name} names a prefix that the provider keeps: it is not part of this body, so it is not shown or counted`
          : `${name} names an earlier request that is not in this body: what it holds is not shown or counted`,
        placeIn(body, body.root.span),
      ),
    );
}

/**
 * The last block that can be cached, where the request asks for a breakpoint there and it has none of its own. Thinking
 * and empty texts cannot be marked.
 */
function automaticBreakpoint(
  parts: ReadParts,
  messages: readonly PromptMessage[],
  build: Build,
): readonly CacheBreakpoint[] {
  if (parts.automatic === undefined) return [];
  for (const [at, each] of [...messages.entries()].toReversed()) {
    const blocks = parts.messages[at]?.blocks ?? [];
    const last = blocks.findLastIndex(({ kind, content, image: pixels }) =>
      kind === 'thinking' ? false : content.length > 0 || pixels !== undefined,
    );
    if (last === -1) continue;
    const after = last === blocks.length - 1 ? each.id : blockId(each.id, blocks.length, last);
    if (build.marks.some((mark) => mark.after === after)) return [];
    const tier = build.tiers.current();
    return [{ ...breakpoint(after, tier === 'active' ? 'L3' : tier, parts.automatic), automatic: true }];
  }
  return [];
}

/** What is said before the conversation: apart from it, or as its first message. */
function isFirstWord({ isPreamble, role }: ReadMessage, index: number): boolean {
  return isPreamble === true || (index === 0 && (role === 'system' || role === 'developer'));
}

/** A message of one block is that block. */
function blockId(message: NodeId, count: number, index: number): NodeId {
  return count === 1 ? message : nodeId(message, `block-${index}`);
}

class Build {
  readonly marks: CacheBreakpoint[] = [];
  readonly tiers: TierCounter;
  readonly #body: Body;
  readonly #parts: ReadParts;

  constructor(body: Body, parts: ReadParts) {
    this.#body = body;
    this.#parts = parts;
    this.tiers = tierCounter(parts);
  }

  tool(read: ReadTool, id: NodeId): ToolNode {
    const tier = this.tiers.current();
    const made = tool(id, read.name, tier, stringIn(this.#body, read.description), read.schema, this.#body.source.id);
    const inner = read.tools?.map((each, index) => this.tool(each, nodeId(id, String(index))));
    const node: ToolNode = {
      ...made,
      ...(read.kind === undefined ? {} : { kind: read.kind }),
      definition: rawIn(this.#body, read.node, inner === undefined ? undefined : 'tools'),
      ...(inner === undefined ? {} : { tools: inner }),
    };
    if (read.mark !== undefined) this.#mark(id, tier, read.mark);
    return node;
  }

  message(read: ReadMessage, index: number): PromptMessage {
    const isFirst = isFirstWord(read, index);
    const id = isFirst ? nodeId('system') : nodeId('messages', String(index));
    const first = this.tiers.at(index);
    const children = read.blocks.flatMap((block, position) => {
      const own = blockId(id, read.blocks.length, position);
      const nodes = this.#block(block, own, own === id, this.tiers.at(index));
      const isLast = position === read.blocks.length - 1;
      if (block.mark !== undefined) this.#mark(isLast ? id : own, this.tiers.at(index), block.mark);
      return nodes;
    });
    const isLast = index === this.#parts.messages.length - 1;
    const purpose = isFirst ? 'system' : isLast && read.role === 'user' ? 'prompt' : 'history';
    const made = message(id, read.role, first, purpose, children);
    return read.fields === undefined ? made : { ...made, fields: read.fields };
  }

  #mark(after: NodeId, tier: Tier, lifetime: Lifetime): void {
    this.tiers.next();
    this.marks.push(breakpoint(after, tier === 'active' ? 'L3' : tier, lifetime));
  }

  /** `isWhole`: the message is this block, and a text needs no section of its own. */
  #block(read: ReadBlock, id: NodeId, isWhole: boolean, tier: Tier): readonly PromptNode[] {
    if (read.image !== undefined) {
      const { mediaType, data } = read.image;
      return [image(nodeId(id, 'image'), mediaType, data, { source: this.#body.source.id, fields: read.fields })];
    }
    const children = read.content.flatMap((content, index): readonly PromptNode[] => {
      if ('frame' in content) return [{ type: 'text', value: content.frame, origin: { kind: 'frame' } }];
      if ('raw' in content) return rawIn(this.#body, content.raw);
      if ('text' in content) return this.#text(read, content.text, id, index, tier);
      const inner = nodeId(id, `block-${index}`);
      const nodes = this.#block(content.block, inner, false, tier);
      if (content.block.mark !== undefined) this.#mark(inner, tier, content.block.mark);
      return nodes;
    });
    if (isWhole && read.kind === 'text' && read.fields === '{}') return children;
    const own = isWhole ? nodeId(id, 'block-0') : id;
    const made = section(own, read.name, tier, children);
    return [{ ...made, block: { kind: read.kind, type: read.type, fields: read.fields } }];
  }

  /** The arguments of a call are JSON, and no headings or tags cut them. */
  #text(read: ReadBlock, node: ReadBlock['node'], id: NodeId, index: number, tier: Tier): readonly PromptNode[] {
    const rope: readonly TextNode[] = stringIn(this.#body, node);
    if (read.kind === 'tool-call') return rope;
    return splitText(read.content.length === 1 ? id : nodeId(id, `text-${index}`), rope, tier);
  }
}

interface TierCounter {
  current(): Tier;
  at(message: number): Tier;
  next(): void;
}

/**
 * A request says nothing about pace, but its breakpoints do: what stands before the first is the slowest tier, and so
 * on; what stands behind the last, or the last user message where there is none, is active.
 */
function tierCounter(request: ReadParts): TierCounter {
  const total =
    marksOfTools(request.tools) + request.messages.reduce((sum, { blocks }) => sum + marksOfBlocks(blocks), 0);
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
      const message = request.messages[index];
      if (message?.role === 'system' || message?.role === 'developer') return 'L0';
      return index === length - 1 ? 'active' : 'L3';
    },
  };
}

function marksOfTools(tools: readonly ReadTool[]): number {
  return tools.reduce((sum, { mark, tools: inner }) => sum + Number(mark !== undefined) + marksOfTools(inner ?? []), 0);
}

function marksOfBlocks(blocks: readonly ReadBlock[]): number {
  return blocks.reduce(
    (sum, { mark, content }) =>
      sum +
      Number(mark !== undefined) +
      marksOfBlocks(content.flatMap((each) => ('block' in each ? [each.block] : []))),
    0,
  );
}
