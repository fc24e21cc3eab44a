import { countBelow, LineEnds } from './line-ends';

/** A text that can return a slice without building the whole. */
export interface RawText {
  readonly length: number;
  readonly text: string;
  slice(start: number, end: number): string;
}

/**
 * A message's text as the editor shows it: with `\n` only, and with an inserted line end at each of the `gaps`, where
 * the text itself continues on the same line. Positions are mapped both ways, so that inserted line ends are never
 * copied.
 */
export class ShownText {
  readonly length: number;
  readonly #raw: RawText;
  /** Null if the text has no `\r`, which is the usual case. Then only the gaps shift positions. */
  readonly #ends: LineEnds | null;
  /** Offsets of the gaps in the text with `\n` only; ascending. */
  readonly #gaps: readonly number[];
  /** Offsets of the inserted line ends in the shown text. */
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

  /** A slice of the shown text, without building the rest. */
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

  /** At a gap, a start maps to the position after the inserted line end, and an end to the position before it. */
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
