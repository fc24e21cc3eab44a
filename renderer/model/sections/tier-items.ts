/** The items of the Tiers panel: filtered, sorted, and what a turn did with them, in words. */
import { byCodePoint } from '../../../shared/document/code-point-order';
import { tiers, type Tier } from '../../../shared/document/types';
import type { Inspection } from '../../../shared/ipc/inspection';

type TiersPanel = NonNullable<Inspection['panels']['tiers']>;

export type TierItem = TiersPanel['items'][number];
export type TierMove = TiersPanel['moves'][number];

export const tierSorts = ['tier', 'name', 'size'] as const;
export type TierSort = (typeof tierSorts)[number];

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

export function tierItems(items: readonly TierItem[], filter: string, sort: TierSort): readonly TierItem[] {
  const words = filter.trim().toLowerCase().split(/\s+/);
  const kept = items.filter(({ tier, kind, label }) =>
    words.every((word) => tier.toLowerCase() === word || kind.startsWith(word) || fuzzyMatches(word, label)),
  );
  if (sort === 'name') return kept.toSorted((a, b) => byCodePoint(a.label, b.label));
  if (sort === 'size') return kept.toSorted((a, b) => b.tokens - a.tokens);
  return kept.toSorted((a, b) => rank(a.tier) - rank(b.tier));
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
