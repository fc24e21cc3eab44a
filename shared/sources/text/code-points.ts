const highSurrogate = /[\uD800-\uDBFF]/;

/** Counts code points, the unit of all limits. A lone surrogate is one. */
export function codePoints(text: string): number {
  if (!highSurrogate.test(text)) return text.length;
  let count = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (isPair(text, at)) at += 1;
    count += 1;
  }
  return count;
}

/** Returns the UTF-16 offset after the first `count` code points, or the text's length. */
export function offsetOfCodePoint(text: string, count: number): number {
  let at = 0;
  for (let seen = 0; seen < count && at < text.length; seen += 1) at += isPair(text, at) ? 2 : 1;
  return at;
}

function isPair(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  const next = text.charCodeAt(at + 1);
  return code >= 0xd800 && code <= 0xdbff && next >= 0xdc00 && next <= 0xdfff;
}
