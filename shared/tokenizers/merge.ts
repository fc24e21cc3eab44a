/**
 * Byte-pair merging: of all neighbouring parts, the pair with the lowest rank is merged, the leftmost of equals first, until
 * none is in the vocabulary. Results are token lengths in bytes.
 */
import { PairCache, unknownPair } from './pair-cache';
import { RankQueue } from './rank-queue';
import { notAToken, type Vocabulary } from './vocabulary';

const none = notAToken;

/** Longer pieces use a queue: looking for the best pair again after each merge is quadratic on a long run of one letter. */
const scanLimit = 64;

export class Merger {
  readonly #vocabulary: Vocabulary;
  readonly #pairs = new PairCache();
  readonly #ids = new Int32Array(scanLimit);
  readonly #starts = new Int32Array(scanLimit + 1);
  readonly #ranks = new Int32Array(scanLimit);

  constructor(vocabulary: Vocabulary) {
    this.#vocabulary = vocabulary;
  }

  merge(bytes: Uint8Array, length: number): readonly number[] {
    return length <= scanLimit ? this.#byScan(bytes, length) : this.#byQueue(bytes, length);
  }

  /** The rank of the bytes from `start` to `end`, which `left` and `right` make together. */
  #rankOf(left: number, right: number, bytes: Uint8Array, start: number, end: number): number {
    const known = this.#pairs.get(left, right);
    if (known !== unknownPair) return known;
    const rank = this.#vocabulary.ofBytes(bytes, start, end);
    this.#pairs.set(left, right, rank);
    return rank;
  }

  #byScan(bytes: Uint8Array, length: number): readonly number[] {
    const ids = this.#ids;
    const starts = this.#starts;
    const ranks = this.#ranks;
    let count = length;
    for (let at = 0; at < count; at += 1) {
      ids[at] = this.#vocabulary.bytes[bytes[at] ?? 0] ?? none;
      starts[at] = at;
    }
    starts[count] = length;
    const rankAt = (at: number): number => (at + 1 >= count ? none : this.#rankOf(ids[at] ?? 0, ids[at + 1] ?? 0, bytes, starts[at] ?? 0, starts[at + 2] ?? 0));
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
      if (bestAt === none) break;
      ids[bestAt] = best;
      count -= 1;
      for (let at = bestAt + 1; at < count; at += 1) {
        ids[at] = ids[at + 1] ?? 0;
        starts[at] = starts[at + 1] ?? 0;
        ranks[at] = ranks[at + 1] ?? none;
      }
      starts[count] = length;
      ranks[bestAt] = rankAt(bestAt);
      if (bestAt > 0) ranks[bestAt - 1] = rankAt(bestAt - 1);
    }
    return Array.from({ length: count }, (_, at) => (starts[at + 1] ?? 0) - (starts[at] ?? 0));
  }

  /** A linked list of parts and a queue of candidate pairs. One that no longer has the rank it was queued with is stale. */
  #byQueue(bytes: Uint8Array, length: number): readonly number[] {
    const next = new Int32Array(length);
    const previous = new Int32Array(length + 1);
    const ids = new Int32Array(length);
    const ranks = new Int32Array(length);
    for (let at = 0; at < length; at += 1) {
      next[at] = at + 1;
      previous[at] = at - 1;
      ids[at] = this.#vocabulary.bytes[bytes[at] ?? 0] ?? none;
    }
    const queue = new RankQueue();
    const rate = (at: number): void => {
      const middle = next[at] ?? length;
      const rank = middle >= length ? none : this.#rankOf(ids[at] ?? 0, ids[middle] ?? 0, bytes, at, next[middle] ?? length);
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
    const lengths: number[] = [];
    for (let at = 0; at < length; at = next[at] ?? length) lengths.push((next[at] ?? length) - at);
    return lengths;
  }
}
