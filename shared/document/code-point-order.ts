/**
 * The order of names: by code point, as Python, Rust, Go and git (which compares UTF-8) sort. JavaScript's own `<` and `sort`
 * go by UTF-16 unit and put U+1F600 before U+FF5E.
 */
export function byCodePoint(a: string, b: string): number {
  const shorter = Math.min(a.length, b.length);
  for (let at = 0; at < shorter; at += 1) {
    const left = a.charCodeAt(at);
    const right = b.charCodeAt(at);
    if (left === right) continue;
    if (left < firstSurrogate || right < firstSurrogate) return left - right;
    return pointsFrom(a, at) - pointsFrom(b, at) || left - right;
  }
  return a.length - b.length;
}

const firstSurrogate = 0xd800;

/** The character that has the unit at `at`: it may have begun one unit before. */
function pointsFrom(text: string, at: number): number {
  const before = at === 0 ? 0 : (text.codePointAt(at - 1) ?? 0);
  return before > 0xffff ? before : (text.codePointAt(at) ?? 0);
}
