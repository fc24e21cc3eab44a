/** How much two texts or lists share at both ends. The two ends never overlap in the shorter one. */
export interface SharedEnds {
  readonly start: number;
  readonly end: number;
}

const nothing: SharedEnds = { start: 0, end: 0 };

/** Engines compare slices many times faster than single characters. */
const sliceSize = 32_768;

/** Counts characters. If `guess` is right, two comparisons confirm it. */
export function sharedTextEnds(a: string, b: string, guess: SharedEnds = nothing): SharedEnds {
  const start = sharedTextStart(a, b, guess.start);
  const rest = Math.min(a.length, b.length) - start;
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

/** Index of the first character that differs, or the length of the shorter text. */
export function sharedTextStart(a: string, b: string, guess = 0): number {
  const shorter = Math.min(a.length, b.length);
  let start = Math.min(guess, shorter);
  if (start > 0 && a.slice(0, start) !== b.slice(0, start)) start = 0;
  for (let size = sliceSize; size >= 1; size >>= 3) {
    while (start + size <= shorter && a.slice(start, start + size) === b.slice(start, start + size)) start += size;
  }
  return start;
}

/** Counts items. */
export function sharedItemEnds<Item>(
  before: readonly Item[],
  now: readonly Item[],
  isSame: (a: Item, b: Item) => boolean = Object.is,
): SharedEnds {
  const shorter = Math.min(before.length, now.length);
  const isShared = (index: number, indexNow: number): boolean => {
    const [a, b] = [before[index], now[indexNow]];
    return a !== undefined && b !== undefined && isSame(a, b);
  };
  let start = 0;
  while (start < shorter && isShared(start, start)) start += 1;
  // In lists of equal length, the first item that differs at the start also stops the search from the end.
  const most = before.length === now.length && start < shorter ? shorter - start - 1 : shorter - start;
  let end = 0;
  while (end < most && isShared(before.length - end - 1, now.length - end - 1)) end += 1;
  return { start, end };
}
