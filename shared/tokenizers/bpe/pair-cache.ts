/** Not cached yet; -1 means "these two do not merge". */
export const unknownPair = -2;

/**
 * Caches the merge of two adjacent tokens by their ranks: a long run of one letter asks a million times. Open
 * addressing. A half-full table is cleared, because every result can be recomputed.
 */
export class PairCache {
  readonly #mask: number;
  readonly #keys: Float64Array;
  readonly #values: Int32Array;
  #size = 0;

  constructor(bits = 16) {
    this.#mask = (1 << bits) - 1;
    this.#keys = new Float64Array(1 << bits).fill(-1);
    this.#values = new Int32Array(1 << bits);
  }

  get(left: number, right: number): number {
    const slot = this.#slotOf(left, right);
    return this.#keys[slot] === -1 ? unknownPair : (this.#values[slot] ?? unknownPair);
  }

  set(left: number, right: number, rank: number): void {
    if (this.#size > this.#mask >> 1) {
      this.#keys.fill(-1);
      this.#size = 0;
    }
    const slot = this.#slotOf(left, right);
    this.#keys[slot] = keyOf(left, right);
    this.#values[slot] = rank;
    this.#size += 1;
  }

  /** Returns the pair's slot, or the free slot for it. */
  #slotOf(left: number, right: number): number {
    const key = keyOf(left, right);
    let slot = ((Math.imul(left, 0x9e37_79b1) ^ Math.imul(right, 0x85eb_ca6b)) >>> 7) & this.#mask;
    for (;;) {
      const stored = this.#keys[slot];
      if (stored === key || stored === -1) return slot;
      slot = (slot + 1) & this.#mask;
    }
  }
}

/** Ranks are below 2²². */
function keyOf(left: number, right: number): number {
  return left * 0x40_0000 + right;
}
