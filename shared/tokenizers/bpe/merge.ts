/**
 * Byte-pair merging: merges the adjacent pair with the lowest rank, leftmost first, until no pair is in the vocabulary.
 * The result is a row of token ranks.
 */
import { PairCache, unknownPair } from './pair-cache';
import { RankQueue } from './rank-queue';
import { notAToken, type Vocabulary } from './vocabulary';

const none = notAToken;

/** Longer pieces use a queue: searching for the best pair after each merge is quadratic on a long run of one letter. */
const scanLimit = 64;

/** The queue's arrays are reused for pieces of up to this many bytes. */
const keptLength = 4096;

export class Merger {
  readonly #vocabulary: Vocabulary;
  readonly #pairs = new PairCache();
  readonly #ids = new Int32Array(scanLimit);
  readonly #starts = new Int32Array(scanLimit + 1);
  readonly #ranks = new Int32Array(scanLimit);
  readonly #kept = queueArrays(keptLength);

  constructor(vocabulary: Vocabulary) {
    this.#vocabulary = vocabulary;
  }

  merge(bytes: Uint8Array, from: number, to: number): Int32Array {
    return to - from <= scanLimit ? this.#byScan(bytes, from, to) : this.#byQueue(bytes, from, to);
  }

  /** Returns the rank of the bytes from `start` to `end`, which is the merge of `left` and `right`. */
  #rankOf(left: number, right: number, bytes: Uint8Array, start: number, end: number): number {
    const cached = this.#pairs.get(left, right);
    if (cached !== unknownPair) return cached;
    const rank = this.#vocabulary.ofBytes(bytes, start, end);
    this.#pairs.set(left, right, rank);
    return rank;
  }

  #byScan(bytes: Uint8Array, from: number, to: number): Int32Array {
    const ids = this.#ids;
    const starts = this.#starts;
    const ranks = this.#ranks;
    let count = to - from;
    for (let at = 0; at < count; at += 1) {
      ids[at] = this.#vocabulary.bytes[bytes[from + at] ?? 0] ?? none;
      starts[at] = from + at;
    }
    starts[count] = to;
    const rankAt = (at: number): number =>
      at + 1 >= count
        ? none
        : this.#rankOf(ids[at] ?? 0, ids[at + 1] ?? 0, bytes, starts[at] ?? 0, starts[at + 2] ?? 0);
    for (let at = 0; at < count; at += 1) ranks[at] = rankAt(at);
    for (;;) {
      let best = none;
      let bestAt = none;
      for (let at = 0; at + 1 < count; at += 1) {
        const rank = ranks[at] ?? none;
        if (rank !== none && (best === none || rank < best)) {
          best = rank;
          bestAt = at;
        }
      }
      if (bestAt === none) return ids.slice(0, count);
      ids[bestAt] = best;
      count -= 1;
      for (let at = bestAt + 1; at < count; at += 1) {
        ids[at] = ids[at + 1] ?? 0;
        starts[at] = starts[at + 1] ?? 0;
        ranks[at] = ranks[at + 1] ?? none;
      }
      starts[count] = to;
      ranks[bestAt] = rankAt(bestAt);
      if (bestAt > 0) ranks[bestAt - 1] = rankAt(bestAt - 1);
    }
  }

  /**
   * Uses a linked list of parts and a queue of candidate pairs. A candidate is stale if its rank has changed since it
   * was queued.
   */
  #byQueue(bytes: Uint8Array, from: number, to: number): Int32Array {
    const length = to - from;
    const { next, previous, ids, ranks } = length <= keptLength ? this.#kept : queueArrays(length);
    for (let at = 0; at < length; at += 1) {
      next[at] = at + 1;
      previous[at] = at - 1;
      ids[at] = this.#vocabulary.bytes[bytes[from + at] ?? 0] ?? none;
    }
    const queue = new RankQueue();
    const rate = (at: number): void => {
      const middle = next[at] ?? length;
      const rank =
        middle >= length
          ? none
          : this.#rankOf(ids[at] ?? 0, ids[middle] ?? 0, bytes, from + at, from + (next[middle] ?? length));
      ranks[at] = rank;
      if (rank !== none) queue.push(rank, at);
    };
    for (let at = 0; at < length; at += 1) rate(at);
    for (let at = queue.pop(); at !== none; at = queue.pop()) {
      const rank = queue.rank;
      if (ranks[at] !== rank) continue;
      const middle = next[at] ?? length;
      const after = next[middle] ?? length;
      ranks[middle] = none;
      ids[at] = rank;
      next[at] = after;
      previous[after] = at;
      const before = previous[at] ?? none;
      if (before !== none) rate(before);
      rate(at);
    }
    const row: number[] = [];
    for (let at = 0; at < length; at = next[at] ?? length) row.push(ids[at] ?? none);
    return Int32Array.from(row);
  }
}

function queueArrays(length: number): Readonly<Record<'next' | 'previous' | 'ids' | 'ranks', Int32Array>> {
  return {
    next: new Int32Array(length),
    previous: new Int32Array(length + 1),
    ids: new Int32Array(length),
    ranks: new Int32Array(length),
  };
}
