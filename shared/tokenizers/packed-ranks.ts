const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const values = new Uint8Array(128);
for (let value = 0; value < 64; value += 1) values[alphabet.charCodeAt(value)] = value;

/** The tokens of a vocabulary, one after the other. */
export interface TokenPool {
  readonly bytes: Uint8Array;
  /** Where each rank's bytes start; one more at the end. A rank without bytes is no token. */
  readonly starts: Uint32Array;
}

/** A vocabulary as the bundle holds it (build/vite/packed-ranks.ts): count, lengths and bytes, in base64. */
export function unpackRanks(packed: string): TokenPool {
  const all = decodeBase64(packed);
  const count = new DataView(all.buffer).getUint32(0, true);
  const starts = new Uint32Array(count + 1);
  let end = 0;
  for (let rank = 0; rank < count; rank += 1) {
    end += all[4 + rank] ?? 0;
    starts[rank + 1] = end;
  }
  return { bytes: all.subarray(4 + count), starts };
}

function decodeBase64(text: string): Uint8Array<ArrayBuffer> {
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  const bytes = new Uint8Array((text.length / 4) * 3 - padding);
  const at = (index: number): number => values[text.charCodeAt(index)] ?? 0;
  let end = 0;
  for (let from = 0; from < text.length; from += 4) {
    const bits = (at(from) << 18) | (at(from + 1) << 12) | (at(from + 2) << 6) | at(from + 3);
    bytes[end] = bits >> 16;
    bytes[end + 1] = bits >> 8;
    bytes[end + 2] = bits;
    end += 3;
  }
  return bytes;
}
