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

  /** Replaces a shown range; text outside it keeps its own line ends. */
  replace(start: number, end: number, text: string): LineEnds {
    const inserted = this.dominant === '\r\n' ? text.replace(/\r\n?|\n/g, '\r\n') : text.replace(/\r\n?/g, '\n');
    return new LineEnds(this.raw.slice(0, this.toRaw(start)) + inserted + this.raw.slice(this.toRaw(end)));
  }
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
