import type { Analysis } from '../../analysis/types';
import { allTools, wholeToolText } from '../../document/tool-text';
import type {
  BlockKind,
  CacheBreakpoint,
  NodeId,
  PromptDocument,
  PromptMessage,
  PromptNode,
  Role,
  ToolNode,
} from '../../document/types';
import { memoByIdentity } from '../../basics/memo';
import { append } from '../../sources/text/append';
import { hashText } from './hash';
import { nodeHash } from './node-hash';
import { isThinking, unsureOf, type Unsure } from './unsure';
import type { Ttl } from '../packs/rule-pack';

export type RequestPart = 'tools' | 'system' | 'messages';

/** The unit of caching: one content block, in request order. */
export interface Block {
  /** The node it ends with: a tool, a message, or the section before a breakpoint. */
  readonly id: NodeId;
  readonly part: RequestPart;
  readonly role: Role;
  /** Undefined for a tool definition. */
  readonly kind?: BlockKind;
  /** A call or result of the provider's own tools. */
  readonly isServers?: true;
  readonly hash: string;
  readonly tokens: number;
  readonly low: number;
  readonly high: number;
  /** Its nodes, to name the first one that differs; undefined for a tool. */
  readonly nodes?: readonly PromptNode[];
  /** True at the end of a message; only there can an implicit breakpoint be. */
  readonly endsMessage: boolean;
}

export interface Marker {
  /** Index of the block before it. */
  readonly block: number;
  readonly ttl: Ttl;
}

/** Request parameters that are part of the cache key, e.g. `tool_choice`. */
export type Parameters = Readonly<Record<string, string>>;

export interface CacheRequest {
  readonly blocks: readonly Block[];
  readonly markers: readonly Marker[];
  readonly parameters: Parameters;
  /** Thinking of earlier turns that the model does not see: in the body, not in the blocks. */
  readonly leftOut?: readonly NodeId[];
  /** The blocks from which on nobody published what the model sees, and why. */
  readonly unsure?: readonly Unsure[];
}

/** Requests of one session share their tools. */
const toolHash = memoByIdentity((tool: ToolNode) => hashText(wholeToolText(tool)));

/**
 * Splits each message into its content blocks, and after the sections with a breakpoint, as the exporter does; any
 * other message is one block. A marker inside a tool result counts for the result. `cut`: how finely a provider that
 * takes no breakpoints compares requests; then every section is a block of its own.
 */
export function requestOf(
  document: PromptDocument,
  analysis: Analysis,
  breakpoints: readonly CacheBreakpoint[] = document.breakpoints,
  parameters: Parameters = {},
  cut: 'at-breakpoints' | 'at-sections' = 'at-breakpoints',
): CacheRequest {
  const marked = new Set(breakpoints.map(({ after }) => after));
  const blocks: Block[] = document.tools.map((tool) => {
    const counts = allTools([tool]).flatMap(({ id }) => analysis.tokens[id] ?? []);
    return {
      id: tool.id,
      part: 'tools',
      role: 'tool',
      hash: toolHash(tool),
      tokens: counts.reduce((sum, { tokens }) => sum + tokens, 0),
      low: counts.reduce((sum, { low }) => sum + low, 0),
      high: counts.reduce((sum, { high }) => sum + high, 0),
      endsMessage: false,
    };
  });
  const { fate, blocks: thoughts = [] } = analysis.earlierThinking ?? {};
  const earlier = new Set(thoughts);
  const leftOut = fate === 'left-out' ? thoughts : [];
  for (const message of document.messages) {
    const all = messageBlocks(message, analysis, marked, cut);
    append(blocks, leftOut.length === 0 ? all : withoutThinking(all, earlier));
  }
  const indexOf = indexByNode(blocks);
  const placed = breakpoints.flatMap(({ after, ttl, automatic }) => {
    const block = indexOf(after);
    return block === undefined ? [] : [{ block, ttl, isAutomatic: automatic === true }];
  });
  // An automatic marker on a block that has one of its own, also inside a tool result, does nothing.
  const markers = placed
    .filter(({ block, isAutomatic }) => !isAutomatic || !placed.some((own) => own.block === block && !own.isAutomatic))
    .map(({ block, ttl }): Marker => ({ block, ttl }));
  const unsure = unsureOf(blocks, document, analysis);
  return {
    blocks: withOverhead(blocks, document.messages, analysis),
    markers: markers.toSorted((a, b) => a.block - b.block),
    parameters,
    ...(leftOut.length === 0 ? {} : { leftOut }),
    ...(unsure.length === 0 ? {} : { unsure }),
  };
}

/** The blocks of a message without the thinking that the model does not see. The last one left ends the message. */
function withoutThinking(blocks: readonly Block[], earlier: ReadonlySet<NodeId>): readonly Block[] {
  const kept = blocks.filter((block) => !isThinking(block, earlier));
  const [end, last] = [blocks.at(-1), kept.at(-1)];
  if (kept.length === blocks.length || end === undefined || last === undefined || last === end) return kept;
  return [...kept.slice(0, -1), { ...last, id: end.id, endsMessage: true }];
}

/**
 * Adds what belongs to no node, so that the blocks add up to the total shown: role markers to the starts of messages,
 * the tool preamble and the framing to the first block. A message of a turn script has the tokens the script says.
 */
