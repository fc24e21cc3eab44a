/** How many items two lists have in common, from the start and of the others from the end. */
export interface SameItems {
  readonly start: number;
  readonly end: number;
}

export function sameItems<T>(before: readonly T[], now: readonly T[]): SameItems {
  const shorter = Math.min(before.length, now.length);
  let start = 0;
  while (start < shorter && before[start] === now[start]) start += 1;
  let end = 0;
  while (end < shorter - start && before[before.length - end - 1] === now[now.length - end - 1]) end += 1;
  return { start, end };
}
