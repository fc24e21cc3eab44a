/**
 * Reads the names in a git index (versions 2 to 4, also split). We parse it because git is never run in an opened
 * folder. The bytes are untrusted; anything that is not an index gives undefined.
 */

export interface IndexNames {
  /** As bytes, in index order. A file with several merge stages appears once per stage. */
  readonly names: readonly Buffer[];
  /** The names of nested repositories. */
  readonly links: readonly Buffer[];
}

interface Entry {
  readonly name: Buffer;
  readonly kind: 'file' | 'link' | 'folder';
}

interface Parsed {
  readonly entries: readonly Entry[];
  /** For a split index: the shared index it extends, and the entries removed from that. */
  readonly base: { readonly id: string; readonly removed: (at: number) => boolean } | undefined;
}

const headerBytes = 12;
const statBytes = 40;
const linkMode = 0o160000;
const folderMode = 0o040000;

/** `shared` reads the index that a split index extends. */
export function readIndexNames(bytes: Buffer, shared: (id: string) => Buffer | undefined): IndexNames | undefined {
  const own = parseEither(bytes);
  if (own?.base === undefined) return own === undefined ? undefined : namesOf(own.entries);
  const { id, removed } = own.base;
  const below = shared(id);
  const base = below === undefined ? undefined : parseEither(below);
  if (base === undefined || base.base !== undefined) return undefined;
  // An entry that replaces one of the shared index has no name.
  return namesOf([
    ...base.entries.filter((_, at) => !removed(at)),
    ...own.entries.filter(({ name }) => name.length > 0),
  ]);
}

/** A folder outside a sparse checkout has only its own name in the index: it is not a file. */
function namesOf(entries: readonly Entry[]): IndexNames {
  const of = (kind: Entry['kind']): readonly Buffer[] =>
    entries.filter((entry) => entry.kind === kind).map(({ name }) => name);
  return { names: of('file'), links: of('link') };
}

/** Object ids have 20 bytes (SHA-1) or 32 (SHA-256). Only the right length parses to the end. */
function parseEither(bytes: Buffer): Parsed | undefined {
  for (const idBytes of [20, 32]) {
    try {
      const parsed = parseIndex(bytes, idBytes);
      if (parsed !== undefined) return parsed;
    } catch (error) {
      // Read past the end: the file is cut off, or ids have the other length.
      if (!(error instanceof RangeError)) throw error;
    }
  }
  return undefined;
}

function parseIndex(bytes: Buffer, idBytes: number): Parsed | undefined {
  const version = bytes.readUInt32BE(4);
  const count = bytes.readUInt32BE(8);
  if (bytes.toString('latin1', 0, 4) !== 'DIRC' || version < 2 || version > 4) return undefined;
  const end = bytes.length - idBytes;
  const entries: Entry[] = [];
  let before: Buffer = Buffer.alloc(0);
  let at = headerBytes;
  for (let index = 0; index < count; index += 1) {
    const start = at;
    const mode = bytes.readUInt32BE(start + 24);
    const flags = bytes.readUInt16BE(start + statBytes + idBytes);
    at = start + statBytes + idBytes + ((flags & 0x4000) === 0 ? 2 : 4);
    let name: Buffer;
    if (version === 4) {
      const strip = readOffset(bytes, at);
      const zero = bytes.indexOf(0, strip.end);
      if (zero === -1 || strip.value > before.length) return undefined;
      name = Buffer.concat([before.subarray(0, before.length - strip.value), bytes.subarray(strip.end, zero)]);
      at = zero + 1;
    } else {
      const zero = bytes.indexOf(0, at);
      if (zero === -1) return undefined;
      name = bytes.subarray(at, zero);
      // One to eight zeros pad an entry to a multiple of eight bytes.
      at = start + ((zero - start + 8) & ~7);
    }
    const length = flags & 0xfff;
    if (at > end || (length !== 0xfff && length !== name.length)) return undefined;
    before = name;
    const type = mode & 0o170000;
    entries.push({ name, kind: type === linkMode ? 'link' : type === folderMode ? 'folder' : 'file' });
  }
  return { entries, base: readExtensions(bytes, at, end, idBytes) };
}

/** Throws a RangeError unless the extensions end exactly at the checksum. */
function readExtensions(bytes: Buffer, from: number, end: number, idBytes: number): Parsed['base'] {
  let base: Parsed['base'];
  let at = from;
  while (at < end) {
    const size = bytes.readUInt32BE(at + 4);
    const content = bytes.subarray(at + 8, at + 8 + size);
    if (bytes.toString('latin1', at, at + 4) === 'link')
      base = { id: content.toString('hex', 0, idBytes), removed: readBitmap(content, idBytes) };
    at += 8 + size;
  }
  if (at !== end) throw new RangeError('The extensions of the index do not fit');
  return base;
}

/** The variable-length number of a version 4 entry: seven bits a byte; each further byte adds one. */
function readOffset(bytes: Buffer, from: number): { readonly value: number; readonly end: number } {
  let at = from;
  let byte = bytes.readUInt8(at);
  let value = byte & 127;
  while ((byte & 128) !== 0) {
    at += 1;
    byte = bytes.readUInt8(at);
    value = (value + 1) * 128 + (byte & 127);
    if (value > bytes.length) throw new RangeError('The offset is too large');
  }
  return { value, end: at + 1 };
}

/**
 * An EWAH bitmap: 64-bit words; marker words count the equal words and the literal words that follow. Query it in
 * ascending order.
 */
function readBitmap(content: Buffer, from: number): (at: number) => boolean {
  if (content.length <= from) return () => false;
  const words = content.readUInt32BE(from + 4);
  const runs: { readonly first: number; readonly count: number; readonly literal: Buffer | undefined }[] = [];
  let first = 0;
  for (let index = 0; index < words;) {
    const place = from + 8 + index * 8;
    const marker = content.readBigUInt64BE(place);
    const equal = Number((marker >> 1n) & 0xffffffffn);
    const literals = Number(marker >> 33n);
    if ((marker & 1n) === 1n && equal > 0) runs.push({ first, count: equal, literal: undefined });
    if (place + 8 + literals * 8 > content.length) throw new RangeError('The bitmap is cut off');
    if (literals > 0)
      runs.push({
        first: first + equal,
        count: literals,
        literal: content.subarray(place + 8, place + 8 + literals * 8),
      });
    first += equal + literals;
    index += 1 + literals;
  }
  let current = 0;
  return (at) => {
    const word = Math.floor(at / 64);
    for (let run = runs[current]; run !== undefined && word >= run.first + run.count; run = runs[current]) current += 1;
    const run = runs[current];
    if (run === undefined || word < run.first) return false;
    return (
      run.literal === undefined ||
      ((run.literal.readBigUInt64BE((word - run.first) * 8) >> BigInt(at % 64)) & 1n) === 1n
    );
  };
}
