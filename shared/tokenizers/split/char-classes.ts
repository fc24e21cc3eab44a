/** The class of a code point for a pre-tokenizer; each code point has exactly one of these bits. */

/** Lu, Lt */
export const upper = 1;
/** Ll */
export const lower = 2;
/** Lm, Lo: no case, so it matches as upper and as lower */
export const uncased = 4;
/** M */
export const mark = 8;
/** N */
export const digit = 16;
/** White_Space except CR and LF. Unlike JavaScript's `\s` it includes U+0085 and excludes U+FEFF */
export const blank = 32;
/** CR, LF */
export const lineEnd = 64;
export const other = 128;

export const letter = upper | lower | uncased;
export const space = blank | lineEnd;

const tests: readonly (readonly [RegExp, number])[] = [
  [/[\r\n]/, lineEnd],
  [/\p{White_Space}/u, blank],
  [/[\p{Lu}\p{Lt}]/u, upper],
  [/\p{Ll}/u, lower],
  [/[\p{Lm}\p{Lo}]/u, uncased],
  [/\p{M}/u, mark],
  [/\p{N}/u, digit],
];

const pageSize = 256;

/** Pages of 256 code points, each built when a text first needs it. */
const pages: (Uint8Array | undefined)[] = [];

function makePage(index: number): Uint8Array {
  const page = new Uint8Array(pageSize);
  for (let at = 0; at < pageSize; at += 1) {
    const char = String.fromCodePoint(index * pageSize + at);
    page[at] = tests.find(([pattern]) => pattern.test(char))?.[1] ?? other;
  }
  pages[index] = page;
  return page;
}

const ascii = makePage(0);

export function classOf(point: number): number {
  if (point < pageSize) return ascii[point] ?? other;
  const page = pages[point >> 8] ?? makePage(point >> 8);
  return page[point & 255] ?? other;
}

/** Returns the end of the run from `at` on whose characters are all in the classes of `mask`. */
export function runEnd(text: string, at: number, mask: number): number {
  let end = at;
  while (end < text.length) {
    const code = text.charCodeAt(end);
    if (code < 0xd800 || code > 0xdbff) {
      if ((classOf(code) & mask) === 0) return end;
      end += 1;
    } else {
      const point = text.codePointAt(end) ?? code;
      if ((classOf(point) & mask) === 0) return end;
      end += point > 0xffff ? 2 : 1;
    }
  }
  return end;
}
