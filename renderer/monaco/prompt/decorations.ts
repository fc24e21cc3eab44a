/** Which lines get which marks. Pure, so that it can be tested without an editor. */
import type { LeafSpan, MessageLayout } from '../../../shared/document/layout';
import { toolsId } from '../../../shared/document/tools-message';
import type { CacheBreakpoint, Tier } from '../../../shared/document/types';
import { shownRange, type PromptText, type ShownMessage, type ShownRange } from '../../model/prompt/prompt-text';
import { eachSection } from '../../model/prompt/prompt-tree';

export interface TierRun extends ShownRange {
  readonly tier: Tier;
}

/**
 * Neighbouring leaves of one tier form one run; frame text between two sections takes the tier before it. Only leaves
 * that overlap or touch the characters `from` to `to` are examined.
 */
export function tierRuns(text: PromptText, from = 0, to = text.length): readonly TierRun[] {
  return messagesIn(text, from, to).flatMap((message) => {
    const { layout } = message;
    const runs: { start: number; end: number; tier: Tier }[] = [];
    const until = rawAt(message, to);
    let at = rawAt(message, from) - 1;
    while (at > 0 && isBetween(layout.leafAt(at), layout)) at = (layout.leafAt(at)?.start ?? 0) - 1;
    for (
      let leaf = layout.leafAt(Math.max(0, at));
      leaf !== undefined;
      leaf = leaf.start > until ? undefined : layout.leafAt(leaf.end)
    ) {
      const { start, end } = shownRange(message, leaf.start, leaf.end);
      const last = runs.at(-1);
      const tier = last !== undefined && isBetween(leaf, layout) ? last.tier : leaf.tier;
      if (last !== undefined && last.tier === tier) last.end = end;
      else runs.push({ start, end, tier });
    }
    return runs;
  });
}

function isBetween(leaf: LeafSpan | undefined, layout: MessageLayout): boolean {
  return leaf !== undefined && leaf.owner === layout.message && leaf.origin.kind === 'frame';
}

function messagesIn(text: PromptText, from: number, to: number): readonly ShownMessage[] {
  return text.messages.slice(text.indexAt(from), text.indexAt(to) + 1);
}

function rawAt(message: ShownMessage, shown: number): number {
  return message.text.toRaw(Math.max(0, Math.min(message.text.length, shown - message.start)));
}

export interface SectionStart {
  readonly at: number;
  readonly tier: Tier;
}

/** Where the outermost sections begin, from `from` to `to`. The gutter shows the tier letters there. */
export function sectionStarts(text: PromptText, from = 0, to = text.length): readonly SectionStart[] {
  return messagesIn(text, from, to).flatMap((message) => {
    const starts: SectionStart[] = [];
    eachSection(message.message, rawAt(message, from), rawAt(message, to), (_section, start, end, depth) => {
      const leaf = depth === 1 && start < end ? message.layout.leafAt(start) : undefined;
      if (leaf !== undefined) starts.push({ at: shownRange(message, start, end).start, tier: leaf.tier });
    });
    return starts;
  });
}

/** Sections as fold ranges, outermost first; the tools fold as a whole too. */
export function foldRanges(text: PromptText): readonly ShownRange[] {
  return text.messages.flatMap((message) => {
    const ranges: ShownRange[] = message.message.id === toolsId ? [{ start: message.start, end: message.end }] : [];
    eachSection(message.message, 0, message.layout.length, (_section, start, end) =>
      ranges.push(shownRange(message, start, end)),
    );
    return ranges;
  });
}

export interface ShownBreakpoint {
  readonly breakpoint: CacheBreakpoint;
  readonly at: number;
}

export function shownBreakpoints(
  text: PromptText,
  breakpoints: readonly CacheBreakpoint[],
): readonly ShownBreakpoint[] {
  return breakpoints.flatMap((breakpoint) => {
    const range = text.rangeOf(breakpoint.after);
    return range === undefined ? [] : [{ breakpoint, at: range.end }];
  });
}
