/** The items of the Tiers panel, their sums, and what a turn did with them, in words. */
import type { Analysis } from '../../../shared/analysis/types';
import { tiers, type NodeId, type Tier } from '../../../shared/document/types';
import type { Inspection } from '../../../shared/ipc/inspection/inspection';

type TiersPanel = NonNullable<Inspection['panels']['tiers']>;

export type TierItem = TiersPanel['items'][number];
export type TierMove = TiersPanel['moves'][number];

/** Matches the needle's letters in order, anywhere: `bts` finds `board/timetable.ts`. */
export function fuzzyMatches(needle: string, text: string): boolean {
  const wanted = needle.toLowerCase();
  const within = text.toLowerCase();
  let at = 0;
  for (const letter of wanted) {
    const found = within.indexOf(letter, at);
    if (found === -1) return false;
    at = found + letter.length;
  }
  return true;
}

/** Tokens of an item: by the chosen model if it is sent, else by the design's own rule. */
export function tokensOf({ node, tokens }: TierItem, { tokens: counts }: Pick<Analysis, 'tokens'>): number {
  return (node === undefined ? undefined : counts[node]?.tokens) ?? tokens;
}

export interface TierSum {
  readonly tier: Tier;
  /** Of its rows, as they are shown. */
  readonly tokens: number;
  /** How many of these are in the prompt: an item that is not sent is tracked all the same. */
  readonly inPrompt: number;
  /** By the design's own rule, which its target is about. */
  readonly tracked: number;
}

/** `leftOut`: nodes that are not sent. */
export function tierSums(
  items: readonly TierItem[],
  analysis: Pick<Analysis, 'tokens'>,
  leftOut: ReadonlySet<NodeId>,
): readonly TierSum[] {
  return tiers.map((tier) => {
    const own = items.filter((item) => item.tier === tier);
    return {
      tier,
      tokens: own.reduce((sum, item) => sum + tokensOf(item, analysis), 0),
      inPrompt: own.reduce(
        (sum, item) => sum + (item.node === undefined || leftOut.has(item.node) ? 0 : tokensOf(item, analysis)),
        0,
      ),
      tracked: own.reduce((sum, item) => sum + item.tokens, 0),
    };
  });
}

export type MoveKind = 'promoted' | 'demoted' | 'new' | 'dropped';

export function moveKind({ from, to }: TierMove): MoveKind {
  if (from === 'none') return 'new';
  if (to === 'none') return 'dropped';
  return rank(to) < rank(from) ? 'promoted' : 'demoted';
}

/** “2 promoted, 1 dropped”. */
export function describeMoves(moves: readonly TierMove[]): string {
  if (moves.length === 0) return 'nothing moved';
  const kinds: readonly MoveKind[] = ['promoted', 'demoted', 'new', 'dropped'];
  return kinds
    .flatMap((kind) => {
      const count = moves.filter((move) => moveKind(move) === kind).length;
      return count === 0 ? [] : [`${count} ${kind}`];
    })
    .join(', ');
}

function rank(tier: Tier): number {
  return tiers.indexOf(tier);
}
