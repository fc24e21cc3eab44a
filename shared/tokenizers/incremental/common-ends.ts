/** How much two texts share at both ends; the shared ends never overlap in the shorter one. */
export interface CommonEnds {
  readonly start: number;
  readonly end: number;
}

const nothing: CommonEnds = { start: 0, end: 0 };

/** Comparing slices is many times faster than comparing characters. */
const sliceSize = 32_768;

/** `guess` may be shared: where it is, two comparisons find out. */
export function commonEnds(a: string, b: string, guess: CommonEnds = nothing): CommonEnds {
  const shorter = Math.min(a.length, b.length);
  let start = Math.min(guess.start, shorter);
  if (start > 0 && a.slice(0, start) !== b.slice(0, start)) start = 0;
  for (let size = sliceSize; size >= 1; size >>= 3) {
    while (start + size <= shorter && a.slice(start, start + size) === b.slice(start, start + size)) start += size;
  }
  const rest = shorter - start;
  let end = Math.min(guess.end, rest);
  if (end > 0 && a.slice(a.length - end) !== b.slice(b.length - end)) end = 0;
  for (let size = sliceSize; size >= 1; size >>= 3) {
    while (
      end + size <= rest &&
      a.slice(a.length - end - size, a.length - end) === b.slice(b.length - end - size, b.length - end)
    )
      end += size;
  }
  return { start, end };
}
