/**
 * Cuts text where the pre-tokenizers of o200k and cl100k always split, so that the counts of the chunks sum exactly to the
 * count of the whole: after `\n`, unless the next line is blank (`\s*[\r\n]+` would take both line ends) or starts with `/`
 * (o200k lets punctuation swallow following line ends and slashes).
 */
export function chunksOf(text: string): readonly string[] {
  const chunks: string[] = [];
  let start = 0;
  let at = text.indexOf('\n');
  while (at !== -1) {
    const next = at + 1;
    if (next < text.length && isSafeStart(text, next)) {
      chunks.push(text.slice(start, next));
      start = next;
    }
    at = text.indexOf('\n', next);
  }
  if (start < text.length) chunks.push(text.slice(start));
  return chunks;
}

const space = /\s/;

/** The line that begins at `at` has a visible character, and its first one is no `/`. */
function isSafeStart(text: string, at: number): boolean {
  const first = text.charAt(at);
  if (first === '/' || first === '\r' || first === '\n') return false;
  for (let i = at; i < text.length; i += 1) {
    const char = text.charAt(i);
    if (char === '\n' || char === '\r') return false;
    if (!space.test(char)) return true;
  }
  return false;
}
