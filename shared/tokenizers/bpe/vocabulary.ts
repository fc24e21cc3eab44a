import { utf8Length, writeUtf8 } from '../utf8';
import { hashFactor, hashSeed, slotOf, tablesOf, unpackTables, type RankTable } from './vocabulary-tables';

export type { RankTable };

export const notAToken = -1;

/**
 * Maps token bytes to ranks. A hash table over one pool of bytes: faster to build than a `Map` of strings, and lookups
 * need no substring.
 */
export class Vocabulary {
  readonly #pool: Uint8Array;
  readonly #starts: Uint32Array;
  readonly #slots: Int32Array;
  readonly #mask: number;
  /** The rank of each single byte. */
  readonly bytes = new Int32Array(256).fill(notAToken);

  /** Takes a table, or the packed form that the build made (`packTables`). */
  constructor(table: RankTable | Uint8Array) {
    const { pool, starts, slots } = table instanceof Uint8Array ? unpackTables(table) : tablesOf(table);
    this.#pool = pool;
    this.#starts = starts;
    this.#slots = slots;
    this.#mask = slots.length - 1;
    const single = new Uint8Array(1);
    for (let byte = 0; byte < 256; byte += 1) {
      single[0] = byte;
      this.bytes[byte] = this.ofBytes(single, 0, 1);
    }
  }

  /** Returns the rank of a range of bytes, or -1. */
  ofBytes(bytes: Uint8Array, from: number, to: number): number {
    let hash = hashSeed;
    for (let at = from; at < to; at += 1) hash = Math.imul(hash ^ (bytes[at] ?? 0), hashFactor);
    for (let slot = slotOf(hash, this.#mask); ; slot = (slot + 1) & this.#mask) {
      const rank = (this.#slots[slot] ?? 0) - 1;
      if (rank === notAToken) return notAToken;
      const start = this.#starts[rank] ?? 0;
      if ((this.#starts[rank + 1] ?? 0) - start !== to - from) continue;
      let same = 0;
      while (from + same < to && this.#pool[start + same] === bytes[from + same]) same += 1;
      if (from + same === to) return rank;
    }
  }

  /** Returns the rank of a range of text, or -1. */
  ofText(text: string, from: number, to: number): number {
    let hash = hashSeed;
    for (let at = from; at < to; at += 1) {
      const code = text.charCodeAt(at);
      if (code >= 0x80) return this.#ofWideText(text, from, to);
      hash = Math.imul(hash ^ code, hashFactor);
    }
    for (let slot = slotOf(hash, this.#mask); ; slot = (slot + 1) & this.#mask) {
      const rank = (this.#slots[slot] ?? 0) - 1;
      if (rank === notAToken) return notAToken;
      const start = this.#starts[rank] ?? 0;
      if ((this.#starts[rank + 1] ?? 0) - start !== to - from) continue;
      let same = 0;
      while (from + same < to && this.#pool[start + same] === text.charCodeAt(from + same)) same += 1;
      if (from + same === to) return rank;
    }
  }

  lengthOf(rank: number): number {
    return (this.#starts[rank + 1] ?? 0) - (this.#starts[rank] ?? 0);
  }

  /** Copies a token's bytes and returns their end. */
  copyBytes(rank: number, into: Uint8Array, at: number): number {
    const start = this.#starts[rank] ?? 0;
    const length = this.lengthOf(rank);
    for (let each = 0; each < length; each += 1) into[at + each] = this.#pool[start + each] ?? 0;
    return at + length;
  }

  readonly #scratch = new Uint8Array(3 * longestToken);

  #ofWideText(text: string, from: number, to: number): number {
    if (to - from > longestToken || utf8Length(text, from, to) > longestToken) return notAToken;
    return this.ofBytes(this.#scratch, 0, writeUtf8(text, from, to, this.#scratch));
  }
}

/** In bytes; no vocabulary here has a token longer than 128. */
export const longestToken = 256;
