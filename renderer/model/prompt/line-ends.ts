import type { TextEdit } from '../../../shared/basics/minimal-edit';

interface ReportedChange {
  readonly rangeOffset: number;
  readonly rangeLength: number;
  readonly text: string;
}

/** An edit of a file's own text. The offsets of each change refer to the text after the changes before it. */
export interface Typed {
  readonly before: string;
  readonly changes: readonly TextEdit[];
  readonly after: string;
}

/**
 * Monaco has one kind of line end per model; files and prompts may mix them. So text is shown with `\n` only, and
 * positions are mapped: `\r\n` is one character on screen and two in the text; a lone `\r` is one in both.
 */
export class LineEnds {
  readonly raw: string;
  /** Shown offsets of the line ends that are `\r\n` in the text, ascending. */
  readonly #pairs: readonly number[];

  constructor(raw: string) {
    this.raw = raw;
    const pairs: number[] = [];
    for (let at = raw.indexOf('\r\n'); at !== -1; at = raw.indexOf('\r\n', at + 2)) pairs.push(at - pairs.length);
    this.#pairs = pairs;
  }

  get shown(): string {
    return this.raw.includes('\r') ? this.raw.replace(/\r\n?/g, '\n') : this.raw;
  }

  toRaw(shown: number): number {
    return shown + countBelow(this.#pairs, shown);
  }

  toShown(raw: number): number {
    let low = 0;
    let high = this.#pairs.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      // The `\n` of pair i is at its shown offset plus one `\r` for each pair up to and including i.
      if ((this.#pairs[middle] ?? 0) + middle + 1 <= raw) low = middle + 1;
      else high = middle;
    }
    return raw - low;
  }

  /** The most frequent line end; new lines get it. */
  get dominant(): '\n' | '\r\n' {
    if (this.#pairs.length === 0) return '\n';
    const all = this.raw.split('\n').length - 1;
    return this.#pairs.length * 2 > all ? '\r\n' : '\n';
  }

  /** Maps a replacement of a shown range to one in the text. Text outside the range keeps its line ends. */
  rawEdit(start: number, end: number, text: string): TextEdit {
    const inserted = this.dominant === '\r\n' ? text.replace(/\r\n?|\n/g, '\r\n') : text.replace(/\r\n?/g, '\n');
    return { start: this.toRaw(start), end: this.toRaw(end), text: inserted };
  }

  edited({ start, end, text }: TextEdit): LineEnds {
    return new LineEnds(this.raw.slice(0, start) + text + this.raw.slice(end));
  }
}

/** Applies an edit as Monaco reports it: last position first, offsets in the shown text before the edit. */
export function typeInto(
  before: LineEnds,
  reported: readonly ReportedChange[],
): { readonly typed: Typed; readonly lineEnds: LineEnds } {
  let lineEnds = before;
  const changes = reported.map(({ rangeOffset, rangeLength, text }) => {
    const edit = lineEnds.rawEdit(rangeOffset, rangeOffset + rangeLength, text);
    lineEnds = lineEnds.edited(edit);
    return edit;
  });
  return { typed: { before: before.raw, changes, after: lineEnds.raw }, lineEnds };
}

/** How many of the ascending numbers are smaller. */
export function countBelow(sorted: readonly number[], limit: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}
