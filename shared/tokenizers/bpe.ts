import { chunksOf } from './chunks';
import { mergePiece, type Ranks } from './merge';
import { splitPattern } from './patterns';
import type { Encoding, EncodingId } from './types';

type RankTable = readonly (string | readonly number[] | Uint8Array | undefined)[];

/** Chunks and pieces seen lately; an edit finds all but its own lines here. */
const cacheLimit = 50_000;

/** Special-token texts such as `<|endoftext|>` are plain text in a prompt and are counted as such. */
export function createEncoding(id: EncodingId, table: RankTable): Encoding {
  const ranks = byteRanks(table);
  const pattern = splitPattern(id);
  const chunks = new Map<string, readonly number[]>();
  const pieces = new Map<string, readonly number[]>();
  const pieceLengths = (piece: string): readonly number[] => remember(pieces, piece, () => mergePiece(toBytes(piece), ranks));
  const chunkStarts = (chunk: string): readonly number[] =>
    remember(chunks, chunk, () => {
      const starts: number[] = [];
      for (const match of chunk.matchAll(pattern)) pushStarts(starts, match.index, match[0], pieceLengths(match[0]));
      return starts;
    });
  return {
    id,
    count: (text) => chunksOf(text).reduce((sum, chunk) => sum + chunkStarts(chunk).length, 0),
    tokenStarts(text) {
      const starts: number[] = [];
      let base = 0;
      for (const chunk of chunksOf(text)) {
        for (const start of chunkStarts(chunk)) starts.push(base + start);
        base += chunk.length;
      }
      return starts;
    },
  };
}

function remember(cache: Map<string, readonly number[]>, key: string, make: () => readonly number[]): readonly number[] {
  const known = cache.get(key);
  if (known !== undefined) return known;
  const made = make();
  if (cache.size >= cacheLimit) for (const old of [...cache.keys()].slice(0, cacheLimit >> 1)) cache.delete(old);
  cache.set(key, made);
  return made;
}

function byteRanks(table: RankTable): Ranks {
  const ranks = new Map<string, number>();
  for (const [rank, entry] of table.entries()) {
    if (typeof entry === 'string') ranks.set(toBytes(entry), rank);
    else if (entry !== undefined) ranks.set(String.fromCharCode(...entry), rank);
  }
  return ranks;
}

// oxlint-disable-next-line no-control-regex -- the ASCII range is meant
const ascii = /^[\u0000-\u007F]*$/;

/** UTF-8 as a string of byte values; a lone surrogate is U+FFFD, as in every UTF-8 encoder. */
function toBytes(text: string): string {
  if (ascii.test(text)) return text;
  let bytes = '';
  for (const char of text) {
    const point = char.codePointAt(0) ?? 0;
    const code = point >= 0xd800 && point <= 0xdfff ? 0xfffd : point;
    if (code < 0x80) bytes += String.fromCharCode(code);
    else if (code < 0x800) bytes += String.fromCharCode(0xc0 | (code >> 6), 0x80 | (code & 63));
    else if (code < 0x1_0000) bytes += String.fromCharCode(0xe0 | (code >> 12), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63));
    else bytes += String.fromCharCode(0xf0 | (code >> 18), 0x80 | ((code >> 12) & 63), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63));
  }
  return bytes;
}

function utf8Length(code: number): number {
  if (code < 0x80) return 1;
  if (code < 0x800) return 2;
  return code < 0x1_0000 ? 3 : 4;
}

/** Walks tokens (byte lengths) and characters (UTF-16 offsets) side by side. */
function pushStarts(starts: number[], base: number, piece: string, lengths: readonly number[]): void {
  if (lengths.length === 1) {
    starts.push(base);
    return;
  }
  let tokenByte = 0;
  let at = 0;
  let charByte = 0;
  for (const length of lengths) {
    for (;;) {
      const code = piece.codePointAt(at) ?? 0;
      const size = utf8Length(code);
      if (charByte + size > tokenByte) break;
      charByte += size;
      at += code > 0xffff ? 2 : 1;
    }
    starts.push(base + at);
    tokenByte += length;
  }
}
