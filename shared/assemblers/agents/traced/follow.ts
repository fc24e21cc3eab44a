/** What traced stretches say with the files as they are now. */
import { changedRanges, type ChangedRange } from '../../../basics/changed-ranges';
import type { Span } from '../../../document/types';
import type { TracedStretch } from './types';

/** `crosses`: an edit crosses an edge of the stretch, so that what the agent would send there is not known. */
export type Followed =
  | { readonly span: Span; readonly isChanged: boolean; readonly crosses: boolean }
  /** The edit leaves no place that could be told from another. */
  | 'lost';

/** The places of a file's stretches after its text changed from `before` to `now`, in the order given. */
export function followStretches(stretches: readonly TracedStretch[], before: string, now: string): readonly Followed[] {
  const ranges = changedRanges(before, now);
  return stretches.map((stretch) => {
    const { span } = stretch;
    const edges = ranges.filter((range) => isInside(span.start, range) || isInside(span.end, range));
    const isShared = edges.some((range) => stretches.some((other) => other !== stretch && touches(other.span, range)));
    if (isShared) return 'lost';
    const start = startOf(span.start, ranges, before.slice(0, span.start).trim() === '');
    const end = endOf(span.end, ranges, before.slice(span.end).trim() === '');
    if (end < start) return 'lost';
    const isChanged = before.slice(span.start, span.end) !== now.slice(start, end);
    return { span: { start, end }, isChanged, crosses: edges.length > 0 };
  });
}

function isInside(at: number, { start, end }: ChangedRange): boolean {
  return start < at && at < end;
}

function touches(span: Span, { start, end }: ChangedRange): boolean {
  return span.start < end && start < span.end;
}

/** `isFirst`: nothing of the file stands before, so that text added there belongs to the stretch. */
function startOf(at: number, ranges: readonly ChangedRange[], isFirst: boolean): number {
  let shift = 0;
  for (const { start, end, from, to } of ranges) {
    if (start > at) break;
    if (end > at || (isFirst && start === at)) return from;
    shift = to - end;
  }
  return at + shift;
}

function endOf(at: number, ranges: readonly ChangedRange[], isLast: boolean): number {
  let shift = 0;
  for (const { start, end, from, to } of ranges) {
    if (start > at || (start === at && !isLast)) break;
    if (end > at) return start === at ? from : to;
    shift = to - end;
  }
  return at + shift;
}
