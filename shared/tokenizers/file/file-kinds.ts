/**
 * Kinds of characters that patterns usually distinguish: the classes of `char-classes`, with separate kinds for the
 * space and the apostrophe.
 */
import { blank, classOf, digit, lineEnd, lower, mark, other, uncased, upper } from '../split/char-classes';

/** A text is never cut next to a character of this kind. */
const noKind = 0;
const classes = [upper, lower, uncased, mark, digit, blank, lineEnd, other];
export const plainSpace = classes.length + 1;
const apostrophe = plainSpace + 1;
export const kinds = Array.from({ length: apostrophe }, (_, index) => index + 1);

export const spaceKinds = [blank, lineEnd].reduce(
  (mask, each) => mask | (1 << (classes.indexOf(each) + 1)),
  1 << plainSpace,
);

/** Only Unicode counts U+0085 as white space, only JavaScript U+FEFF. Patterns differ, so both have no kind. */
const ambiguous = [0x85, 0xfeff];

function kindOf(code: number): number {
  if (code === 0x20) return plainSpace;
  if (code === 0x27) return apostrophe;
  const isHalf = code >= 0xd800 && code <= 0xdfff;
  return isHalf || ambiguous.includes(code) ? noKind : classes.indexOf(classOf(code)) + 1;
}

const all = Uint8Array.from({ length: 0x1_0000 }, (_, code) => kindOf(code));

/** The kind of each UTF-16 code unit; none for units that the normalizer changes. */
export function kindTable(isUnchanged: (code: number) => boolean): Uint8Array {
  return all.map((kind, code) => (kind === noKind || !isUnchanged(code) ? noKind : kind));
}

/** All characters that have a kind, concatenated. */
const every = Array.from(all.keys()).filter((code) => all[code] !== noKind);
const everyText = every.map((code) => String.fromCharCode(code)).join('');
const sizes = sizesOf(every);

export interface ClassKinds {
  /** Kinds with at least one character in the class, as a bit mask. */
  readonly touched: number;
  /** Kinds whose characters are all in the class. */
  readonly covered: number;
}

/** Returns the kinds that a character class, given by its source, contains. */
export function classKinds(source: string): ClassKinds {
  const inClass = sizesOf([...everyText.matchAll(new RegExp(source, 'gu'))].map(([char]) => char.charCodeAt(0)));
  let [touched, covered] = [0, 0];
  for (const kind of kinds) {
    if (inClass[kind] !== 0) touched |= 1 << kind;
    if (inClass[kind] === sizes[kind]) covered |= 1 << kind;
  }
  return { touched, covered };
}

function sizesOf(codes: readonly number[]): Uint32Array {
  const found = new Uint32Array(kinds.length + 1);
  for (const code of codes) {
    const kind = all[code] ?? noKind;
    found[kind] = (found[kind] ?? 0) + 1;
  }
  return found;
}
