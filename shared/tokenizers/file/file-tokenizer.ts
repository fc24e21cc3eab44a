/** Reads a `tokenizer.json` with @huggingface/tokenizers. Loaded on demand: the library is large. */
import { Tokenizer, Unigram } from '@huggingface/tokenizers';
import { z } from 'zod';
import { chunkedEncoding } from '../incremental/chunked-encoding';
import type { PieceCounter } from '../incremental/cut-chunks';
import { fileCuts } from './file-cuts';
import type { ReadEncoding } from './file-encoding';
import { longestCached, PieceCache } from '../bpe/piece-cache';
import type { TextView } from '../types';
import { utf8Length, utf8Size } from '../utf8';

/** Text in several scripts: a tokenizer that cannot encode it is not usable. */
const probe = 'Hello, world!\n\t42 你好 🦜';

/** In characters; longer pieces are cut anywhere. Merging more takes over ten seconds. */
const longestPiece = 1_500_000;

/** The library passes all tokens of a piece as arguments of one call, whose number is limited. */
const longestUnigramPiece = 60_000;

const addedTokens = z.looseObject({
  added_tokens: z.array(
    z.looseObject({ content: z.string(), lstrip: z.boolean().nullish(), rstrip: z.boolean().nullish() }),
  ),
});

export function createFileEncoding(id: string, parsed: object): ReadEncoding {
  const tokenizer = new Tokenizer(parsed, {});
  const { added_tokens: added } = addedTokens.parse(parsed);
  const contents = new Set(added.map(({ content }) => content));
  const isByteLevel = /"type"\s*:\s*"ByteLevel"/.test(JSON.stringify({ ...parsed, model: undefined }));
  const sizeOf = (token: string): number => (contents.has(token) || !isByteLevel ? wordSize(token) : token.length);
  const proven = fileCuts(tokenizer, added);
  const [canCut, isCut] = [proven !== undefined, proven ?? (() => false)];
  const startsOf = createPieceStarts((piece) => tokenizer.tokenize(piece, { add_special_tokens: false }).map(sizeOf));
  const longest = tokenizer.model instanceof Unigram ? longestUnigramPiece : longestPiece;
  const counter: PieceCounter = {
    isSlow: true,
    isSafeCut: isCut,
    pieceEnd(text, at) {
      const limit = Math.min(text.length, at + longest);
      let end = canCut ? at + 1 : limit;
      while (end < limit && !isCut(text, end)) end += 1;
      return end;
    },
    count: (text, from, to) => startsOf(text.slice(from, to)).length,
    pushStarts(into, text, from, to, base) {
      for (const start of startsOf(text.slice(from, to))) into.push(from - base + start);
    },
  };
  const encoding = {
    ...chunkedEncoding(counter),
    id,
    isTooLong(view: TextView): boolean {
      if (view.length <= longest) return false;
      const text = view.toString();
      let at = 0;
      while (at + longest < text.length) {
        at = counter.pieceEnd(text, at);
        if (!isCut(text, at)) return true;
      }
      return false;
    },
  };
  return encoding.count(probe) === 0 ? { ok: false, problem: 'it makes no tokens' } : { ok: true, encoding };
}

/** Byte length of a token's text. The vocabulary writes a space as `▁` and a raw byte as `<0xE2>`. */
function wordSize(token: string): number {
  return /^<0x[0-9A-F]{2}>$/.test(token) ? 1 : utf8Length(token.replaceAll('▁', ' '));
}

/** Returns where the tokens of a piece start, in UTF-16 offsets. */
function createPieceStarts(sizesOf: (piece: string) => readonly number[]): (piece: string) => Uint32Array {
  const cache = new PieceCache<Uint32Array>();
  /** A long piece is counted first, and its offsets are requested directly after. */
  let last = '';
  let lastStarts: Uint32Array = new Uint32Array();
  return (piece) => {
    if (piece.length > longestCached) {
      if (piece !== last) lastStarts = offsetsOf(piece, sizesOf(piece));
      last = piece;
      return lastStarts;
    }
    const cached = cache.get(piece);
    if (cached !== undefined) return cached;
    const starts = offsetsOf(piece, sizesOf(piece));
    cache.set(piece, starts);
    return starts;
  };
}

/**
 * A normalizer may change the length; the tokens are then spread over the piece in proportion. A token that starts
 * inside a character has that character's offset.
 */
function offsetsOf(piece: string, sizes: readonly number[]): Uint32Array {
  const all = sizes.reduce((sum, size) => sum + size, 0);
  const stretch = all === 0 ? 0 : utf8Length(piece) / all;
  const starts = new Uint32Array(sizes.length);
  let [tokenByte, charByte, at] = [0, 0, 0];
  for (const [index, size] of sizes.entries()) {
    const wanted = stretch === 1 ? tokenByte : Math.floor(tokenByte * stretch);
    while (at < piece.length) {
      const point = piece.codePointAt(at) ?? 0;
      if (charByte + utf8Size(point) > wanted) break;
      charByte += utf8Size(point);
      at += point > 0xffff ? 2 : 1;
    }
    starts[index] = at;
    tokenByte += size;
  }
  return starts;
}
