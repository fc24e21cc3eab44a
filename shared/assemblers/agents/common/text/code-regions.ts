import type { Span } from '../../../../document/types';

/**
 * Stretches between equal runs of backticks: code spans and fences alike. A run that has no partner is tried again one
 * backtick shorter. Takes time in proportion to the text.
 */
export function codeRegions(text: string): readonly Span[] {
  const regions: Span[] = [];
  /** Lengths of runs of which there is none further on. */
  let shortestMissing = Number.POSITIVE_INFINITY;
  let at = text.indexOf('`');
  while (at !== -1) {
    let run = 1;
    while (text[at + run] === '`') run += 1;
    let end = -1;
    for (let size = Math.min(run, shortestMissing - 1, (text.length - at) >> 1); size > 0 && end === -1; size -= 1) {
      const close = text.indexOf('`'.repeat(size), at + size);
      if (close === -1) shortestMissing = size;
      else end = close + size;
    }
    if (end !== -1) regions.push({ start: at, end });
    at = text.indexOf('`', end === -1 ? at + run : end);
  }
  return regions;
}

/** The regions are in order and do not overlap. */
export function isInRegion(regions: readonly Span[], at: number): boolean {
  let low = 0;
  let high = regions.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((regions[middle]?.end ?? 0) <= at) low = middle + 1;
    else high = middle;
  }
  const region = regions[low];
  return region !== undefined && at >= region.start && at < region.end;
}
