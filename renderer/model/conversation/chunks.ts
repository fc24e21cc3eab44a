/** Characters of a text that are shown before "Show all" is asked for; of results, which are long and many, fewer. */
export const [mostShown, mostShownOfResult] = [4000, 1600];

/** Cuts a long text into parts that end with a line, or where a line is too long, anywhere but inside a character. */
export function chunksOf(text: string, most: number): readonly { readonly start: number; readonly end: number }[] {
  const chunks: { readonly start: number; readonly end: number }[] = [];
  for (let start = 0; start < text.length || start === 0;) {
    const end = cutBehind(text, start, most);
    chunks.push({ start, end });
    if (end >= text.length) break;
    start = end;
  }
  return chunks;
}

function cutBehind(text: string, start: number, most: number): number {
  const end = start + most;
  // A few lines more are no reason to cut.
  if (text.length - start <= most * 1.25) return text.length;
  const line = text.lastIndexOf('\n', end - 1) + 1;
  if (line > start + most / 2) return line;
  const code = text.charCodeAt(end - 1);
  return code >= 0xd800 && code < 0xdc00 ? end - 1 : end;
}
