import { countBelow, LineEnds } from './line-ends';

/**
 * A message's text as the editor shows it: with `\n` only, and with a line end of our own before each of the `gaps`, where
 * the text itself goes on in the same line. Positions are mapped both ways, so that nothing of ours is ever copied.
 */
export class ShownText {
  readonly shown: string;
  readonly #ends: LineEnds;
  /** Where the line ends of our own would stand, in offsets of the text with `\n` only; ascending. */
  readonly #gaps: readonly number[];
  /** Where they do stand in what is shown. */
  readonly #ours: readonly number[];

  constructor(raw: string, gaps: readonly number[]) {
    this.#ends = new LineEnds(raw);
    this.#gaps = gaps.map((gap) => this.#ends.toShown(gap));
    this.#ours = this.#gaps.map((gap, index) => gap + index);
    const plain = this.#ends.shown;
    this.shown = gaps.length === 0 ? plain : [0, ...this.#gaps].map((from, index) => plain.slice(from, this.#gaps[index])).join('\n');
  }

  toRaw(shown: number): number {
    return this.#ends.toRaw(shown - countBelow(this.#ours, shown));
  }

  /** What begins at a gap is shown behind it, what ends there before it. */
  toShown(raw: number, side: 'start' | 'end'): number {
    const plain = this.#ends.toShown(raw);
    return plain + countBelow(this.#gaps, side === 'start' ? plain + 1 : plain);
  }
}
