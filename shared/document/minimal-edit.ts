export interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The one replacement that turns `before` into `after`, without the ends they share; null when they are equal. */
export function minimalEdit(before: string, after: string): TextEdit | null {
  if (before === after) return null;
  const shortest = Math.min(before.length, after.length);
  const start = commonStart(before, after, shortest);
  const end = commonEnd(before, after, shortest - start);
  return { start, end: before.length - end, text: after.slice(start, after.length - end) };
}

/** By halving: comparing slices is far faster than comparing characters one by one. */
function commonStart(a: string, b: string, limit: number): number {
  let low = 0;
  let high = limit;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (a.slice(low, middle) === b.slice(low, middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}

function commonEnd(a: string, b: string, limit: number): number {
  let low = 0;
  let high = limit;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (a.slice(a.length - middle, a.length - low) === b.slice(b.length - middle, b.length - low)) low = middle;
    else high = middle - 1;
  }
  return low;
}
