/**
 * Merges long pieces in windows. A row of tokens is the correct result exactly if merging the bytes of every two
 * neighbours alone gives the same two tokens. So two windows may be joined where the tokens at the seam pass this test.
 * A window's last tokens are left to the next window, because they may depend on what follows.
 */
import type { Merger } from './merge';
import { PairCache, unknownPair } from './pair-cache';
import { longestToken, type Vocabulary } from './vocabulary';

const windowSize = 2048;

/** How many bytes before the end of a window may change with what follows; more than the longest token. */
const margin = 2 * longestToken;

/** Number of seams to try before merging the piece as a whole. */
const seams = 16;

/** Number of cached windows: long pieces are mostly repetitions. */
const cacheLimit = 64;

interface Window {
  readonly bytes: Uint8Array;
  readonly row: Int32Array;
}

function isAt(window: Uint8Array, bytes: Uint8Array, from: number, to: number): boolean {
  if (window.length !== to - from) return false;
  for (let at = 0; at < window.length; at += 1) if (window[at] !== bytes[from + at]) return false;
  return true;
}

export class LongMerger {
  readonly #vocabulary: Vocabulary;
  readonly #merger: Merger;
  readonly #fits = new PairCache();
  readonly #seam = new Uint8Array(2 * longestToken);
  readonly #windows = new Map<number, Window>();

  constructor(vocabulary: Vocabulary, merger: Merger) {
    this.#vocabulary = vocabulary;
    this.#merger = merger;
  }

  merge(bytes: Uint8Array, length: number): Int32Array {
    if (length <= windowSize) return this.#merger.merge(bytes, 0, length);
    const row = new Int32Array(length);
    let count = 0;
    let at = 0;
    let window = this.#window(bytes, 0, length);
    while (at + windowSize < length) {
      let kept = this.#keep(window);
      let following: Int32Array | undefined;
      for (let tried = 0; tried < seams && kept.count > 0 && following === undefined; tried += 1) {
        const next = this.#window(bytes, at + kept.bytes, length);
        if (this.#fit(window[kept.count - 1] ?? 0, next[0] ?? 0)) following = next;
        else
          kept = { count: kept.count - 1, bytes: kept.bytes - this.#vocabulary.lengthOf(window[kept.count - 1] ?? 0) };
      }
      if (following === undefined) return this.#merger.merge(bytes, 0, length);
      row.set(window.subarray(0, kept.count), count);
      count += kept.count;
      at += kept.bytes;
      window = following;
    }
    row.set(window, count);
    return row.slice(0, count + window.length);
  }

  #window(bytes: Uint8Array, from: number, length: number): Int32Array {
    const to = Math.min(length, from + windowSize);
    let hash = to - from;
    for (let at = from; at < to; at += 1) hash = (Math.imul(hash, 31) + (bytes[at] ?? 0)) | 0;
    const cached = this.#windows.get(hash);
    if (cached !== undefined && isAt(cached.bytes, bytes, from, to)) return cached.row;
    const row = this.#merger.merge(bytes, from, to);
    if (this.#windows.size >= cacheLimit) this.#windows.clear();
    this.#windows.set(hash, { bytes: bytes.slice(from, to), row });
    return row;
  }

  /** Keeps all tokens of a full window except those within the margin of its end. */
  #keep(row: Int32Array): { readonly count: number; readonly bytes: number } {
    let [count, bytes] = [0, 0];
    for (const token of row) {
      const end = bytes + this.#vocabulary.lengthOf(token);
      if (end > windowSize - margin) break;
      count += 1;
      bytes = end;
    }
    return { count, bytes };
  }

  #fit(left: number, right: number): boolean {
    const cached = this.#fits.get(left, right);
    if (cached !== unknownPair) return cached === 1;
    const end = this.#vocabulary.copyBytes(right, this.#seam, this.#vocabulary.copyBytes(left, this.#seam, 0));
    const row = this.#merger.merge(this.#seam, 0, end);
    const fits = row.length === 2 && row[0] === left && row[1] === right;
    this.#fits.set(left, right, fits ? 1 : 0);
    return fits;
  }
}
