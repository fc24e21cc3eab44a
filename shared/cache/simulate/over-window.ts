/** A request that is over the context window even by the lowest count is refused: nothing of it is cached or paid. */
import type { Analysis } from '../../analysis/types';
import { grouped } from '../../basics/grouped';
import type { CacheRequest } from './blocks';
import type { CacheEntry, Outcome } from './outcome';

function sizeOf({ blocks }: CacheRequest): { readonly low: number; readonly high: number } {
  return {
    low: blocks.reduce((sum, { low }) => sum + low, 0),
    high: blocks.reduce((sum, { high }) => sum + high, 0),
  };
}

export function isOverWindow(request: CacheRequest, { model: { contextWindow } }: Pick<Analysis, 'model'>): boolean {
  return contextWindow !== null && sizeOf(request).low > contextWindow;
}

/** `entries`: the cache before the request, which a refused one leaves as it is. */
export function refusedOverWindow(
  outcome: Outcome,
  request: CacheRequest,
  analysis: Pick<Analysis, 'model'>,
  entries: readonly CacheEntry[],
): Outcome {
  if (outcome.rejected !== undefined || !isOverWindow(request, analysis)) return outcome;
  const { label, contextWindow } = analysis.model;
  const { low, high } = sizeOf(request);
  const size = low === high ? grouped(low) : `${grouped(low)} to ${grouped(high)} ≈`;
  const rejected = `${size} tokens are over the context window of ${label}, ${grouped(contextWindow ?? 0)}`;
  const split = { read: 0, written: {}, uncached: outcome.total };
  return {
    total: outcome.total,
    worst: split,
    best: split,
    known: true,
    rejected,
    markers: outcome.markers.map((marker) => ({
      ...marker,
      state: 'illegal',
      why: 'the request is refused as a whole',
    })),
    reasons: [{ reason: 'rejected', text: rejected }],
    warnings: [],
    entries,
  };
}
