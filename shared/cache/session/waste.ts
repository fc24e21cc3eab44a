/** What a session sent without need, each priced over all requests that carried it. */
import { allTools } from '../../document/tool-text';
import type { SectionNode } from '../../document/types';
import { nodeText } from '../../document/walk';
import { memoByIdentity } from '../../basics/memo';
import { hashText } from '../simulate/hash';
import type { Block } from '../simulate/blocks';
import { blockCosts } from './block-cost';
import type { LedgerStep } from './ledger';

/**
 * `unused-tool`: a tool that was never called. `repeated`: the same block more than once in a request. `large-result`:
 * a long tool result that went along with every request after it. `outdated`: the result of a call that was made again
 * later, with the newer result in the same request.
 */
export type WasteKind = 'unused-tool' | 'repeated' | 'large-result' | 'outdated';

export interface Waste {
  readonly kind: WasteKind;
  /** The tool, or the start of the text. */
  readonly name: string;
  /** The request it was first sent with, and its place there. */
  readonly first: number;
  readonly node: string;
  /** Requests that carried it; for a large result also the first one, which needed it. */
  readonly requests: number;
  /** Tokens over all of them. */
  readonly tokens: number;
  /** US dollars over all of them; null if a price is unknown. */
  readonly cost: number | null;
}

const largeResult = 2000;
const mostListed = 50;
/** Shorter blocks repeat by nature: "OK", an empty result. */
const shortRepeat = 100;

type Found = { -readonly [Key in keyof Waste]: Waste[Key] };

/** Costliest first. */
export function wasteOf(steps: readonly LedgerStep[]): readonly Waste[] {
  const found = new Map<string, Found>();
  const called = new Set(steps.flatMap(calledIn));
  for (const step of steps) addWaste(step, called, found);
  return (
    [...found.values()]
      // A large result that only one request carried was needed there.
      .filter(({ kind, requests }) => kind !== 'large-result' || requests > 1)
      .toSorted((a, b) => (b.cost ?? 0) - (a.cost ?? 0) || b.tokens - a.tokens)
      .slice(0, mostListed)
  );
}

function addWaste(step: LedgerStep, called: ReadonlySet<string>, found: Map<string, Found>): void {
  const { captured, sized } = step;
  const { blocks } = sized.request;
  const costAt = blockCosts(step);
  const inThis = new Set<string>();
  const add = (kind: WasteKind, key: string, name: string, block: number): void => {
    const own = block === 0 ? withoutFraming(step) : 1;
    const tokens = Math.round(costAt(block).tokens * own);
    const { cost } = costAt(block);
    const id = `${kind} ${key}`;
    const item = found.get(id) ?? {
      kind,
      name,
      first: captured.number,
      node: blocks[block]?.id ?? '',
      requests: 0,
      tokens: 0,
      cost: 0,
    };
    if (!inThis.has(id)) item.requests += 1;
    inThis.add(id);
    item.tokens += tokens;
    item.cost = item.cost === null || cost === null ? null : item.cost + cost * own;
    found.set(id, item);
  };
  const calls = callsIn(blocks);
  const outdated = outdatedResults(blocks, calls);
  const nameOf = (block: Block): string => calls.get(idOf(block) ?? '')?.shown ?? startOf(block);
  const seen = new Set<string>();
  for (const [index, block] of blocks.entries()) {
    if (block.part === 'tools') {
      const tool = captured.document.tools.find(({ id }) => id === block.id);
      const names = tool === undefined ? [] : allTools([tool]).map(({ name }) => name);
      if (names.length > 0 && !names.some((name) => called.has(name)))
        add('unused-tool', names[0] ?? '', names[0] ?? '', index);
      continue;
    }
    const { tokens } = costAt(index);
    if (tokens >= shortRepeat && seen.has(block.hash)) add('repeated', block.hash, startOf(block), index);
    else if (block.kind === 'tool-result' && outdated.has(index)) add('outdated', block.hash, nameOf(block), index);
    else if (block.kind === 'tool-result' && tokens >= largeResult)
      add('large-result', block.hash, nameOf(block), index);
    seen.add(block.hash);
  }
}

/** The share of the first block that is its own: it carries the framing of the request too. */
function withoutFraming({ captured: { analysis }, sized }: LedgerStep): number {
  const marks = analysis.overheads?.find(({ name }) => name === 'role markers')?.count.tokens ?? 0;
  const whole = sized.request.blocks[0]?.tokens ?? 0;
  return whole === 0 ? 1 : Math.max(0, 1 - (analysis.overhead.tokens - marks) / whole);
}

/** Names of the tools that the conversation shows a call of. */
function calledIn({ sized }: LedgerStep): readonly string[] {
  return sized.request.blocks.flatMap((block) => (block.kind === 'tool-call' ? (callOf(block)?.name ?? []) : []));
}

interface Call {
  readonly id: string | undefined;
  readonly name: string;
  /** Tool and arguments. */
  readonly key: string;
  /** The same, short, for people. */
  readonly shown: string;
}

function callsIn(blocks: readonly Block[]): ReadonlyMap<string, Call> {
  return new Map(
    blocks.flatMap((block) => {
      const call = block.kind === 'tool-call' ? callOf(block) : undefined;
      return call?.id === undefined ? [] : [[call.id, call] as const];
    }),
  );
}

/** Results whose call was made again later, with the same arguments. */
function outdatedResults(blocks: readonly Block[], calls: ReadonlyMap<string, Call>): ReadonlySet<number> {
  const outdated = new Set<number>();
  const last = new Map<string, number>();
  for (const [index, block] of blocks.entries()) {
    const key = block.kind === 'tool-result' ? calls.get(idOf(block) ?? '')?.key : undefined;
    if (key === undefined) continue;
    const before = last.get(key);
    if (before !== undefined) outdated.add(before);
    last.set(key, index);
  }
  return outdated;
}

function callOf(block: Block): Call | undefined {
  const section = sectionOf(block);
  return section === undefined ? undefined : callIn(section);
}

const callIn = memoByIdentity((section: SectionNode): Call => ({
  id: idIn(section),
  name: section.name,
  key: hashText(`${section.name} ${nodeText(section)}`),
  shown: shortened(
    nodeText(section).startsWith(section.name) ? nodeText(section) : `${section.name} ${nodeText(section)}`,
  ),
}));

function idOf(block: Block): string | undefined {
  const section = sectionOf(block);
  return section === undefined ? undefined : idIn(section);
}

function idIn({ block }: SectionNode): string | undefined {
  return /"(?:tool_use_id|toolUseId|tool_call_id|call_id|id)"\s*:\s*"([^"\\]+)"/.exec(block?.fields ?? '')?.[1];
}

function sectionOf({ nodes = [] }: Block): SectionNode | undefined {
  const [only] = nodes;
  return only?.type === 'section' ? only : undefined;
}

const shownStart = 60;

function startOf({ nodes = [] }: Block): string {
  return shortened(nodes.map(nodeText).join(''));
}

function shortened(text: string): string {
  return text
    .slice(0, 10 * shownStart)
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, shownStart);
}
