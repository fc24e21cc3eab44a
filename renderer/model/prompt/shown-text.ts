import { countBelow, LineEnds } from './line-ends';

/** A text that can give a part of itself without making the whole. */
export interface RawText {
  readonly length: number;
  readonly text: string;
  slice(start: number, end: number): string;
}

/**
 * A message's text as the editor shows it: with `\n` only, and with a line end of our own before each of the `gaps`,
 * where the text itself goes on in the same line. Positions are mapped both ways, so that nothing of ours is ever
 * copied.
 */
export class ShownText {
  readonly length: number;
  readonly #raw: RawText;
  /** Null where the text has no `\r`, as nearly all have: then only the gaps move positions. */
  readonly #ends: LineEnds | null;
  /** Where the line ends of our own would stand, in offsets of the text with `\n` only; ascending. */
  readonly #gaps: readonly number[];
  /** Where they do stand in what is shown. */
  readonly #ours: readonly number[];
  #shown: string | undefined;

  constructor(raw: RawText, gaps: readonly number[], hasReturns: boolean) {
    this.#raw = raw;
    const ends = hasReturns ? new LineEnds(raw.text) : null;
    this.#ends = ends;
    this.#gaps = ends === null ? gaps : gaps.map((gap) => ends.toShown(gap));
    this.#ours = this.#gaps.map((gap, index) => gap + index);
    this.length = (ends === null ? raw.length : ends.toShown(raw.length)) + gaps.length;
  }

  get shown(): string {
    this.#shown ??= this.#make();
    return this.#shown;
  }

  /** Part of what is shown, without making the rest. */
  slice(start: number, end: number): string {
    if (this.#shown !== undefined || this.#ends !== null) return this.shown.slice(start, end);
    const to = Math.min(end, this.length);
    let text = '';
    let before = countBelow(this.#ours, start);
    for (let at = start; at < to; before += 1) {
      const stop = Math.min(to, this.#ours[before] ?? to);
      text += this.#raw.slice(at - before, stop - before);
      if (stop < to) text += '\n';
      at = stop + 1;
    }
    return text;
  }

  toRaw(shown: number): number {
    const plain = shown - countBelow(this.#ours, shown);
    return this.#ends?.toRaw(plain) ?? plain;
  }

  /** What begins at a gap is shown behind it, what ends there before it. */
  toShown(raw: number, side: 'start' | 'end'): number {
    const plain = this.#ends?.toShown(raw) ?? raw;
    return plain + countBelow(this.#gaps, side === 'start' ? plain + 1 : plain);
  }

  #make(): string {
    const plain = this.#ends?.shown ?? this.#raw.text;
    return this.#gaps.length === 0
      ? plain
      : [0, ...this.#gaps].map((from, index) => plain.slice(from, this.#gaps[index])).join('\n');
  }
}
