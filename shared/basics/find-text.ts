/** Finds words in a text as they were typed: no pattern, one line. */

export interface Wanted {
  readonly words: string;
  readonly matchCase: boolean;
  readonly wholeWord: boolean;
}

/** A place in a text, and the line it stands in, shortened around it. */
export interface FoundPlace {
  /** UTF-16 offsets. */
  readonly start: number;
  readonly end: number;
  /** 1-based. */
  readonly line: number;
  readonly before: string;
  readonly found: string;
  readonly after: string;
}

export interface FoundInText {
  /** The first of them, in order. */
  readonly places: readonly FoundPlace[];
  /** All of them. */
  readonly count: number;
}

const nothingFound: FoundInText = { places: [], count: 0 };

const word = /[\p{L}\p{N}\p{M}_]/u;
/** Characters of a line that are shown before and behind what was found. */
const [shownBefore, shownAfter] = [32, 120];

/** Counts every place; describes at most `most`. */
export function findInText(text: string, { words, matchCase, wholeWord }: Wanted, most: number): FoundInText {
  if (words === '') return nothingFound;
  const pattern = new RegExp(words.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`), matchCase ? 'gu' : 'giu');
  const places: FoundPlace[] = [];
  let count = 0;
  let line = 1;
  let counted = 0;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const [start, end] = [match.index, match.index + match[0].length];
    if (wholeWord && !standsAlone(text, start, end)) continue;
    count += 1;
    if (places.length >= most) continue;
    for (let at = text.indexOf('\n', counted); at !== -1 && at < start; at = text.indexOf('\n', at + 1)) {
      line += 1;
      counted = at + 1;
    }
    const lineEnd = text.indexOf('\n', end);
    places.push({
      start,
      end,
      line,
      before: shortened(text, Math.max(counted, start - shownBefore), start, counted),
      found: text.slice(start, end),
      after: text.slice(end, Math.min(lineEnd === -1 ? text.length : lineEnd, end + shownAfter)),
    });
  }
  return { places, count };
}

/** At an edge that is no letter, such as `#`, anything may stand beside it. */
function standsAlone(text: string, start: number, end: number): boolean {
  return !(joins(text, start) || joins(text, end));
}

/** Whether a word goes on across this offset. */
function joins(text: string, at: number): boolean {
  return word.test(characterBefore(text, at)) && word.test(String.fromCodePoint(text.codePointAt(at) ?? 32));
}

function characterBefore(text: string, at: number): string {
  const low = text.charCodeAt(at - 1);
  return low >= 0xdc00 && low < 0xe000 ? text.slice(at - 2, at) : text.slice(Math.max(0, at - 1), at);
}

function shortened(text: string, from: number, to: number, lineStart: number): string {
  const part = text.slice(from, to).trimStart();
  return from > lineStart ? `…${part}` : part;
}