function withOverhead(
  blocks: readonly Block[],
  messages: readonly PromptMessage[],
  { overheads = [], overhead }: Analysis,
): readonly Block[] {
  if (blocks.length === 0 || overhead.high === 0) return blocks;
  const marks = overheads.find(({ name }) => name === 'role markers')?.count;
  const counted = messages.filter(({ id }) => !isOfScript(id)).length;
  const each = (key: Size): number => (marks === undefined || counted === 0 ? 0 : Math.floor(marks[key] / counted));
  const isMarked = ({ part, id }: Block, index: number): boolean => {
    const before = blocks[index - 1];
    return (
      part !== 'tools' && !isOfScript(id) && (before === undefined || before.endsMessage || before.part === 'tools')
    );
  };
  const starts = blocks.filter(isMarked).length;
  const first = (key: Size): number => overhead[key] - starts * each(key);
  return blocks.map((block, index) => {
    const more = (key: Size): number =>
      block[key] + (index === 0 ? first(key) : 0) + (isMarked(block, index) ? each(key) : 0);
    return { ...block, tokens: more('tokens'), low: more('low'), high: more('high') };
  });
}

type Size = 'tokens' | 'low' | 'high';

function isOfScript(id: NodeId): boolean {
  return id.startsWith('turn/');
}

/** The block that ends with a node, or in which it stands: a request may have as many markers as blocks. */
function indexByNode(blocks: readonly Block[]): (id: NodeId) => number | undefined {
  const ends = new Map<string, number>();
  const inside = new Map<string, number>();
  for (const [index, { id, nodes = [] }] of blocks.entries()) {
    if (!ends.has(id)) ends.set(id, index);
    for (const node of nodes) if (node.type === 'section' && node.block !== undefined) inside.set(node.id, index);
  }
  return (id) => {
    const end = ends.get(id);
    if (end !== undefined) return end;
    for (let slash = id.lastIndexOf('/'); slash > 0; slash = id.lastIndexOf('/', slash - 1)) {
      const holder = inside.get(id.slice(0, slash));
      if (holder !== undefined) return holder;
    }
    return undefined;
  };
}

function isBlock(node: PromptNode): boolean {
  return node.type === 'section' && node.block !== undefined;
}

function messageBlocks(
  message: PromptMessage,
  analysis: Analysis,
  marked: ReadonlySet<NodeId>,
  cut: 'at-breakpoints' | 'at-sections',
): readonly Block[] {
  const part: RequestPart = message.purpose === 'system' ? 'system' : 'messages';
  const whole = analysis.tokens[message.id];
  const { children } = message;
  if (children.length === 0) return [];
  const isList = children.some(isBlock) || children.every(({ type }) => type === 'image');
  const isCut = (child: PromptNode, index: number): boolean =>
    (isList && index < children.length - 1 && (isBlock(child) || child.type === 'image')) ||
    (cut === 'at-sections' && child.type === 'section' && index < children.length - 1) ||
    (child.type !== 'text' && marked.has(child.id));
  const cuts = children.flatMap((child, index) =>
    child.type !== 'text' && isCut(child, index) ? [{ index: index + 1, id: child.id }] : [],
  );
  const blocks: Block[] = [];
  let from = 0;
  const spent = { tokens: 0, low: 0, high: 0 };
  for (const place of cuts) {
    const nodes = message.children.slice(from, place.index);
    const counted = nodes.reduce(
      (sum, node) => {
        const count = node.type === 'section' || node.type === 'image' ? analysis.tokens[node.id] : undefined;
        return {
          tokens: sum.tokens + (count?.tokens ?? 0),
          low: sum.low + (count?.low ?? 0),
          high: sum.high + (count?.high ?? 0),
        };
      },
      { tokens: 0, low: 0, high: 0 },
    );
    spent.tokens += counted.tokens;
    spent.low += counted.low;
    spent.high += counted.high;
    blocks.push({
      id: place.id,
      part,
      role: message.role,
      kind: kindOf(nodes),
      ...(isServers(nodes) ? { isServers: true as const } : {}),
      hash: contentHash(nodes),
      nodes,
      ...counted,
      endsMessage: false,
    });
    from = place.index;
  }
  const rest = from === 0 ? children : children.slice(from);
  const left = {
    tokens: (whole?.tokens ?? 0) - spent.tokens,
    low: (whole?.low ?? 0) - spent.low,
    high: (whole?.high ?? 0) - spent.high,
  };
  blocks.push({
    id: message.id,
    part,
    role: message.role,
    kind: kindOf(rest),
    ...(isServers(rest) ? { isServers: true as const } : {}),
    hash: contentHash(rest),
    nodes: rest,
    ...left,
    endsMessage: true,
  });
  return blocks;
}

function kindOf(nodes: readonly PromptNode[]): BlockKind {
  const [only, more] = nodes;
  if (only === undefined || more !== undefined) return 'text';
  if (only.type === 'image') return 'image';
  return only.type === 'section' ? (only.block?.kind ?? 'text') : 'text';
}

/** What the provider's own tools did is no part of a run of calls or results. */
function isServers([only, more]: readonly PromptNode[]): boolean {
  return more === undefined && only?.type === 'section' && /^server_|._tool_result$/.test(only.block?.type ?? '');
}

/** Cached, because requests of one session share most messages. */
const nodeHashText = memoByIdentity((node: PromptNode): string => hashText(nodeHash(node)));

/** Equal if the nodes' texts are pairwise equal. Requests of one session share such lists, so most are hashed once. */
const contentHash = memoByIdentity((nodes: readonly PromptNode[]): string => {
  const [only, more] = nodes;
  if (only === undefined || more !== undefined) return hashText(nodes.map(nodeHash).join(' '));
  return nodeHashText(only);
});
