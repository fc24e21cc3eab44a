/** Assigns a tier to each part of a request. Breakpoints are the only information about how often a part changes. */
import { tiers, type Tier } from '../../document/types';
import type { ReadBlock, ReadParts, ReadTool } from '../read-types';
import type { Sharing } from './to-document';

export interface TierCounter {
  /** Number of markers so far. */
  passed(): number;
  goTo(passed: number): void;
  current(): Tier;
  behind(passed: number): Tier;
  /** The tier of a message after `passed` markers. */
  at(message: number, passed?: number): Tier;
}

/**
 * Text before the first breakpoint is in the most stable tier, and so on; text after the last one is active. Without
 * breakpoints, system messages are L0, the last message is active, and the others are L3.
 */
export function tierCounter(request: ReadParts, sharing: Sharing | undefined): TierCounter {
  const total =
    (sharing?.marksOfTools() ?? marksOfTools(request.tools)) +
    request.messages.reduce((sum, { node, blocks }) => sum + (sharing?.marksOf(node) ?? marksOfBlocks(blocks)), 0);
  let now = 0;
  const tierBehind = (passed: number): Tier =>
    total > 0 && passed >= total ? 'active' : (tiers[Math.min(passed, 3)] ?? 'L3');
  return {
    passed: () => now,
    goTo: (passed) => {
      now = passed;
    },
    current: () => tierBehind(now),
    behind: tierBehind,
    at: (index, passed = now) => {
      if (total > 0) return tierBehind(passed);
      const message = request.messages[index];
      const role = (message === undefined ? undefined : sharing?.roleOf(message.node)) ?? message?.role;
      if (role === 'system' || role === 'developer') return 'L0';
      return index === request.messages.length - 1 ? 'active' : 'L3';
    },
  };
}

export function marksOfTools(tools: readonly ReadTool[]): number {
  return tools.reduce((sum, { mark, tools: inner }) => sum + Number(mark !== undefined) + marksOfTools(inner ?? []), 0);
}

export function marksOfBlocks(blocks: readonly ReadBlock[]): number {
  return blocks.reduce(
    (sum, { mark, content }) =>
      sum +
      Number(mark !== undefined) +
      marksOfBlocks(content.flatMap((each) => ('block' in each ? [each.block] : []))),
    0,
  );
}
