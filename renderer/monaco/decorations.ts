/** Which lines get which marks: pure, so that it can be tested without an editor. */
import type { CacheBreakpoint, Tier } from '../../shared/document/types';
import { shownRange, type PromptText, type ShownRange } from '../model/prompt-text';

export interface TierRun extends ShownRange {
  readonly tier: Tier;
}

/** Neighbouring leaves of one tier are one run; a run of the frame between two sections takes the tier before it. */
export function tierRuns(text: PromptText): readonly TierRun[] {
  const runs: { start: number; end: number; tier: Tier }[] = [];
  for (const message of text.messages) {
    let last: { start: number; end: number; tier: Tier } | undefined;
    for (const leaf of message.layout.leaves) {
      const { start, end } = shownRange(message, leaf.start, leaf.end);
      const tier = leaf.owner === message.layout.message && leaf.origin.kind === 'frame' && last !== undefined ? last.tier : leaf.tier;
      if (last !== undefined && last.tier === tier) last.end = end;
      else {
        last = { start, end, tier };
        runs.push(last);
      }
    }
  }
  return runs;
}

export interface SectionStart {
  readonly at: number;
  readonly tier: Tier;
}

/** Where the outermost sections begin: there the gutter says the tier in letters. */
export function sectionStarts(text: PromptText): readonly SectionStart[] {
  return text.messages.flatMap((message) => {
    const tops = message.layout.nodes.filter((node) => node.type === 'section' && node.depth === 1);
    return tops.flatMap((node): readonly SectionStart[] => {
      const leaf = message.layout.leaves.find((each) => each.start >= node.start && each.start < node.end);
      return leaf === undefined ? [] : [{ at: shownRange(message, node.start, node.end).start, tier: leaf.tier }];
    });
  });
}

/** Sections as fold ranges, outermost first. */
export function foldRanges(text: PromptText): readonly ShownRange[] {
  return text.messages.flatMap((message) =>
    message.layout.nodes.filter((node) => node.type === 'section').map((node) => shownRange(message, node.start, node.end)),
  );
}

export interface ShownBreakpoint {
  readonly breakpoint: CacheBreakpoint;
  readonly at: number;
}

export function shownBreakpoints(text: PromptText, breakpoints: readonly CacheBreakpoint[]): readonly ShownBreakpoint[] {
  return breakpoints.flatMap((breakpoint) => {
    const range = text.rangeOf(breakpoint.after);
    return range === undefined ? [] : [{ breakpoint, at: range.end }];
  });
}
