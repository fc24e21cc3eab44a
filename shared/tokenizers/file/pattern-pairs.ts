/**
 * Finds which adjacent characters a regular expression can match together. Uses Glushkov's construction: one position
 * per character class, and for each position those that may follow it. This proves that no match, in any text, holds
 * two given neighbours. Supports classes, groups, alternatives, quantifiers, and a lookahead of one class at the end of
 * an alternative. Any other expression, or one that can match the empty text, has no result.
 */
export interface PatternPairs {
  /** The source of each position's class. */
  readonly classes: readonly string[];
  /** The positions that may follow each. */
  readonly follow: readonly ReadonlySet<number>[];
  /** Positions whose character can be a whole match, whatever follows. */
  readonly alone: ReadonlySet<number>;
  /** Positions that repeat as long as possible and then end the match. */
  readonly runs: ReadonlySet<number>;
  /** Positions that a lookahead may examine. */
  readonly watched: ReadonlySet<number>;
  readonly hasCaptures: boolean;
}

interface PatternPart {
  readonly first: readonly number[];
  readonly last: readonly number[];
  /** Positions that can be the whole part when it matches one character. */
  readonly alone: readonly number[];
  /** True if it can match the empty text. */
  readonly isEmpty: boolean;
}

const emptyPattern: PatternPart = { first: [], last: [], alone: [], isEmpty: true };

const brackets = /\[\^?(?:\\.|[^\\[\]])*\]/u;
const property = /\\[pP]\{[^}]*\}/u;
const codeEscape = /\\u(?:[0-9A-Fa-f]{4}|\{[0-9A-Fa-f]+\})|\\x[0-9A-Fa-f]{2}/u;
const letterEscape = /\\[sSdDwWrntfv]|\\[^A-Za-z0-9]/u;
const plainCharacter = /[^\\[\](){}|*+?^$]/u;
const classAt = new RegExp(
  [brackets, property, codeEscape, letterEscape, plainCharacter].map(({ source }) => source).join('|'),
  'uy',
);
const quantifierAt = /(?:([*+?])|\{(\d+)(?:(,)(\d*))?\})\??/y;
const lookaheadAt = /\(\?[=!]/y;
const groupAt = /\((?:\?:)?(?!\?)/y;

export function patternPairs(source: string): PatternPairs | undefined {
  return new Reader(source).read();
}

class Reader {
  readonly #source: string;
  readonly #classes: string[] = [];
  readonly #follow: Set<number>[] = [];
  readonly #endless = new Set<number>();
  #at = 0;
  #hasCaptures = false;

  constructor(source: string) {
    this.#source = source;
  }

  read(): PatternPairs | undefined {
    const alone = new Set<number>();
    const watched = new Set<number>();
    do {
      const part = this.#sequence();
      if (part === undefined || part.isEmpty) return undefined;
      const looks = this.#take(lookaheadAt) !== undefined;
      if (looks && (this.#take(classAt) === undefined || !this.#takes(')'))) return undefined;
      if (looks) for (const each of part.last) watched.add(each);
      else for (const each of part.alone) alone.add(each);
    } while (this.#takes('|'));
    if (this.#at < this.#source.length) return undefined;
    const runs = new Set([...this.#endless].filter((each) => this.#follow[each]?.size === 1));
    return { classes: this.#classes, follow: this.#follow, alone, runs, watched, hasCaptures: this.#hasCaptures };
  }

  /** Reads up to the end of an alternative or unsupported syntax. */
  #sequence(): PatternPart | undefined {
    let whole = emptyPattern;
    for (;;) {
      const element = this.#element();
      if (element === 'none') return whole;
      const repeated = element === undefined ? undefined : this.#quantified(element);
      if (repeated === undefined) return undefined;
      this.#link(whole.last, repeated.first);
      whole = {
        first: whole.isEmpty ? [...whole.first, ...repeated.first] : whole.first,
        last: repeated.isEmpty ? [...whole.last, ...repeated.last] : repeated.last,
        alone: [...(repeated.isEmpty ? whole.alone : []), ...(whole.isEmpty ? repeated.alone : [])],
        isEmpty: whole.isEmpty && repeated.isEmpty,
      };
    }
  }

  #element(): PatternPart | 'none' | undefined {
    const source = this.#take(classAt);
    if (source !== undefined) {
      const position = this.#classes.push(source) - 1;
      this.#follow.push(new Set());
      return { first: [position], last: [position], alone: [position], isEmpty: false };
    }
    const opened = this.#take(groupAt);
    if (opened === undefined) return 'none';
    if (opened === '(') this.#hasCaptures = true;
    const parts: PatternPart[] = [];
    do {
      const part = this.#sequence();
      if (part === undefined) return undefined;
      parts.push(part);
    } while (this.#takes('|'));
    if (!this.#takes(')')) return undefined;
    return {
      first: parts.flatMap(({ first }) => first),
      last: parts.flatMap(({ last }) => last),
      alone: parts.flatMap(({ alone }) => alone),
      isEmpty: parts.some(({ isEmpty }) => isEmpty),
    };
  }

  #quantified(part: PatternPart): PatternPart | undefined {
    quantifierAt.lastIndex = this.#at;
    const found = quantifierAt.exec(this.#source);
    if (found === null) return part;
    this.#at += found[0].length;
    const [, sign, least, comma, most] = found;
    const [min, max] =
      sign === undefined
        ? [Number(least), comma === undefined ? Number(least) : most === '' ? Infinity : Number(most)]
        : [sign === '+' ? 1 : 0, sign === '?' ? 1 : Infinity];
    if (max > 1) this.#link(part.last, part.first);
    const [position] = part.first;
    if (max === Infinity && position !== undefined && [...part.first, ...part.last].every((each) => each === position))
      this.#endless.add(position);
    return { ...part, alone: min > 1 ? [] : part.alone, isEmpty: part.isEmpty || min === 0 };
  }

  #link(from: readonly number[], to: readonly number[]): void {
    for (const each of from) for (const next of to) this.#follow[each]?.add(next);
  }

  #take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#source)?.[0];
    this.#at += found?.length ?? 0;
    return found;
  }

  #takes(char: string): boolean {
    const isThere = this.#source.startsWith(char, this.#at);
    if (isThere) this.#at += char.length;
    return isThere;
  }
}
