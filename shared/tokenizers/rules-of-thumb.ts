/**
 * Rules of thumb as encodings: a fixed number of characters or bytes per token. Offsets are in fractions of a token, so
 * that a caller who counts a part rounds only that part. For a whole text the remainder at the end is dropped.
 */
import type { Encoded, Encoding } from './types';
import { utf8Size } from './utf8';

const perToken = 4;

/** Counts the units before an offset, with cached sums every `step` characters. */
class Measured implements Encoded {
  readonly text: string;
  readonly total: number;
  readonly #sums: readonly number[];
  readonly #sizeOf: (point: number) => number;

  constructor(text: string, sizeOf: (point: number) => number) {
    this.text = text;
    this.#sizeOf = sizeOf;
    const sums: number[] = [];
    let sum = 0;
    for (let at = 0; at < text.length;) {
      if (at >= sums.length * step) sums.push(sum);
      const point = text.codePointAt(at) ?? 0;
      sum += sizeOf(point);
      at += point > 0xffff ? 2 : 1;
    }
    this.#sums = sums;
    this.total = sum / perToken;
  }

  tokensBefore(offset: number): number {
    if (offset >= this.text.length) return this.total;
    let block = Math.floor(Math.max(0, offset) / step);
    let at = blockStart(this.text, block);
    if (at > offset) {
      block -= 1;
      at = blockStart(this.text, block);
    }
    let sum = this.#sums[block] ?? 0;
    while (at < offset) {
      const point = this.text.codePointAt(at) ?? 0;
      sum += this.#sizeOf(point);
      at += point > 0xffff ? 2 : 1;
    }
    return sum / perToken;
  }
}

const step = 1024;

/** A surrogate pair across the border belongs to the block in which it starts. */
function blockStart(text: string, block: number): number {
  const at = block * step;
  return at > 0 && (text.codePointAt(at - 1) ?? 0) > 0xffff ? at + 1 : at;
}

export const fourCharacters: Encoding = ruleOf('4 characters', () => 1);
export const fourBytes: Encoding = ruleOf('4 bytes', utf8Size);

function ruleOf(id: string, sizeOf: (point: number) => number): Encoding {
  return {
    id,
    count: (text) => Math.floor(new Measured(text, sizeOf).total),
    encode: (text) => new Measured(text.toString(), sizeOf),
  };
}
