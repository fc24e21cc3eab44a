import { breakpoint, image, message, nodeId, omitted, section, tool } from '../../document/builders';
import type {
  CacheBreakpoint,
  NodeId,
  OmittedNode,
  PromptDocument,
  PromptMessage,
  PromptNode,
  RequestForm,
  Role,
  TextNode,
  Tier,
  ToolNode,
} from '../../document/types';
import type { ConfigNode } from '../../sources/config/config-node';
import type { Finding } from '../../sources/findings';
import { append } from '../../sources/text/append';
import { modelOfAddress, providerOfAddress, withoutSecrets } from '../address';
import { bodyText, rawIn, stringIn, type Body } from '../body';
import { formOf, readForm } from '../form';
import type { Lifetime, ReadBlock, ReadMessage, ReadParts, ReadTool } from '../read-types';
import { findingsOf, withinLimits } from './request-findings';
import { splitText } from './split';
import { marksOfBlocks, marksOfTools, tierCounter, type TierCounter } from './tier-counter';

export interface ReadDocument {
  readonly document: PromptDocument;
  readonly findings: readonly Finding[];
}

/** A message and the breakpoints in it. */
export interface BuiltMessage {
  readonly message: PromptMessage;
  readonly marks: readonly CacheBreakpoint[];
}

export interface BuiltTools {
  readonly tools: readonly ToolNode[];
  readonly marks: readonly CacheBreakpoint[];
}

/** What the requests of one session share; `make` is called only for new parts. */
export interface Sharing {
  /** The role of a reused message, whose JSON was not parsed again. */
  roleOf(node: ConfigNode): Role | undefined;
  /** The number of markers in a reused message, and in all tools. */
  marksOf(node: ConfigNode): number | undefined;
  marksOfTools(): number | undefined;
  /** `tiers`: the tier before the message and after each of its markers. They depend on the rest of the request. */
  message(
    read: ReadMessage,
    index: number,
    tiers: readonly Tier[],
    make: (read: ReadMessage, body: Body) => BuiltMessage,
  ): BuiltMessage;
  tools(
    read: readonly ReadTool[],
    tiers: readonly Tier[],
    make: (read: readonly ReadTool[], body: Body) => BuiltTools,
  ): BuiltTools;
}

/** Turns a request into a document. Unknown facts are null; content that cannot be shown becomes a finding. */
export function toDocument(body: Body, form: RequestForm, sharing?: Sharing): ReadDocument {
  const whole = readForm(body.root, form);
  const parts = withinLimits(whole);
  const build = new Build(body, parts, sharing);
  const tools = build.tools();
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
      aside: notRecorded(body),
      sent: {
        form,
        model: named(body, parts) ?? null,
        provider: (address === undefined ? undefined : providerOfAddress(address)) ?? parts.provider ?? null,
        at: body.at ?? null,
        address: address === undefined ? null : withoutSecrets(address),
        ...(body.rebuilt === undefined ? {} : { rebuiltFrom: body.rebuilt.from }),
        ...(sharing === undefined ? { text: bodyText(body) } : {}),
      },
    },
    findings: findingsOf(body, form, parts, whole),
  };
}

function notRecorded({ rebuilt }: Body): readonly OmittedNode[] {
  return (rebuilt?.notRecorded ?? []).map((name) =>
    omitted(nodeId('not-recorded', name), name, 'L0', { reason: 'not-recorded', log: rebuilt?.from ?? 'log' }),
  );
}

/** The model of a body, from the body, its URL or the metadata. */
export function modelOf(body: Body): string | undefined {
  const form = formOf(body);
  return form === undefined ? undefined : named(body, readForm(body.root, form));
}

function named({ address, model }: Body, parts: ReadParts): string | undefined {
  return parts.model ?? (address === undefined ? undefined : modelOfAddress(address)) ?? model;
}

/**
 * Returns the last block that can be cached, if the request asks for an automatic breakpoint and the block has none.
 * Thinking and empty texts cannot be cached.
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

/** True for system text before the conversation: a preamble, or the first message. */
function isFirstWord({ isPreamble, role }: ReadMessage, index: number): boolean {
  return isPreamble === true || (index === 0 && (role === 'system' || role === 'developer'));
}

/** The only block of a message has the message's id. */
function blockId(message: NodeId, count: number, index: number): NodeId {
  return count === 1 ? message : nodeId(message, `block-${index}`);
}

class Build {
  readonly marks: CacheBreakpoint[] = [];
  readonly tiers: TierCounter;
  #body: Body;
  readonly #parts: ReadParts;
  readonly #sharing: Sharing | undefined;
  #found: CacheBreakpoint[] = [];

  constructor(body: Body, parts: ReadParts, sharing: Sharing | undefined) {
    this.#body = body;
    this.#parts = parts;
    this.#sharing = sharing;
    this.tiers = tierCounter(parts, sharing);
  }

