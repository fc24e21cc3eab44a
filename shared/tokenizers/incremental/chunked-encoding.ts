import type { PieceCounter } from './cut-chunks';
import { EncodedText, encodeText, type Chunks } from './encoded-text';
import type { Encoded, Encoding } from '../types';

/** An encoded text without the text, to send between threads. */
export interface PackedChunks extends Chunks {
  /** Where each token starts in its chunk, if recomputing it is slow. */
  readonly starts?: Uint32Array<ArrayBuffer>;
}

/** Encodes a text in chunks and re-encodes only changed chunks. */
export interface ChunkedEncoding extends Encoding {
  /**
   * Stops at a safe cut once `isStopped` returns true. The result covers the text up to there; pass it as `previous` to
   * continue.
   */
  encodeUntil(text: string, previous: Encoded | undefined, isStopped: () => boolean): Encoded;
  pack(encoded: Encoded): PackedChunks | undefined;
  unpack(text: string, packed: PackedChunks): Encoded;
}

export function chunkedEncoding(counter: PieceCounter): Omit<ChunkedEncoding, 'id'> {
  return {
    count: (text) => encodeText(counter, text).total,
    encode: (text, previous, same) =>
      encodeText(counter, text, previous instanceof EncodedText ? previous : undefined, undefined, same),
    encodeUntil: (text, previous, isStopped) =>
      encodeText(counter, text, previous instanceof EncodedText ? previous : undefined, isStopped),
    pack(encoded) {
      if (!(encoded instanceof EncodedText)) return undefined;
      const { offsets, sums } = encoded.chunks();
      return counter.isSlow === true ? { offsets, sums, starts: encoded.allStarts() } : { offsets, sums };
    },
    unpack: (text, packed) => unpackChunks(text, packed, counter),
  };
}

/** Without a counter, only for chunks packed with `starts`. */
export function unpackChunks(text: string, { offsets, sums, starts }: PackedChunks, counter?: PieceCounter): Encoded {
  const inChunks =
    starts === undefined
      ? []
      : Array.from(offsets.subarray(1), (_, index) => starts.subarray(sums[index], sums[index + 1]));
  return new EncodedText(counter, text, { offsets, sums }, inChunks);
}
