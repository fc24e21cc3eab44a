/** How much two texts share at both ends; the shared ends never overlap in the shorter one. */
export interface CommonEnds {
  readonly start: number;
  readonly end: number;
}

const nothing: CommonEnds = { start: 0, end: 0 };

/** Comparing slices is many times faster than comparing characters. */
const sliceSize = 32_768;

/** `known` is shared for certain and not compared again. */
export function commonEnds(a: string, b: string, known: CommonEnds = nothing): CommonEnds {
  const shorter = Math.min(a.length, b.length);
  let start = Math.min(known.start, shorter);
  for (let size = sliceSize; size >= 1; size >>= 3) {
    while (start + size <= shorter && a.slice(start, start + size) === b.slice(start, start + size)) start += size;
  }
  const rest = shorter - start;
  let end = Math.min(known.end, rest);
  for (let size = sliceSize; size >= 1; size >>= 3) {
    while (end + size <= rest && a.slice(a.length - end - size, a.length - end) === b.slice(b.length - end - size, b.length - end)) end += size;
  }
  return { start, end };
}
