/** From here on blocks pay. */
const long = 4096;
const block = 65_536;

/**
 * As `===`; but engines compare two flat strings a word at a time and slices by block, which for a long file is several
 * times faster.
 */
export function sameString(a: string, b: string): boolean {
  if (a.length !== b.length) return false;
  if (a.length < long) return a === b;
  for (let at = 0; at < a.length; at += block) if (a.slice(at, at + block) !== b.slice(at, at + block)) return false;
  return true;
}
