/** The rows of a sequence in words. What the file does not report is shown as a dash, never as zero. */
import type { Results } from '../../../shared/ipc/contract';
import { formatNumber, share } from '../counts';

export type Sequence = Results['request:sequence'];
export type SequenceStep = Sequence['steps'][number];

interface Range {
  readonly low: number;
  readonly high: number;
}

export function rangeText({ low, high }: Range): string {
  return low === high ? formatNumber(high) : `${formatNumber(low)}–${formatNumber(high)}`;
}

export function changesText(changes: SequenceStep['changes']): string {
  if (changes === null) return '';
  const parts = (['changed', 'added', 'removed'] as const).flatMap((kind) =>
    changes.counts[kind] === 0 ? [] : [`${changes.counts[kind]} ${kind}`],
  );
  return parts.length === 0 ? 'the same' : parts.join(', ');
}

/** The section where the two requests differ first, by name if the changes have it. */
export function partsAt({ first, changes }: Pick<SequenceStep, 'first' | 'changes'>): string {
  if (first === null) return '';
  return changes?.named.find(({ id }) => id === first.node)?.name ?? first.node;
}

/** Shares of the request from 0 to 1, in the order of the strip. Their sum is at most 1. */
export function predictedShares({ predicted, total }: Pick<SequenceStep, 'predicted' | 'total'>): {
  readonly read: number;
  readonly perhaps: number;
  readonly written: number;
} {
  if (predicted === null) return { read: 0, perhaps: 0, written: 0 };
  const read = share(predicted.read.low, total.tokens);
  const perhaps = Math.min(1 - read, share(predicted.read.high - predicted.read.low, total.tokens));
  return { read, perhaps, written: Math.min(1 - read - perhaps, share(predicted.written.low, total.tokens)) };
}

export function reportedText(usage: SequenceStep['reported'], what: 'read' | 'written' | 'uncached'): string {
  const value = usage?.[what] ?? null;
  return value === null ? '–' : formatNumber(value);
}
