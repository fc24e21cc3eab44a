/** A vocabulary as three arrays, which the build creates and the app only reads. */
import { writeUtf8 } from '../utf8';

/** The index is the rank; a token that is not valid text is given as bytes. */
export type RankTable = readonly (string | readonly number[] | Uint8Array | undefined)[];

export interface VocabularyTables {
  /** The bytes of all tokens, concatenated. */
  readonly pool: Uint8Array;
  /** Offset of each rank's bytes in the pool, plus the end. A rank without bytes is not a token. */
  readonly starts: Uint32Array;
  /** Hash table of rank + 1, 0 if free; its size is a power of two. */
  readonly slots: Int32Array;
}

export const hashSeed = 0x811c_9dc5;
export const hashFactor = 0x0100_0193;

export function slotOf(hash: number, mask: number): number {
  return (hash ^ (hash >>> 15)) & mask;
}

export function tablesOf(table: RankTable): VocabularyTables {
  let size = 0;
  for (const entry of table)
    size += entry === undefined ? 0 : typeof entry === 'string' ? entry.length * 3 : entry.length;
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
  const pool = bytes.slice(0, end);
  return { pool, starts, slots: slotsOf(pool, starts) };
}

function slotsOf(pool: Uint8Array, starts: Uint32Array): Int32Array {
  const count = starts.length - 1;
  const slots = new Int32Array(2 ** Math.ceil(Math.log2(Math.max(1, count) * 2)));
  const mask = slots.length - 1;
  for (let rank = 0; rank < count; rank += 1) {
    const [start, end] = [starts[rank] ?? 0, starts[rank + 1] ?? 0];
    if (start === end) continue;
    let hash = hashSeed;
    for (let at = start; at < end; at += 1) hash = Math.imul(hash ^ (pool[at] ?? 0), hashFactor);
    let slot = slotOf(hash, mask);
    while (slots[slot] !== 0) slot = (slot + 1) & mask;
    slots[slot] = rank + 1;
  }
  return slots;
}

const headWords = 2;

/**
 * Format: the lengths of `starts` and `slots`, then `starts`, `slots` and the pool. Numbers are 32-bit little-endian.
 */
export function packTables({ pool, starts, slots }: VocabularyTables): Uint8Array {
  const words = [starts.length, slots.length, ...starts, ...slots];
  const packed = new Uint8Array(words.length * 4 + pool.length);
  const view = new DataView(packed.buffer);
  for (const [index, word] of words.entries()) view.setUint32(index * 4, word, true);
  packed.set(pool, words.length * 4);
  return packed;
}

export function unpackTables(packed: Uint8Array): VocabularyTables {
  const [startsLength = 0, slotsLength = 0] = wordsAt(packed, 0, headWords);
  const slots = wordsAt(packed, headWords + startsLength, slotsLength);
  return {
    starts: wordsAt(packed, headWords, startsLength),
    slots: new Int32Array(slots.buffer, slots.byteOffset, slots.length),
    pool: packed.subarray((headWords + startsLength + slotsLength) * 4),
  };
}

const lowestFirst = new Uint8Array(new Uint32Array([1]).buffer)[0] === 1;

/** Uses the bytes in place if the machine is little-endian. */
function wordsAt(packed: Uint8Array, word: number, count: number): Uint32Array {
  const at = packed.byteOffset + word * 4;
  if (lowestFirst && at % 4 === 0) return new Uint32Array(packed.buffer, at, count);
  const view = new DataView(packed.buffer, at);
  return Uint32Array.from({ length: count }, (_, index) => view.getUint32(index * 4, true));
}
