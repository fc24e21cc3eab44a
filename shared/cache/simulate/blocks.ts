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
} from '../../document/types';
import { memoByIdentity } from '../../document/memo';
import { append } from '../../sources/text/append';
import { hashText } from './hash';
import { nodeHash } from './node-hash';
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
}

/**
 * Splits each message into its content blocks, and after the sections with a breakpoint, as the exporter does; any
 * other message is one block. A marker inside a tool result counts for the result.
 */
export function requestOf(
  document: PromptDocument,
  analysis: Analysis,
  breakpoints: readonly CacheBreakpoint[] = document.breakpoints,
  parameters: Parameters = {},
): CacheRequest {
  const marked = new Set(breakpoints.map(({ after }) => after));
  const blocks: Block[] = document.tools.map((tool) => {
    const counts = allTools([tool]).flatMap(({ id }) => analysis.tokens[id] ?? []);
    return {
      id: tool.id,
      part: 'tools',
      role: 'tool',
      hash: hashText(wholeToolText(tool)),
      tokens: counts.reduce((sum, { tokens }) => sum + tokens, 0),
      low: counts.reduce((sum, { low }) => sum + low, 0),
      high: counts.reduce((sum, { high }) => sum + high, 0),
      endsMessage: false,
    };
  });
  for (const message of document.messages) append(blocks, messageBlocks(message, analysis, marked));
  const indexOf = indexByNode(blocks);
  const markers = breakpoints.flatMap(({ after, ttl }) => {
    const block = indexOf(after);
    return block === undefined ? [] : [{ block, ttl }];
  });
  return { blocks, markers: markers.toSorted((a, b) => a.block - b.block), parameters };
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

function messageBlocks(message: PromptMessage, analysis: Analysis, marked: ReadonlySet<NodeId>): readonly Block[] {
  const part: RequestPart = message.purpose === 'system' ? 'system' : 'messages';
  const whole = analysis.tokens[message.id];
  const { children } = message;
  if (children.length === 0) return [];
  const isList = children.some(isBlock) || children.every(({ type }) => type === 'image');
  const isCut = (child: PromptNode, index: number): boolean =>
    (isList && index < children.length - 1 && (isBlock(child) || child.type === 'image')) ||
    (child.type !== 'text' && marked.has(child.id));
  const cuts = children.flatMap((child, index) =>
    child.type !== 'text' && isCut(child, index) ? [{ index: index + 1, id: child.id }] : [],
  );
  const blocks: Block[] = [];
  let from = 0;
  const spent = { tokens: 0, low: 0, high: 0 };
  for (const cut of cuts) {
    const nodes = message.children.slice(from, cut.index);
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
      id: cut.id,
      part,
      role: message.role,
      kind: kindOf(nodes),
      hash: contentHash(nodes),
      nodes,
      ...counted,
      endsMessage: false,
    });
    from = cut.index;
  }
  const rest = message.children.slice(from);
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

/** Cached, because requests of one session share most messages. */
const nodeHashText = memoByIdentity((node: PromptNode): string => hashText(nodeHash(node)));

/** Equal if the nodes' texts are pairwise equal. */
function contentHash(nodes: readonly PromptNode[]): string {
  const [only, more] = nodes;
  if (only === undefined || more !== undefined) return hashText(nodes.map(nodeHash).join(' '));
  return nodeHashText(only);
}
