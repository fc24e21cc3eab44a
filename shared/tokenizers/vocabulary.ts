import { unpackRanks, type TokenPool } from './packed-ranks';
import { utf8Length, writeUtf8 } from './utf8';

/** Index = rank; a token that is no text by itself is given as its bytes. */
export type RankTable = readonly (string | readonly number[] | Uint8Array | undefined)[];

function poolOf(table: RankTable): TokenPool {
  let size = 0;
  for (const entry of table) size += entry === undefined ? 0 : typeof entry === 'string' ? entry.length * 3 : entry.length;
  const bytes = new Uint8Array(size);
  const starts = new Uint32Array(table.length + 1);
  let end = 0;
  for (const [rank, entry] of table.entries()) {
    if (typeof entry === 'string') end = writeUtf8(entry, 0, entry.length, bytes, end);
    else if (entry !== undefined) {
      bytes.set(entry, end);
      end += entry.length;
    }
    starts[rank + 1] = end;
  }
  return { bytes, starts };
}

export const notAToken = -1;

const hashSeed = 0x811c_9dc5;
const hashFactor = 0x0100_0193;

/**
 * Token bytes to rank. A hash table over one pool of bytes: it is made in a fraction of the time a `Map` of strings takes,
 * and asking it needs no string to be cut.
 */
export class Vocabulary {
  readonly #pool: Uint8Array;
  /** Where each rank's bytes start in the pool; one more at the end. */
  readonly #starts: Uint32Array;
  /** Rank + 1 by hash, 0 where free. */
  readonly #slots: Int32Array;
  readonly #mask: number;
  /** The rank of each single byte. */
  readonly bytes = new Int32Array(256).fill(notAToken);

  constructor(table: RankTable | string) {
    const { bytes, starts } = typeof table === 'string' ? unpackRanks(table) : poolOf(table);
    this.#pool = bytes;
    this.#starts = starts;
    const count = starts.length - 1;
    this.#mask = 2 ** Math.ceil(Math.log2(count * 2)) - 1;
    this.#slots = new Int32Array(this.#mask + 1);
    for (let rank = 0; rank < count; rank += 1) {
      const [start, end] = [starts[rank] ?? 0, starts[rank + 1] ?? 0];
      if (end > start) this.#insert(rank, start, end);
    }
  }

  #insert(rank: number, start: number, end: number): void {
    let hash = hashSeed;
    for (let at = start; at < end; at += 1) hash = Math.imul(hash ^ (this.#pool[at] ?? 0), hashFactor);
    let slot = (hash ^ (hash >>> 15)) & this.#mask;
    while (this.#slots[slot] !== 0) slot = (slot + 1) & this.#mask;
    this.#slots[slot] = rank + 1;
    if (end - start === 1) this.bytes[this.#pool[start] ?? 0] = rank;
  }

  /** The rank of a stretch of bytes, or -1. */
  ofBytes(bytes: Uint8Array, from: number, to: number): number {
    let hash = hashSeed;
    for (let at = from; at < to; at += 1) hash = Math.imul(hash ^ (bytes[at] ?? 0), hashFactor);
    for (let slot = (hash ^ (hash >>> 15)) & this.#mask; ; slot = (slot + 1) & this.#mask) {
      const rank = (this.#slots[slot] ?? 0) - 1;
      if (rank === notAToken) return notAToken;
      const start = this.#starts[rank] ?? 0;
      if ((this.#starts[rank + 1] ?? 0) - start !== to - from) continue;
      let same = 0;
      while (from + same < to && this.#pool[start + same] === bytes[from + same]) same += 1;
      if (from + same === to) return rank;
    }
  }

  /** The rank of a stretch of text, or -1. */
  ofText(text: string, from: number, to: number): number {
    let hash = hashSeed;
    for (let at = from; at < to; at += 1) {
      const code = text.charCodeAt(at);
      if (code >= 0x80) return this.#ofWideText(text, from, to);
      hash = Math.imul(hash ^ code, hashFactor);
    }
    for (let slot = (hash ^ (hash >>> 15)) & this.#mask; ; slot = (slot + 1) & this.#mask) {
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

  /** Copies a token's bytes. Returns where they end. */
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

/** In bytes; no vocabulary here has one of more than 128. */
export const longestToken = 256;
