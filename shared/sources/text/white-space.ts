/**
 * White space by Unicode's White_Space property, as Rust and Python trim it. JavaScript's `trim` differs in two
 * characters: it keeps U+0085 (next line) and removes U+FEFF (a byte order mark inside a text).
 */
const space = String.raw`\t-\r \u0085\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000`;
const firstInk = new RegExp(`[^${space}]`);
const isSpace = new RegExp(`[${space}]`);

/** Offset of the first character that is not white space; the text's length if there is none. */
export function contentStart(text: string): number {
  const at = text.search(firstInk);
  return at === -1 ? text.length : at;
}

/** Offset of the white space at the end. */
export function contentEnd(text: string): number {
  let end = text.length;
  while (end > 0 && isSpace.test(text.charAt(end - 1))) end -= 1;
  return end;
}

export function trimmed(text: string): string {
  return text.slice(contentStart(text), contentEnd(text));
}

export function isBlankText(text: string): boolean {
  return contentStart(text) === text.length;
}
