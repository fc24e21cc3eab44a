import { chunkedEncoding, type ChunkedEncoding } from '../incremental/chunked-encoding';
import type { PieceCounter } from '../incremental/cut-chunks';
import { LongMerger } from './long-merge';
import { Merger } from './merge';
import { longestCached, PieceCache } from './piece-cache';
import { pieceEnds } from '../split/pieces';
import { isSafeCut } from '../split/safe-cut';
import type { EncodingId } from '../types';
import { utf8Size, writeUtf8 } from '../utf8';
import { notAToken, Vocabulary, type RankTable } from './vocabulary';

export interface BpeEncoding extends ChunkedEncoding {
  readonly id: EncodingId;
}

/** Special tokens such as `<|endoftext|>` are plain text in a prompt and are counted as text. */
export function createEncoding(id: EncodingId, table: RankTable | Uint8Array): BpeEncoding {
  const vocabulary = new Vocabulary(table);
  const rowOf = createPieceRows(vocabulary);
  const counter: PieceCounter = {
    pieceEnd: pieceEnds[id],
    isSafeCut,
    count: (text, from, to) => (vocabulary.ofText(text, from, to) === notAToken ? rowOf(text, from, to).length : 1),
    pushStarts(into, text, from, to, base) {
      if (vocabulary.ofText(text, from, to) !== notAToken) into.push(from - base);
      else pushOffsets(into, text, from, base, rowOf(text, from, to), vocabulary);
    },
  };
  return { ...chunkedEncoding(counter), id };
}

/** Returns the token ranks of a piece that is not itself a token. */
function createPieceRows(vocabulary: Vocabulary): (text: string, from: number, to: number) => ArrayLike<number> {
  const merger = new Merger(vocabulary);
  const long = new LongMerger(vocabulary, merger);
  const cache = new PieceCache<readonly number[]>();
  const scratch = new Uint8Array(3 * longestCached);
  return (text, from, to) => {
    if (to - from > longestCached) {
      const bytes = new Uint8Array(3 * (to - from));
      return long.merge(bytes, writeUtf8(text, from, to, bytes));
    }
    const piece = text.slice(from, to);
    const cached = cache.get(piece);
    if (cached !== undefined) return cached;
    const row = Array.from(merger.merge(scratch, 0, writeUtf8(piece, 0, piece.length, scratch)));
    cache.set(piece, row);
    return row;
  };
}

/** Walks tokens (in bytes) and characters (in UTF-16 offsets) in parallel. */
function pushOffsets(
  into: number[],
  text: string,
  from: number,
  base: number,
  row: ArrayLike<number>,
  vocabulary: Vocabulary,
): void {
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
