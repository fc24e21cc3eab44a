/** Tells files that may hold a line of some text from the many that cannot, by a hash of the starts of lines. */

/** Bytes of a line, behind its indentation, that are hashed. Shorter lines are everywhere and say nothing. */
const startBytes = 24;

const newline = 10;
const bits = 20;

/** A line that stands in more files than this tells nothing. */
export const mostFiles = 32;

export interface LineFilter {
  /** Looks at the bytes of the next file. */
  see(bytes: Uint8Array): void;
  /** The files, by the order in which they were seen, that may have a line of the text that few others have. */
  candidates(): readonly number[];
}

export function lineFilter(text: string): LineFilter {
  const isLine = new Uint8Array(1 << bits);
  for (let at = 0; at < text.length;) {
    const end = lineEnd(text, at);
    const bytes = utf8Start(text, skipBlank(text, at, end), end);
    if (bytes.length === startBytes) isLine[hashOf(bytes, 0)] = 1;
    at = end + 1;
  }
  /** In how many files each line stands, and the last file that had it. */
  const files = new Uint32Array(1 << bits);
  const last = new Int32Array(1 << bits).fill(-1);
  const found: (readonly number[])[] = [];
  return {
    see(bytes) {
      const lines: number[] = [];
      for (let at = 0; at < bytes.length;) {
        let start = at;
        while (bytes[start] === 32 || bytes[start] === 9) start += 1;
        const next = bytes.indexOf(newline, start);
        const end = next === -1 ? bytes.length : next;
        const hash = end - start >= startBytes ? hashOf(bytes, start) : -1;
        if (hash !== -1 && isLine[hash] === 1 && last[hash] !== found.length) {
          last[hash] = found.length;
          files[hash] = (files[hash] ?? 0) + 1;
          if ((files[hash] ?? 0) <= mostFiles) lines.push(hash);
        }
        at = end + 1;
      }
      found.push(lines);
    },
    candidates: () =>
      found.flatMap((lines, file) => (lines.some((hash) => (files[hash] ?? 0) <= mostFiles) ? [file] : [])),
  };
}

export function lineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end === -1 ? text.length : end;
}

export function skipBlank(text: string, start: number, end: number): number {
  let at = start;
  while (at < end && (text.charCodeAt(at) === 32 || text.charCodeAt(at) === 9)) at += 1;
  return at;
}

/** FNV-1a, folded to the size of the table. */
function hashOf(bytes: ArrayLike<number>, start: number): number {
  let hash = 0x811c9dc5;
  for (let at = start; at < start + startBytes; at += 1) hash = Math.imul(hash ^ (bytes[at] ?? 0), 0x01000193);
  return ((hash >>> bits) ^ hash) & ((1 << bits) - 1);
}

/** The first bytes of a line in UTF-8. */
function utf8Start(text: string, start: number, end: number): readonly number[] {
  const bytes: number[] = [];
  for (let at = start; at < end && bytes.length < startBytes; at += 1) {
    const code = text.codePointAt(at) ?? 0;
    if (code > 0xffff) at += 1;
    if (code < 0x80) bytes.push(code);
    else if (code < 0x800) bytes.push(0xc0 | (code >> 6), 0x80 | (code & 63));
    else if (code < 0x10000) bytes.push(0xe0 | (code >> 12), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63));
    else bytes.push(0xf0 | (code >> 18), 0x80 | ((code >> 12) & 63), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63));
  }
  return bytes.slice(0, startBytes);
}
