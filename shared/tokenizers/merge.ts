/** Byte-pair merging over strings of bytes (each character code is one byte). Results are token lengths in bytes. */

export type Ranks = ReadonlyMap<string, number>;

const none = Number.POSITIVE_INFINITY;

/** Longer pieces use a heap: scanning for the best pair would be quadratic on a long run of one letter. */
const scanLimit = 96;

export function mergePiece(bytes: string, ranks: Ranks): readonly number[] {
  if (ranks.has(bytes)) return [bytes.length];
  return bytes.length <= scanLimit ? mergeByScan(bytes, ranks) : mergeByHeap(bytes, ranks);
}

function mergeByScan(bytes: string, ranks: Ranks): readonly number[] {
  const starts = Array.from({ length: bytes.length + 1 }, (_, index) => index);
  const rankAt = (index: number): number => ranks.get(bytes.slice(starts[index], starts[index + 2])) ?? none;
  const best = starts.slice(0, -2).map((_, index) => rankAt(index));
  for (;;) {
    let lowest = none;
    let at = -1;
    for (let index = 0; index < best.length; index += 1) {
      const rank = best[index] ?? none;
      if (rank < lowest) {
        lowest = rank;
        at = index;
      }
    }
    if (at === -1) break;
    starts.splice(at + 1, 1);
    best.splice(at, 1);
    if (at < best.length) best[at] = rankAt(at);
    if (at > 0) best[at - 1] = rankAt(at - 1);
  }
  return starts.slice(0, -1).map((start, index) => (starts[index + 1] ?? bytes.length) - start);
}

/**
 * A linked list of parts and a binary heap of candidate pairs keyed by rank, then position, as the scan would choose them.
 * A candidate is stale when one of its parts has changed since; it is recognised by its length.
 */
function mergeByHeap(bytes: string, ranks: Ranks): readonly number[] {
  const length = bytes.length;
  const next = new Int32Array(length + 1);
  const previous = new Int32Array(length + 1);
  const alive = new Uint8Array(length).fill(1);
  for (let at = 0; at <= length; at += 1) {
    next[at] = at + 1;
    previous[at] = at - 1;
  }
  const heap = createHeap();
  const end = (at: number): number => next[at] ?? length;
  const offer = (at: number): void => {
    const middle = end(at);
    if (middle >= length) return;
    const rank = ranks.get(bytes.slice(at, end(middle)));
    if (rank !== undefined) heap.push(rank, at, end(middle) - at);
  };
  for (let at = 0; at < length - 1; at += 1) offer(at);
  for (let top = heap.pop(); top !== undefined; top = heap.pop()) {
    const { at, size } = top;
    const middle = end(at);
    if (alive[at] !== 1 || middle >= length || end(middle) - at !== size) continue;
    alive[middle] = 0;
    const after = end(middle);
    next[at] = after;
    if (after <= length) previous[after] = at;
    offer(at);
    const before = previous[at] ?? -1;
    if (before >= 0) offer(before);
  }
  const lengths: number[] = [];
  for (let at = 0; at < length; at = end(at)) lengths.push(end(at) - at);
  return lengths;
}

interface Candidate {
  readonly rank: number;
  readonly at: number;
  readonly size: number;
}

function createHeap(): { push(rank: number, at: number, size: number): void; pop(): Candidate | undefined } {
  const items: Candidate[] = [];
  const before = (a: Candidate, b: Candidate): boolean => a.rank < b.rank || (a.rank === b.rank && a.at < b.at);
  return {
    push(rank, at, size) {
      const item = { rank, at, size };
      let index = items.length;
      items.push(item);
      while (index > 0) {
        const parent = (index - 1) >> 1;
        const above = items[parent];
        if (above === undefined || !before(item, above)) break;
        items[index] = above;
        index = parent;
      }
      items[index] = item;
    },
    pop() {
      const top = items[0];
      const last = items.pop();
      if (top === undefined || last === undefined || items.length === 0) return top;
      let index = 0;
      for (;;) {
        let child = 2 * index + 1;
        const left = items[child];
        if (left === undefined) break;
        const right = items[child + 1];
        let smaller = left;
        if (right !== undefined && before(right, left)) {
          smaller = right;
          child += 1;
        }
        if (!before(smaller, last)) break;
        items[index] = smaller;
        index = child;
      }
      items[index] = last;
      return top;
    },
  };
}
