import type { TextEdit } from '../../../shared/document/minimal-edit';

interface ReportedChange {
  readonly rangeOffset: number;
  readonly rangeLength: number;
  readonly text: string;
}

/** An edit of a file's own text: each change is in offsets of what the one before left. */
export interface Typed {
  readonly before: string;
  readonly changes: readonly TextEdit[];
  readonly after: string;
}

/**
 * Monaco knows one kind of line end a model; files and prompts may mix them. A text is shown with `\n` only, and
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
      // The `\n` of pair i stands in the text at its shown offset plus the `\r` of itself and of those before it.
      if ((this.#pairs[middle] ?? 0) + middle + 1 <= raw) low = middle + 1;
      else high = middle;
    }
    return raw - low;
  }

  /** The line end most lines have; new lines get it. */
  get dominant(): '\n' | '\r\n' {
    if (this.#pairs.length === 0) return '\n';
    const all = this.raw.split('\n').length - 1;
    return this.#pairs.length * 2 > all ? '\r\n' : '\n';
  }

  /** A replacement of a shown range as one in the text; text outside it keeps its own line ends. */
  rawEdit(start: number, end: number, text: string): TextEdit {
    const inserted = this.dominant === '\r\n' ? text.replace(/\r\n?|\n/g, '\r\n') : text.replace(/\r\n?/g, '\n');
    return { start: this.toRaw(start), end: this.toRaw(end), text: inserted };
  }

  edited({ start, end, text }: TextEdit): LineEnds {
    return new LineEnds(this.raw.slice(0, start) + text + this.raw.slice(end));
  }
}

/** Takes what Monaco reports of an edit: last position first, all in offsets of the shown text before. */
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
