/** The waiting positions of one rank, ascending from `first` on. */
interface Bucket {
  readonly rank: number;
  positions: number[];
  first: number;
  /** True if a position was pushed out of order. */
  mixed: boolean;
}

/**
 * A priority queue of positions by rank, then position. A long run has many positions but few ranks. So each rank has
 * its own list, which mostly grows in order, and only the ranks are in a heap.
 */
export class RankQueue {
  readonly #buckets = new Map<number, Bucket>();
  /** A binary heap of the ranks with waiting positions. */
  readonly #heap: Bucket[] = [];
  #lastUsed: Bucket | undefined;
  /** Rank of the position popped last. */
  rank = -1;

  push(rank: number, at: number): void {
    let bucket = this.#lastUsed?.rank === rank ? this.#lastUsed : this.#buckets.get(rank);
    if (bucket === undefined) {
      bucket = { rank, positions: [], first: 0, mixed: false };
      this.#buckets.set(rank, bucket);
    }
    this.#lastUsed = bucket;
    const { positions } = bucket;
    if (bucket.first === positions.length) {
      positions.length = 0;
      bucket.first = 0;
      positions.push(at);
      this.#rise(bucket);
      return;
    }
    if ((positions[positions.length - 1] ?? -1) > at) bucket.mixed = true;
    positions.push(at);
  }

  /** Returns the next position, or -1 if there is none. */
  pop(): number {
    const [bucket] = this.#heap;
    if (bucket === undefined) return -1;
    if (bucket.mixed) {
      bucket.positions = Array.from(Int32Array.from(bucket.positions.slice(bucket.first)).sort());
      bucket.first = 0;
      bucket.mixed = false;
    }
    const at = bucket.positions[bucket.first] ?? -1;
    bucket.first += 1;
    this.rank = bucket.rank;
    if (bucket.first === bucket.positions.length) this.#drop();
    return at;
  }

  #rise(bucket: Bucket): void {
    const heap = this.#heap;
    let index = heap.length;
    heap.push(bucket);
    while (index > 0) {
      const parent = (index - 1) >> 1;
      const above = heap[parent];
      if (above === undefined || above.rank <= bucket.rank) break;
      heap[index] = above;
      index = parent;
    }
    heap[index] = bucket;
  }

  #drop(): void {
    const heap = this.#heap;
    const last = heap.pop();
    if (last === undefined || heap.length === 0) return;
    let index = 0;
    for (;;) {
      let child = 2 * index + 1;
      const left = heap[child];
      if (left === undefined) break;
      const right = heap[child + 1];
      let smaller = left;
      if (right !== undefined && right.rank < left.rank) {
        smaller = right;
        child += 1;
      }
      if (smaller.rank >= last.rank) break;
      heap[index] = smaller;
      index = child;
    }
    heap[index] = last;
  }
}
