import { isAscii, isUtf8 } from 'node:buffer';
import type { SourceId } from '../../../shared/document/types';
import { finding, placeOf, type Finding } from '../../../shared/sources/findings';

/** Larger files are not read: 16 MB fits no model, and the window must stay fast. */
export const maxFileBytes = 16 * 1024 * 1024;

export interface Decoded {
  readonly text: string;
  /** Kept so that saving restores it. */
  readonly bom: boolean;
  /** Byte offset of the first invalid UTF-8, from the start of the file. */
  readonly invalidAt: number | undefined;
  readonly binary: boolean;
}

const replacing = new TextDecoder('utf-8', { ignoreBOM: true });

export function decode(bytes: Uint8Array): Decoded {
  const bom = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  const body = bom ? bytes.subarray(3) : bytes;
  const valid = strictly(body);
  if (valid !== undefined) return { text: valid, bom, invalidAt: undefined, binary: isBinary(body) };
  return { text: replacing.decode(body), bom, invalidAt: (bom ? 3 : 0) + firstInvalid(body), binary: isBinary(body) };
}

export function encode(text: string, bom: boolean): Buffer {
  return Buffer.from(bom ? `\uFEFF${text}` : text, 'utf8');
}

export function decodeFindings(source: SourceId, decoded: Decoded): readonly Finding[] {
  const findings: Finding[] = [];
  if (decoded.bom)
    findings.push(
      finding(
        'info',
        'bom',
        'The file begins with a byte order mark, which is not counted as its text',
        placeOf(source),
      ),
    );
  if (decoded.binary)
    findings.push(finding('warning', 'binary', 'This looks like a binary file, not text', placeOf(source)));
  if (decoded.invalidAt !== undefined) {
    const at = decoded.text.indexOf('\uFFFD');
    const message = `Byte ${decoded.invalidAt} is not valid UTF-8; such bytes are shown as U+FFFD`;
    findings.push(
      finding('warning', 'invalid-utf8', message, placeOf(source, at, at + 1), {
        note: 'Save the file as UTF-8 in the editor that wrote it.',
      }),
    );
  }
  return findings;
}

/** Text has no NULs. One stray NUL is an accident; many mean a binary format. */
function isBinary(bytes: Uint8Array): boolean {
  const head = bytes.subarray(0, 8192);
  let zeros = 0;
  for (let at = head.indexOf(0); at !== -1; at = head.indexOf(0, at + 1)) zeros += 1;
  return zeros > 0 && zeros * 100 >= head.length;
}

/** Validating first and copying after is many times faster than a decoder that does both. */
function strictly(bytes: Uint8Array): string | undefined {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (isAscii(bytes)) return buffer.toString('latin1');
  return isUtf8(bytes) ? buffer.toString('utf8') : undefined;
}

/** Length of the longest valid prefix, by binary search: once a prefix is invalid, all longer ones are. */
function firstInvalid(bytes: Uint8Array): number {
  let low = 0;
  let high = bytes.length;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (isPrefixValid(bytes.subarray(0, middle))) low = middle;
    else high = middle - 1;
  }
  return sequenceStart(bytes, low);
}

/** With `stream`, a sequence cut off at the end is not an error. */
function isPrefixValid(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}

/** Steps back from `end` to the start of an unfinished sequence. */
function sequenceStart(bytes: Uint8Array, end: number): number {
  let start = end;
  while (start > 0 && end - start < 3 && ((bytes[start - 1] ?? 0) & 0xc0) === 0x80) start -= 1;
  const lead = bytes[start - 1] ?? 0;
  const length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc0 ? 2 : 1;
  return length > 1 && start - 1 + length > end ? start - 1 : end;
}
