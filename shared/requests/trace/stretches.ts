/** Finds the stretches of a text that stand in files. */
import { lineEnd, mostFiles, skipBlank } from './line-filter';

export interface TracedFile {
  readonly id: string;
  readonly text: string;
}

export interface FoundStretch {
  /** In the text. */
  readonly start: number;
  readonly end: number;
  readonly file: number;
  /** Where it begins in the file. */
  readonly at: number;
  /** Characters of "..." behind it that stand for the rest of the line. */
  readonly dots: number;
}

/** Characters of a line's start by which places are compared first. */
const anchor = 24;
/** Shorter stretches may be equal by chance. */
const shortest = 40;
/** Places of one anchor that are followed: a line that stands everywhere tells nothing. */
const mostPlaces = 16;

/** Longest first; what is left of a shorter one beside a longer one counts if it is still long enough. */
export function findStretches(text: string, files: readonly TracedFile[]): readonly FoundStretch[] {
  const places = rareAnchors(anchorsOf(text), files);
  const found = files.flatMap((file, index) => stretchesIn(text, places, file.text, index));
  return withoutOverlap(text, found, files);
}

function anchorsOf(text: string): ReadonlyMap<string, readonly number[]> {
  const places = new Map<string, number[]>();
  for (let at = 0; at < text.length;) {
    const end = lineEnd(text, at);
    const start = skipBlank(text, at, end);
    if (end - start >= anchor) {
      const key = text.slice(start, start + anchor);
      const starts = places.get(key);
      if (starts === undefined) places.set(key, [start]);
      else if (starts.length < mostPlaces) starts.push(start);
    }
    at = end + 1;
  }
  return places;
}

/** Without the anchors that stand in many files. */
function rareAnchors(
  places: ReadonlyMap<string, readonly number[]>,
  files: readonly TracedFile[],
): ReadonlyMap<string, readonly number[]> {
  const counts = new Map<string, number>();
  for (const { text } of files) {
    const here = new Set<string>();
    for (let at = 0; at < text.length;) {
      const end = lineEnd(text, at);
      const start = skipBlank(text, at, end);
      const key = end - start < anchor ? '' : text.slice(start, start + anchor);
      if (places.has(key)) here.add(key);
      at = end + 1;
    }
    for (const key of here) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return new Map([...places].filter(([key]) => (counts.get(key) ?? 0) <= mostFiles));
}

function stretchesIn(
  text: string,
  places: ReadonlyMap<string, readonly number[]>,
  file: string,
  index: number,
): readonly FoundStretch[] {
  const found: FoundStretch[] = [];
  /** By the distance between the two places: up to where the text is covered already. */
  const covered = new Map<number, number>();
  for (let at = 0; at < file.length;) {
    const end = lineEnd(file, at);
    const start = skipBlank(file, at, end);
    const there = end - start < anchor ? undefined : places.get(file.slice(start, start + anchor));
    for (const place of there ?? []) {
      if (place < (covered.get(place - start) ?? 0)) continue;
      let [from, to] = [place, place + anchor];
      while (from > 0 && start - (place - from) > 0 && text[from - 1] === file[start - (place - from) - 1]) from -= 1;
      while (to < text.length && start + (to - place) < file.length && text[to] === file[start + (to - place)]) to += 1;
      covered.set(place - start, to);
      if (to - from >= shortest) found.push({ start: from, end: to, file: index, at: start - (place - from), dots: 0 });
    }
    at = end + 1;
  }
  return found;
}

function withoutOverlap(
  text: string,
  found: readonly FoundStretch[],
  files: readonly TracedFile[],
): readonly FoundStretch[] {
  const taken = new Uint8Array(text.length);
  const chosen: FoundStretch[] = [];
  for (const stretch of found.toSorted((a, b) => b.end - b.start - (a.end - a.start) || a.start - b.start)) {
    for (let from = stretch.start; from < stretch.end;) {
      while (from < stretch.end && taken[from] === 1) from += 1;
      let to = from;
      while (to < stretch.end && taken[to] === 0) to += 1;
      if (to - from >= shortest) {
        taken.fill(1, from, to);
        chosen.push({ ...stretch, start: from, end: to, at: stretch.at + (from - stretch.start) });
      }
      from = to;
    }
  }
  return chosen.toSorted((a, b) => a.start - b.start).map((stretch) => withDots(text, stretch, files));
}

/** "..." in the place of the rest of a line: the text was shortened. */
function withDots(text: string, stretch: FoundStretch, files: readonly TracedFile[]): FoundStretch {
  const rest = files[stretch.file]?.text.slice(stretch.at + (stretch.end - stretch.start)) ?? '';
  if (rest === '' || rest.startsWith('\n') || rest.startsWith('\r')) return stretch;
  const dots = text.startsWith('...', stretch.end) ? 3 : text[stretch.end] === '…' ? 1 : 0;
  return dots === 0 ? stretch : { ...stretch, dots };
}
