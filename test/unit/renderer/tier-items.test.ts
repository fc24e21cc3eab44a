import { describe, expect, it } from 'vitest';
import {
  describeMoves,
  fuzzyMatches,
  moveKind,
  tierItems,
  type TierItem,
} from '../../../renderer/model/sections/tier-items';

const item = (label: string, tier: TierItem['tier'], tokens: number): TierItem => ({
  key: `file:${label}`,
  kind: 'file',
  label,
  tier,
  n: 0,
  threshold: 3,
  tokens,
  why: '',
});
const items = [
  item('relay/feed.go', 'active', 30),
  item('board/timetable.ts', 'L1', 10),
  item('docs/messages.md', 'L3', 20),
];
const names = (list: readonly TierItem[]): readonly string[] => list.map(({ label }) => label);

describe('the items of the Tiers panel', () => {
  it('are found by letters in order', () => {
    expect(fuzzyMatches('bts', 'board/timetable.ts')).toBe(true);
    expect(fuzzyMatches('stb', 'board/timetable.ts')).toBe(false);
    expect(names(tierItems(items, 'feed', 'tier'))).toEqual(['relay/feed.go']);
    expect(names(tierItems(items, 'file bts', 'tier'))).toEqual(['board/timetable.ts']);
    expect(names(tierItems(items, 'l3', 'tier'))).toEqual(['docs/messages.md']);
  });

  it('are sorted by tier, name or size', () => {
    expect(names(tierItems(items, '', 'tier'))).toEqual(['board/timetable.ts', 'docs/messages.md', 'relay/feed.go']);
    expect(names(tierItems(items, '', 'name'))).toEqual(['board/timetable.ts', 'docs/messages.md', 'relay/feed.go']);
    expect(names(tierItems(items, '', 'size'))).toEqual(['relay/feed.go', 'docs/messages.md', 'board/timetable.ts']);
  });

  it('say what a turn did with them', () => {
    const move = (from: TierItem['tier'] | 'none', to: TierItem['tier'] | 'none') => ({
      key: 'file:a',
      from,
      to,
      cause: '',
    });
    expect(
      [move('active', 'L3'), move('L1', 'active'), move('none', 'active'), move('L2', 'none')].map(moveKind),
    ).toEqual(['promoted', 'demoted', 'new', 'dropped']);
    expect(describeMoves([move('active', 'L3'), move('L3', 'L2'), move('L2', 'none')])).toBe('2 promoted, 1 dropped');
    expect(describeMoves([])).toBe('nothing moved');
  });
});
