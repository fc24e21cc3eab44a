/** Undoes the content encoding of a copied body. What can be read of a broken one is kept. */
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib';
import { Decompress } from 'fzstd';

export interface DecodedBody {
  readonly bytes: Buffer;
  readonly complete: boolean;
  /** Why the body is not complete, in words. */
  readonly problem: string | null;
}

/** Longer bodies are cut: a small body may be made to unpack to any length. */
const usualMost = 512 * 1024 * 1024;

/** `encoding` is the value of `content-encoding`: names in the order in which they were applied. */
export async function decodeBody(body: Buffer, encoding: string | null, most = usualMost): Promise<DecodedBody> {
  const names = namesIn(encoding);
  if (names.length > mostNames)
    return {
      bytes: body,
      complete: false,
      problem: `The body is packed ${names.length} times and was left as it came`,
    };
  let decoded: DecodedBody = { bytes: body, complete: true, problem: null };
  for (const name of names.toReversed()) {
    const next = await undo(decoded.bytes, name, most);
    decoded = { ...next, complete: decoded.complete && next.complete, problem: decoded.problem ?? next.problem };
  }
  return decoded;
}

/** False if the bytes on the wire need no decoding. */
export function isEncoded(encoding: string | null): boolean {
  return namesIn(encoding).length > 0;
}

function namesIn(encoding: string | null): readonly string[] {
  return (encoding ?? '')
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '' && name !== 'identity');
}

/** More encodings than any client or server applies to one body. */
const mostNames = 8;

async function undo(body: Buffer, name: string, most: number): Promise<DecodedBody> {
  if (body.length === 0) return { bytes: body, complete: true, problem: null };
  switch (name) {
    case 'gzip':
    case 'x-gzip':
      return unpack(body, createGunzip(), name, most);
    case 'br':
      return unpack(body, createBrotliDecompress(), name, most);
    case 'deflate':
      // The name means the format of zlib, but some servers leave out its header of two bytes.
      return unpack(body, (body[0] ?? 0) % 16 === 8 ? createInflate() : createInflateRaw(), name, most);
    case 'zstd':
      return unpackZstd(body, most);
    default:
      return { bytes: body, complete: false, problem: `The content encoding "${name.slice(0, 40)}" is not known` };
  }
}

async function unpack(
  body: Buffer,
  unpacker: ReturnType<typeof createGunzip>,
  name: string,
  most: number,
): Promise<DecodedBody> {
  const parts = partsUpTo(most);
  unpacker.end(body);
  try {
    for await (const part of unpacker) if (Buffer.isBuffer(part) && !parts.add(part)) return parts.cut();
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    return { bytes: parts.bytes(), complete: false, problem: `The ${name} data is broken or ends early` };
  }
  return { bytes: parts.bytes(), complete: true, problem: null };
}

const pushedAtOnce = 256 * 1024;

class TooLong extends Error {}

/** Uses a library in plain JavaScript. It unpacks in pieces, so that other work gets its turn. */
async function unpackZstd(body: Buffer, most: number): Promise<DecodedBody> {
  const parts = partsUpTo(most);
  const unpacker = new Decompress((part) => {
    // A few bytes may unpack to gigabytes within one push: only an error stops it.
    if (!parts.add(part)) throw new TooLong();
  });
  try {
    for (let at = 0; at < body.length; at += pushedAtOnce) {
      const end = Math.min(at + pushedAtOnce, body.length);
      unpacker.push(body.subarray(at, end), end === body.length);
      await new Promise((resolve) => setImmediate(resolve));
    }
  } catch (error) {
    if (error instanceof TooLong) return parts.cut();
    if (!(error instanceof Error && 'code' in error)) throw error;
    return { bytes: parts.bytes(), complete: false, problem: 'The zstd data is broken or ends early' };
  }
  return { bytes: parts.bytes(), complete: true, problem: null };
}

interface BodyParts {
  /** False if there is no room for it: the part is cut, and no more must come. */
  add(part: Uint8Array): boolean;
  bytes(): Buffer;
  cut(): DecodedBody;
}

function partsUpTo(most: number): BodyParts {
  const parts: Uint8Array[] = [];
  let length = 0;
  const bytes = (): Buffer => Buffer.concat(parts);
  return {
    bytes,
    cut: () => ({ bytes: bytes(), complete: false, problem: 'The unpacked body is too long and was cut' }),
    add(part) {
      const fitting = part.subarray(0, most - length);
      parts.push(fitting);
      length += fitting.length;
      return fitting.length === part.length;
    },
  };
}
