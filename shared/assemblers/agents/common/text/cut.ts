import { utf8Length } from '../../../../document/utf8-length';
import { changedRope, fileRope, sliceRope, type Rope } from '../../../../sources/text/rope';
import type { SourceBlob, SourceFile } from '../../../../sources/types';
import { markRope } from './file-rope';

/**
 * The first `limit` bytes of a file, decoded with U+FFFD for what is not valid UTF-8, as agents cut that count bytes. A
 * character that the cut splits becomes U+FFFD too. `bytes` are needed only where the file is not valid UTF-8.
 */
export function cutAtByte(file: SourceFile, bytes: SourceBlob | undefined, limit: number): Rope {
  const mark = markRope(file);
  const whole = [...mark, ...fileRope(file)];
  const { units, split } =
    bytes === undefined || !file.text.includes('\uFFFD')
      ? unitsOfText(`${mark.length > 0 ? '\uFEFF' : ''}${file.text}`, limit)
      : unitsOfBytes(decodeBase64(bytes.base64, limit));
  const at = Math.max(0, units - mark.length);
  return split
    ? [
        ...sliceRope(whole, 0, units),
        ...changedRope(file.id, at, Math.min(at + 1, file.text.length), '\uFFFD', 'truncated'),
      ]
    : sliceRope(whole, 0, units);
}

interface Cut {
  /** UTF-16 code units of complete characters. */
  readonly units: number;
  /** True if bytes of a further character follow. */
  readonly split: boolean;
}

function unitsOfText(text: string, limit: number): Cut {
  let bytes = 0;
  let units = 0;
  for (const character of text) {
    const next = bytes + utf8Length(character);
    if (next > limit) return { units, split: bytes < limit };
    bytes = next;
    units += character.length;
  }
  return { units, split: false };
}

/** Follows the decoder of the WHATWG, which Rust's lossy decoding agrees with: one U+FFFD for each broken sequence. */
function unitsOfBytes(bytes: readonly number[]): Cut {
  let units = 0;
  let at = 0;
  while (at < bytes.length) {
    const step = sequenceAt(bytes, at);
    if (step.open) return { units, split: true };
    units += step.length === 4 ? 2 : 1;
    at += step.length;
  }
  return { units, split: false };
}

/** Length of the sequence at `at`, valid or broken. `open`: the bytes end within it. */
function sequenceAt(bytes: readonly number[], at: number): { readonly length: number; readonly open: boolean } {
  const lead = bytes[at] ?? 0;
  const need =
    lead < 0x80
      ? 1
      : lead >= 0xc2 && lead < 0xe0
        ? 2
        : lead >= 0xe0 && lead < 0xf0
          ? 3
          : lead >= 0xf0 && lead < 0xf5
            ? 4
            : 0;
  if (need < 2) return { length: 1, open: false };
  for (let index = 1; index < need; index += 1) {
    const byte = bytes[at + index];
    if (byte === undefined) return { length: index, open: true };
    const low = index > 1 ? 0x80 : lead === 0xe0 ? 0xa0 : lead === 0xf0 ? 0x90 : 0x80;
    const high = index > 1 ? 0xbf : lead === 0xed ? 0x9f : lead === 0xf4 ? 0x8f : 0xbf;
    // A broken four-byte sequence of three good bytes is one U+FFFD, like every other.
    if (byte < low || byte > high) return { length: index === 3 ? 3 : index, open: false };
  }
  return { length: need, open: false };
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** The first `most` bytes. */
function decodeBase64(text: string, most: number): readonly number[] {
  const bytes: number[] = [];
  let bits = 0;
  let held = 0;
  for (const character of text) {
    const value = alphabet.indexOf(character);
    if (value < 0 || bytes.length >= most) break;
    bits = (bits << 6) | value;
    held += 6;
    if (held < 8) continue;
    held -= 8;
    bytes.push((bits >> held) & 0xff);
    bits &= (1 << held) - 1;
  }
  return bytes.slice(0, most);
}
