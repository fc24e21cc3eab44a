/** A captured session as it is listed: one row a request, and what is known about the whole. */
import type { TokenCount } from '../../analysis/types';
import { toolsId } from '../../document/tools-message';
import type { NodeId, PromptNode } from '../../document/types';
import type { Block } from '../simulate/blocks';
import type { Usage } from '../usage/usage';
import type { LedgerStep, PredictedUse } from './ledger';
import type { SessionBill } from './session-bill';
import type { MissAnswer, Verdict } from './types';
import type { Waste } from './waste';

export interface SessionRow {
  readonly number: number;
  /** ISO 8601. */
  readonly at: string;
  /** `turn`, `compaction`, `title` and so on. */
  readonly kind: string;
  /** Not part of the conversation. */
  readonly isSide: boolean;
  readonly isSubagent: boolean;
  readonly thread: string | null;
  /** Null if no request could be read. */
  readonly model: string | null;
  /** Input tokens: as reported, else as estimated; null if no request could be read. */
  readonly tokens: TokenCount | null;
  readonly predicted: PredictedUse | null;
  readonly reported: Pick<Usage, 'read' | 'written' | 'uncached' | 'context' | 'output'> | null;
  /** US dollars for input and output; null if not known. */
  readonly cost: number | null;
  /** Milliseconds until the response began and ended; null: not known or not yet. */
  readonly firstByte: number | null;
  readonly ended: number | null;
  readonly status: number | null;
  readonly verdict: Verdict;
  readonly text: string;
  readonly lost: number;
  readonly lostCost: number | null;
  /** What went wrong on the way, and what could not be kept; in words. */
  readonly error: string | null;
  readonly notes: readonly string[];
}

/** What is known about one request. */
export interface RequestAnswer {
  readonly number: number;
  /** The file of the request in the session's folder; null if none was kept. */
  readonly file: string | null;
  readonly row: SessionRow;
  readonly answer: MissAnswer;
  /** The line of the edit in its file, from 1; null if not known. */
  readonly line: number | null;
  /** Why no file of the agent's folder is named. */
  readonly unread?: string;
  /** Tokens up to each cache marker of the request; `isReported` if the provider's numbers say so. */
  readonly markers: readonly { readonly node: string; readonly tokens: number; readonly isReported: boolean }[];
  /**
   * The request in stretches between the places whose tokens are reported; what is behind the last one is fitted. A
   * request that is one stretch has its reported total.
   */
  readonly stretches: readonly RequestStretch[];
}

export interface RequestStretch {
  /** The first and the last block. */
  readonly from: string;
  readonly to: string;
  /** What it is exactly: a tool, all tools, a message, a section. Empty for a sum of several. */
  readonly nodes: readonly NodeId[];
  /** What it ends with, the smallest first. */
  readonly ends: readonly NodeId[];
  readonly blocks: number;
  readonly tokens: number;
  readonly isReported: boolean;
}

/** How far a model's estimates are off, by what the session's responses reported. */
export interface FittedCount {
  readonly modelId: string;
  /** Real tokens per estimated token, between `low` and `high`. */
  readonly ratio: number;
  readonly low: number;
  readonly high: number;
  /** Stretches of text whose tokens are reported exactly. */
  readonly stretches: number;
  readonly reportedTokens: number;
}

export interface SessionSummary {
  readonly bill: SessionBill;
  readonly waste: readonly Waste[];
  readonly counts: readonly FittedCount[];
}

export function tokensOf({ captured, sized }: LedgerStep): TokenCount {
  const { usage, analysis } = captured;
  if (usage?.context == null) return { ...analysis.total, ...sized.total };
  const tokens = usage.context;
  return { tokens, low: tokens, high: tokens, method: 'reported', encoding: 'as reported' };
}

export function stretchesOf({ captured, sized }: LedgerStep): readonly RequestStretch[] {
  const { request, extents, reported } = sized;
  const last = request.blocks.length - 1;
  let [from, tokens] = [0, 0];
  return [...new Set([...[...reported].toSorted((a, b) => a - b), last])].flatMap((block) => {
    const [start, before] = [from, tokens];
    [from, tokens] = [block + 1, extents[block]?.tokens ?? tokens];
    const [first, end] = [request.blocks[start], request.blocks[block]];
    if (first === undefined || end === undefined) return [];
    const isWhole = start === 0 && block === last && captured.usage?.context != null;
    const own = { blocks: block - start + 1, tokens: tokens - before, isReported: isWhole || reported.has(block) };
    return [{ from: first.id, to: end.id, ...own, nodes: nodesOf(request.blocks, start, block), ends: endsOf(end) }];
  });
}

/** The nodes that are these blocks and nothing else. */
function nodesOf(blocks: readonly Block[], from: number, to: number): readonly NodeId[] {
  const own = blocks.slice(from, to + 1);
  const [first, last] = [own[0], own.at(-1)];
  if (first === undefined || last === undefined) return [];
  if (last.part === 'tools')
    return [...(own.length === 1 ? [last.id] : []), ...(own.length === countTools(blocks) ? [toolsId] : [])];
  const [before, nodes] = [blocks[from - 1], first.nodes ?? []];
  const isStart = first.part !== 'tools' && (before === undefined || before.part === 'tools' || before.endsMessage);
  const isMessage = isStart && last.endsMessage && own.filter(({ endsMessage }) => endsMessage).length === 1;
  const [only] = own.length === 1 && nodes.length === 1 ? nodes : [];
  return [...(only === undefined ? [] : idsOf(only)), ...(isMessage ? [last.id] : [])];
}

function endsOf({ id, nodes = [], endsMessage }: Block): readonly NodeId[] {
  const last = nodes.at(-1);
  return [...(last === undefined ? [] : idsOf(last)), ...(nodes.length === 0 || endsMessage ? [id] : [])];
}

function countTools(blocks: readonly Block[]): number {
  return blocks.filter(({ part }) => part === 'tools').length;
}

/** A piece of text has no id. */
function idsOf(node: PromptNode): readonly NodeId[] {
  return node.type === 'text' ? [] : [node.id];
}

export function markersOf({ sized }: LedgerStep): RequestAnswer['markers'] {
  const { request, extents, reported } = sized;
  return request.markers.map(({ block }) => ({
    node: request.blocks[block]?.id ?? '',
    tokens: extents[block]?.tokens ?? 0,
    isReported: reported.has(block),
  }));
}
