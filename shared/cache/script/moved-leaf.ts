import { leafAt, type LeafSpan, type MessageLayout } from '../../document/layout';
import type { Span } from '../../document/types';

/** The leaf that changes. Text inserted between a value and a frame belongs to the value. */
export function movedLeaf(layout: MessageLayout, { start, end }: Span): LeafSpan | undefined {
  const leaf = leafAt(layout, start);
  if (start < end || leaf === undefined || leaf.start < start || leaf.origin.kind !== 'frame') return leaf;
  const before = leafAt(layout, start - 1);
  return before?.owner === leaf.owner ? before : leaf;
}
