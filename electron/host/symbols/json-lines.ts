const newline = 10;

/** About this much is parsed at once: the thread that shows the window is free again after some milliseconds. */
const chunkBytes = 256 * 1024;

/** Values of JSON, each on a line of its own; none of them holds a bare newline. Throws when it is no JSON. */
export function parseJsonLines(lines: Uint8Array): unknown {
  const text = Buffer.from(lines.buffer, lines.byteOffset, lines.byteLength).toString('utf8');
  return JSON.parse(`[${text.trimEnd().replaceAll('\n', ',')}]`);
}

/** Copies of whole lines, to be handed to another thread. */
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
