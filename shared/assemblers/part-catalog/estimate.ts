/** The design's estimate (part-catalog, rule 12): UTF-8 bytes divided by 4, rounded down. */
export function estimateTokens(text: string): number {
  return Math.floor(utf8Length(text) / 4);
}

/** A lone surrogate is written as U+FFFD, three bytes. */
function utf8Length(text: string): number {
  let bytes = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return bytes;
}
