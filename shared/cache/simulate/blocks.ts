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
import { piecesOf, type Cut, type Piece } from './message-pieces';
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
  cut: Cut = 'at-breakpoints',
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
    const isStart = isMarked(block, index);
    if (index > 0 && !isStart) return block;
    const more = (key: Size): number => block[key] + (index === 0 ? first(key) : 0) + (isStart ? each(key) : 0);
    return { ...block, tokens: more('tokens'), low: more('low'), high: more('high') };
  });
}

const sizes = ['tokens', 'low', 'high'] as const;
type Size = (typeof sizes)[number];

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

function messageBlocks(
  message: PromptMessage,
  analysis: Analysis,
  marked: ReadonlySet<NodeId>,
  cut: Cut,
): readonly Block[] {
  const whole = analysis.tokens[message.id];
  const left = { tokens: whole?.tokens ?? 0, low: whole?.low ?? 0, high: whole?.high ?? 0 };
  return piecesOf(message, marked, cut).map((piece): Block => {
    // The last block has what the others leave.
    if (piece.endsMessage) return blockOf(piece, left);
    const counted = { tokens: 0, low: 0, high: 0 };
    for (const node of piece.nodes) {
      const count = node.type === 'section' || node.type === 'image' ? analysis.tokens[node.id] : undefined;
      for (const size of sizes) counted[size] += count?.[size] ?? 0;
    }
    for (const size of sizes) left[size] -= counted[size];
    return blockOf(piece, counted);
  });
}

/** Written out: spreading thousands of objects takes three times as long. */
function blockOf(
  { id, part, role, kind, isServers, hash, nodes, endsMessage }: Piece,
  { tokens, low, high }: Readonly<Record<Size, number>>,
): Block {
  const block = { id, part, role, kind, hash, tokens, low, high, nodes, endsMessage };
  return isServers === true ? { ...block, isServers } : block;
}
