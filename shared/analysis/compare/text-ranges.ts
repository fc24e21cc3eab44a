/** Ranges of a text: where pieces of it occur, and what is between them. */

export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** Separates messages, so that no section matches across two. */
export const boundary = '\n\u0000\n';

/** Where each text occurs: after the previous one if possible, else in any free place. */
export function locate(whole: string, units: readonly { readonly text: string }[]): readonly (TextRange | undefined)[] {
  const taken: TextRange[] = [];
  let cursor = 0;
  return units.map(({ text }) => {
    const wanted = text.trim();
    let start = whole.indexOf(wanted, cursor);
    const isFree = (at: number): boolean =>
      !taken.some((place) => overlaps(place, { start: at, end: at + wanted.length }));
    if (start === -1) start = whole.indexOf(wanted);
    while (start !== -1 && !isFree(start)) start = whole.indexOf(wanted, start + 1);
    if (start === -1) return undefined;
    const place = { start, end: start + wanted.length };
    taken.push(place);
    cursor = Math.max(cursor, place.end);
    return place;
  });
}

/** The text that no section matched, split at messages and trimmed. */
export function gapsOf(whole: string, taken: readonly TextRange[]): readonly TextRange[] {
  const ordered = taken.toSorted((a, b) => a.start - b.start);
  const bounds = [0, ...ordered.flatMap(({ start, end }) => [start, end]), whole.length];
  const gaps: TextRange[] = [];
  for (let index = 0; index < bounds.length; index += 2) {
    let start = bounds[index] ?? 0;
    for (const piece of whole.slice(start, bounds[index + 1]).split(boundary)) {
      const from = start + piece.length - piece.trimStart().length;
      if (piece.trim() !== '') gaps.push({ start: from, end: from + piece.trim().length });
      start += piece.length + boundary.length;
    }
  }
  return gaps;
}

export function overlaps(a: TextRange, b: TextRange): boolean {
  return a.start < b.end && b.start < a.end;
}
