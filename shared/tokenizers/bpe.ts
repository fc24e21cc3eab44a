import { EncodedText, encodeText, type Chunks, type PieceCounter } from './encoded-text';
import { LongMerger } from './long-merge';
import { Merger } from './merge';
import { pieceEnds } from './pieces';
import type { Encoded, Encoding, EncodingId } from './types';
import { utf8Size, writeUtf8 } from './utf8';
import { notAToken, Vocabulary, type RankTable } from './vocabulary';

/** Pieces seen lately that are no token themselves. */
const cacheLimit = 50_000;

/** Longer ones are seldom seen twice. */
const cachedLength = 64;

/** An encoded text without the text, to be sent from one thread to another. */
export type PackedChunks = Chunks;

export interface BpeEncoding extends Encoding {
  readonly id: EncodingId;
  /** Stops at a safe cut once `isStopped`: the result then is that of the text up to there, and `previous` for going on. */
  encodeUntil(text: string, previous: Encoded | undefined, isStopped: () => boolean): Encoded;
  pack(encoded: Encoded): PackedChunks | undefined;
  unpack(text: string, packed: PackedChunks): Encoded;
}

/** Special-token texts such as `<|endoftext|>` are plain text in a prompt and are counted as such. */
export function createEncoding(id: EncodingId, table: RankTable | string): BpeEncoding {
  const vocabulary = new Vocabulary(table);
  const rowOf = createPieceRows(vocabulary);
  const counter: PieceCounter = {
    pieceEnd: pieceEnds[id],
    count: (text, from, to) => (vocabulary.ofText(text, from, to) === notAToken ? rowOf(text, from, to).length : 1),
    pushStarts(into, text, from, to, base) {
      if (vocabulary.ofText(text, from, to) !== notAToken) into.push(from - base);
      else pushOffsets(into, text, from, base, rowOf(text, from, to), vocabulary);
    },
  };
  return {
    id,
    count: (text) => encodeText(counter, text).total,
    encode: (text, previous, same) => encodeText(counter, text, previous instanceof EncodedText ? previous : undefined, undefined, same),
    encodeUntil: (text, previous, isStopped) => encodeText(counter, text, previous instanceof EncodedText ? previous : undefined, isStopped),
    pack: (encoded) => (encoded instanceof EncodedText ? { offsets: encoded.offsets, sums: encoded.sums } : undefined),
    unpack: (text, packed) => new EncodedText(counter, text, packed),
  };
}

/** The ranks of the tokens of a piece that is no token itself. */
function createPieceRows(vocabulary: Vocabulary): (text: string, from: number, to: number) => ArrayLike<number> {
  const merger = new Merger(vocabulary);
  const long = new LongMerger(vocabulary, merger);
  const cache = new Map<string, readonly number[]>();
  const scratch = new Uint8Array(3 * cachedLength);
  return (text, from, to) => {
    if (to - from > cachedLength) {
      const bytes = new Uint8Array(3 * (to - from));
      return long.merge(bytes, writeUtf8(text, from, to, bytes));
    }
    const piece = text.slice(from, to);
    const known = cache.get(piece);
    if (known !== undefined) return known;
    const row = Array.from(merger.merge(scratch, 0, writeUtf8(piece, 0, piece.length, scratch)));
    if (cache.size >= cacheLimit) for (const old of [...cache.keys()].slice(0, cacheLimit >> 1)) cache.delete(old);
    cache.set(detached(piece), row);
    return row;
  };
}

/** A copy: a slice would keep the whole text it was cut from. */
function detached(piece: string): string {
  const codes = new Uint16Array(piece.length);
  for (let at = 0; at < piece.length; at += 1) codes[at] = piece.charCodeAt(at);
  return String.fromCharCode(...codes);
}

/** Walks tokens (in bytes) and characters (in UTF-16 offsets) side by side. */
function pushOffsets(into: number[], text: string, from: number, base: number, row: ArrayLike<number>, vocabulary: Vocabulary): void {
  let tokenByte = 0;
  let at = from;
  let charByte = 0;
  for (let index = 0; index < row.length; index += 1) {
    for (;;) {
      const point = text.codePointAt(at) ?? 0;
      const size = utf8Size(point);
      if (charByte + size > tokenByte) break;
      charByte += size;
      at += point > 0xffff ? 2 : 1;
    }
    into.push(at - base);
    tokenByte += vocabulary.lengthOf(row[index] ?? 0);
  }
}
