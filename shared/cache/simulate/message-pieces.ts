/** Where a message is cut into content blocks, before they are counted. */
import { memoByIdentity } from '../../basics/memo';
import type { BlockKind, NodeId, PromptMessage, PromptNode } from '../../document/types';
import type { Block } from './blocks';
import { hashText } from './hash';
import { nodeHash } from './node-hash';

/** How finely: at content blocks and breakpoints, or at every section too. */
export type Cut = 'at-breakpoints' | 'at-sections';

export interface Piece extends Omit<Block, 'tokens' | 'low' | 'high' | 'nodes'> {
  readonly nodes: readonly PromptNode[];
}

const noMarks: ReadonlySet<NodeId> = new Set();

/** Kept for each message without a marker, because requests of one session share most of them. */
const unmarked: Readonly<Record<Cut, (message: PromptMessage) => readonly Piece[]>> = {
  'at-breakpoints': memoByIdentity((message) => cutMessage(message, noMarks, 'at-breakpoints')),
  'at-sections': memoByIdentity((message) => cutMessage(message, noMarks, 'at-sections')),
};

export function piecesOf(message: PromptMessage, marked: ReadonlySet<NodeId>, cut: Cut): readonly Piece[] {
  const isMarked = message.children.some((child) => child.type !== 'text' && marked.has(child.id));
  return isMarked ? cutMessage(message, marked, cut) : unmarked[cut](message);
}

function cutMessage(message: PromptMessage, marked: ReadonlySet<NodeId>, cut: Cut): readonly Piece[] {
  const { children, role } = message;
  if (children.length === 0) return [];
  const part = message.purpose === 'system' ? 'system' : 'messages';
  const isList = children.some(isBlock) || children.every(({ type }) => type === 'image');
  const isCut = (child: PromptNode, index: number): boolean =>
    (isList && index < children.length - 1 && (isBlock(child) || child.type === 'image')) ||
    (cut === 'at-sections' && child.type === 'section' && index < children.length - 1) ||
    (child.type !== 'text' && marked.has(child.id));
  const piece = (id: NodeId, nodes: readonly PromptNode[], endsMessage: boolean): Piece => ({
    id,
    part,
    role,
    kind: kindOf(nodes),
    ...(isServers(nodes) ? { isServers: true as const } : {}),
    hash: contentHash(nodes),
    nodes,
    endsMessage,
  });
  const pieces: Piece[] = [];
  let from = 0;
  for (const [index, child] of children.entries()) {
    if (child.type === 'text' || !isCut(child, index)) continue;
    pieces.push(piece(child.id, children.slice(from, index + 1), false));
    from = index + 1;
  }
  pieces.push(piece(message.id, from === 0 ? children : children.slice(from), true));
  return pieces;
}

function isBlock(node: PromptNode): boolean {
  return node.type === 'section' && node.block !== undefined;
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
