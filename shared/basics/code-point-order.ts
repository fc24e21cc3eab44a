/**
 * Compares names by code point, like Python, Rust, Go and git. JavaScript's own `<` and `sort` compare UTF-16 units and
 * put U+1F600 before U+FF5E.
 */
export function byCodePoint(a: string, b: string): number {
  const shorter = Math.min(a.length, b.length);
  for (let at = 0; at < shorter; at += 1) {
    const left = a.charCodeAt(at);
    const right = b.charCodeAt(at);
    if (left === right) continue;
    if (left < firstSurrogate || right < firstSurrogate) return left - right;
    // The character that differs may start one unit earlier.
    return pointAt(a, at - 1) - pointAt(b, at - 1) || pointAt(a, at) - pointAt(b, at);
  }
  return a.length - b.length;
}

const firstSurrogate = 0xd800;

function pointAt(text: string, at: number): number {
  return at < 0 ? 0 : (text.codePointAt(at) ?? 0);
}
