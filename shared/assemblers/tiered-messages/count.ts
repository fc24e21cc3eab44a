/** How the design counts tokens without a tokenizer. */
export type CountTokens = (text: string) => number;

/** Tokens added per message, and the tokens of an image of any size. */
export const messageOverhead = 4;
export const imageTokens = 1000;

export const estimateTokens: CountTokens = (text) => Math.max(1, Math.floor(codePoints(text) / 4));

const highSurrogate = /[\uD800-\uDBFF]/;

export function codePoints(text: string): number {
  if (!highSurrogate.test(text)) return text.length;
  let count = text.length;
  for (let at = 0; at < text.length - 1; at += 1) {
    if (isPair(text, at)) {
      count -= 1;
      at += 1;
    }
  }
  return count;
}

/** Returns the UTF-16 offset after `limit` characters, or the text's length if it is shorter. */
export function offsetOf(text: string, limit: number): number {
  let at = 0;
  for (let left = limit; left > 0 && at < text.length; left -= 1) at += isPair(text, at) ? 2 : 1;
  return at;
}

function isPair(text: string, at: number): boolean {
  const high = text.charCodeAt(at);
  const low = text.charCodeAt(at + 1);
  return high >= 0xd800 && high <= 0xdbff && low >= 0xdc00 && low <= 0xdfff;
}