  tools(): readonly ToolNode[] {
    const make = (read: readonly ReadTool[], body: Body): BuiltTools => {
      this.#found = [];
      this.#body = body;
      const tools = read.map((each, index) => this.#tool(each, nodeId('tools', String(index))));
      return { tools, marks: this.#found };
    };
    const [read, body] = [this.#parts.tools, this.#body];
    const count = this.#sharing?.marksOfTools() ?? marksOfTools(read);
    const tiersHere = Array.from({ length: count + 1 }, (_, mark) => this.tiers.behind(mark));
    const { tools, marks } = this.#sharing?.tools(read, tiersHere, make) ?? make(read, body);
    this.#body = body;
    this.tiers.goTo(marks.length);
    append(this.marks, marks);
    return tools;
  }

  #tool(read: ReadTool, id: NodeId): ToolNode {
    const tier = this.tiers.current();
    const made = tool(id, read.name, tier, stringIn(this.#body, read.description), read.schema, this.#body.source.id);
    const inner = read.tools?.map((each, index) => this.#tool(each, nodeId(id, String(index))));
    const definition = rawIn(this.#body, read.node, inner === undefined ? 'markers' : 'markers and tools');
    const node: ToolNode = {
      ...made,
      ...(read.kind === undefined ? {} : { kind: read.kind }),
      definition: read.isEntry === true ? [brace('{'), ...definition, brace('}')] : definition,
      ...(inner === undefined ? {} : { tools: inner }),
    };
    if (read.mark !== undefined) this.#mark(id, tier, read.mark);
    return node;
  }

  message(read: ReadMessage, index: number): PromptMessage {
    const isLast = index === this.#parts.messages.length - 1;
    const [before, body] = [this.tiers.passed(), this.#body];
    const make = (from: ReadMessage, within: Body): BuiltMessage => {
      this.#found = [];
      this.#body = within;
      this.tiers.goTo(before);
      const message = this.#message(from, index);
      return { message, marks: this.#found };
    };
    const count = this.#sharing?.marksOf(read.node) ?? marksOfBlocks(read.blocks);
    const tiers = Array.from({ length: count + 1 }, (_, mark) => this.tiers.at(index, before + mark));
    const built = this.#sharing?.message(read, index, tiers, make) ?? make(read, body);
    this.#body = body;
    this.tiers.goTo(before + built.marks.length);
    append(this.marks, built.marks);
    const { message } = built;
    const purpose = message.purpose === 'system' ? 'system' : isLast && message.role === 'user' ? 'prompt' : 'history';
    return message.purpose === purpose ? message : { ...message, purpose };
  }

  #message(read: ReadMessage, index: number): PromptMessage {
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
    const made = message(id, read.role, first, isFirst ? 'system' : 'history', children);
    return read.fields === undefined ? made : { ...made, fields: read.fields };
  }

  #mark(after: NodeId, tier: Tier, lifetime: Lifetime): void {
    this.tiers.goTo(this.tiers.passed() + 1);
    this.#found.push(breakpoint(after, tier === 'active' ? 'L3' : tier, lifetime));
  }

  /** `isWhole`: the block is the whole message, so text needs no section. */
  #block(read: ReadBlock, id: NodeId, isWhole: boolean, tier: Tier): readonly PromptNode[] {
    if (read.image !== undefined) {
      const { mediaType, data } = read.image;
      const name = isWhole ? nodeId(id, 'image') : id;
      return [image(name, mediaType, data, { fields: read.fields })];
    }
    const isBare = isWhole && read.kind === 'text' && read.fields === '{}';
    const own = isWhole && !isBare ? nodeId(id, 'block-0') : id;
    const children = read.content.flatMap((content, index): readonly PromptNode[] => {
      if ('frame' in content) return [{ type: 'text', value: content.frame, origin: { kind: 'frame' } }];
      if ('raw' in content) return rawIn(this.#body, content.raw, content.isBlock === true ? 'markers' : 'nothing');
      if ('text' in content) return this.#text(read, content.text, own, index, tier);
      const inner = nodeId(own, `block-${index}`);
      const nodes = this.#block(content.block, inner, false, tier);
      if (content.block.mark !== undefined) this.#mark(inner, tier, content.block.mark);
      return nodes;
    });
    if (isBare) return children;
    const made = section(own, read.name, tier, children);
    return [{ ...made, block: { kind: read.kind, type: read.type, fields: read.fields } }];
  }

  /** The arguments of a call are JSON, so they are not split at headings or tags. */
  #text(read: ReadBlock, node: ReadBlock['node'], id: NodeId, index: number, tier: Tier): readonly PromptNode[] {
    const rope: readonly TextNode[] = stringIn(this.#body, node);
    if (read.kind === 'tool-call') return rope;
    return splitText(read.content.length === 1 ? id : nodeId(id, `text-${index}`), rope, tier);
  }
}

function brace(value: '{' | '}'): TextNode {
  return { type: 'text', value, origin: { kind: 'frame' } };
}
