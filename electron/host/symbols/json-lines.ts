const newline = 10;

/** Parsed per chunk, so that the window's thread is blocked only for milliseconds. */
const chunkBytes = 256 * 1024;

/** JSON values, one per line; none contains a bare newline. Throws on invalid JSON. */
export function parseJsonLines(lines: Uint8Array): unknown {
  const text = Buffer.from(lines.buffer, lines.byteOffset, lines.byteLength).toString('utf8');
  return JSON.parse(`[${text.trimEnd().replaceAll('\n', ',')}]`);
}

/** Copies of whole lines, to transfer to another thread. */
export function chunkLines(lines: Buffer): readonly Uint8Array<ArrayBuffer>[] {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  for (let start = 0; start < lines.length;) {
    const found = lines.indexOf(newline, start + chunkBytes);
    const end = found === -1 ? lines.length : found + 1;
    chunks.push(Uint8Array.prototype.slice.call(lines, start, end));
    start = end;
  }
  return chunks;
}
