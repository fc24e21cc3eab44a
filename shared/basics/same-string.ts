/** Texts of at least this length are compared in blocks. */
const long = 4096;
const block = 65_536;

/**
 * Same result as `===`, but several times faster for long files: engines compare two flat strings word by word, and
 * slices in blocks.
 */
export function sameString(a: string, b: string): boolean {
  if (a.length !== b.length) return false;
  if (a.length < long) return a === b;
  for (let at = 0; at < a.length; at += block) if (a.slice(at, at + block) !== b.slice(at, at + block)) return false;
  return true;
}
