import { describe, expect, it } from 'vitest';
import { nodeId } from '../../../../../shared/document/builders';
import {
  describeMoves,
  fuzzyMatches,
  moveKind,
  tierSums,
  type TierItem,
} from '../../../../../renderer/model/sections/tier-items';

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
describe('the items of the Tiers panel', () => {
  it('are found by letters in order', () => {
    expect(fuzzyMatches('bts', 'board/timetable.ts')).toBe(true);
    expect(fuzzyMatches('stb', 'board/timetable.ts')).toBe(false);
  });

  it('add up to their tier, each by the count that is shown for it', () => {
    const node = nodeId('user/feed');
    const counts = {
      tokens: { [node]: { tokens: 50, low: 45, high: 55, method: 'estimated', encoding: 'x' } },
    } as const;
    const sent = [{ ...item('relay/feed.go', 'L1', 30), node }, item('board/timetable.ts', 'L1', 10)];
    const sums = (leftOut: readonly (typeof node)[]) =>
      tierSums(sent, counts, new Set(leftOut)).find(({ tier }) => tier === 'L1');
    expect(sums([])).toEqual({ tier: 'L1', tokens: 60, inPrompt: 50, tracked: 40 });
    // What is left out has a node and a count too.
    expect(sums([node])).toEqual({ tier: 'L1', tokens: 60, inPrompt: 0, tracked: 40 });
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
