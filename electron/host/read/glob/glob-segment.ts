/**
 * Matches one step of a glob (the text between two slashes) without backtracking: a set of positions in the name
 * advances through the pattern piece by piece. Time is bounded by the length of the name times that of the pattern.
 */
export type Piece =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'any' }
  | { readonly kind: 'star' }
  | { readonly kind: 'class'; readonly negated: boolean; readonly ranges: readonly (readonly [number, number])[] }
  | { readonly kind: 'group'; readonly times: '@' | '?' | '*' | '+' | '!'; readonly of: readonly (readonly Piece[])[] };

export interface SegmentOptions {
  /** `{a,b}` and `@(a|b)`, which .gitignore does not support. */
  readonly groups: boolean;
}

/** Most positions to check in one listing. A pattern that needs more fails. */
export interface MatchBudget {
  left: number;
}

/** Groups nested deeper are taken as text. */
const maxDepth = 8;

export function parseSegment(text: string, options: SegmentOptions): readonly Piece[] {
  return new SegmentParser(text, options).sequence(0, '');
}

class SegmentParser {
  readonly #text: string;
  readonly #groups: boolean;
  #at = 0;

  constructor(text: string, { groups }: SegmentOptions) {
    this.#text = text;
    this.#groups = groups;
  }

  /** Parses up to one of the characters in `ends`, which is not consumed. */
  sequence(depth: number, ends: string): readonly Piece[] {
    const pieces: Piece[] = [];
    let literal = '';
    const flush = (): void => {
      if (literal !== '') pieces.push({ kind: 'text', text: literal });
      literal = '';
    };
    while (this.#at < this.#text.length && !(ends !== '' && ends.includes(this.#text[this.#at] ?? ''))) {
      const char = this.#text[this.#at] ?? '';
      const special = this.#special(char, depth);
      if (special === undefined) {
        const isEscape = char === '\\' && this.#at + 1 < this.#text.length;
        literal += isEscape ? (this.#text[this.#at + 1] ?? '') : char;
        this.#at += isEscape ? 2 : 1;
      } else {
        flush();
        if (special.kind !== 'star' || pieces.at(-1)?.kind !== 'star') pieces.push(special);
      }
    }
    flush();
    return pieces;
  }

  #special(char: string, depth: number): Piece | undefined {
    const isGroup = this.#groups && depth < maxDepth;
    if (isGroup && '@?*+!'.includes(char) && this.#text[this.#at + 1] === '(') {
      const of = this.#alternatives(2, depth, '|', ')');
      if (of !== undefined)
        return { kind: 'group', times: char === '@' || char === '?' || char === '*' || char === '+' ? char : '!', of };
    }
    if (isGroup && char === '{') {
      const of = this.#alternatives(1, depth, ',', '}');
      if (of !== undefined && of.length > 1) return { kind: 'group', times: '@', of };
    }
    if (char === '[') return this.#class();
    if (char !== '*' && char !== '?') return undefined;
    this.#at += 1;
    return { kind: char === '*' ? 'star' : 'any' };
  }

  /** Undefined, with nothing consumed, if the group is not closed. Braces without a comma are text. */
  #alternatives(skip: number, depth: number, comma: string, close: string): readonly (readonly Piece[])[] | undefined {
    const start = this.#at;
    const of: (readonly Piece[])[] = [];
    this.#at += skip;
    for (;;) {
      of.push(this.sequence(depth + 1, comma + close));
      const char = this.#text[this.#at];
      if (char === undefined || (char === close && close === '}' && of.length === 1)) {
        this.#at = start;
        return undefined;
      }
      this.#at += 1;
      if (char === close) return of;
    }
  }

  #class(): Piece | undefined {
    const text = this.#text;
    let at = this.#at + 1;
    const negated = text[at] === '!' || text[at] === '^';
    if (negated) at += 1;
    const ranges: (readonly [number, number])[] = [];
    const first = at;
    while (at < text.length && (text[at] !== ']' || at === first)) {
      if (text[at] === '\\') at += 1;
      const low = text.codePointAt(at) ?? 0;
      at += low > 0xffff ? 2 : 1;
      let high = low;
      if (text[at] === '-' && at + 1 < text.length && text[at + 1] !== ']') {
        at += text[at + 1] === '\\' ? 2 : 1;
        high = text.codePointAt(at) ?? low;
        at += high > 0xffff ? 2 : 1;
      }
      ranges.push([low, high]);
    }
    if (text[at] !== ']') return undefined;
    this.#at = at + 1;
    return { kind: 'class', negated, ranges };
  }
}

/** True if the whole name matches. */
export function matchesSegment(pieces: readonly Piece[], name: string, effort: MatchBudget): boolean {
  effort.left -= 1;
  const [first, last] = [pieces[0], pieces.at(-1)];
  if (first?.kind === 'text' && (pieces.length === 1 ? first.text !== name : !name.startsWith(first.text)))
    return false;
  if (last?.kind === 'text' && !name.endsWith(last.text)) return false;
  return through(pieces, new Set([0]), name, effort).has(name.length);
}

/** Every position where the pieces can end, starting at one of the positions. */
function through(
  pieces: readonly Piece[],
  from: ReadonlySet<number>,
  name: string,
  effort: MatchBudget,
): ReadonlySet<number> {
  let places = from;
  for (const piece of pieces) {
    if (places.size === 0) return places;
    places = step(piece, places, name, effort);
  }
  return places;
}

function step(piece: Piece, from: ReadonlySet<number>, name: string, effort: MatchBudget): ReadonlySet<number> {
  effort.left -= from.size;
  if (effort.left < 0) return new Set();
  const to = new Set<number>();
  switch (piece.kind) {
    case 'text':
      for (const at of from) if (name.startsWith(piece.text, at)) to.add(at + piece.text.length);
      return to;
    case 'star': {
      effort.left -= name.length;
      for (let at = Math.min(...from); at <= name.length; at += 1) to.add(at);
      return to;
    }
    case 'any':
    case 'class':
      for (const at of from) {
        const code = name.codePointAt(at);
        if (code !== undefined && (piece.kind === 'any' || isIn(piece, code))) to.add(at + (code > 0xffff ? 2 : 1));
      }
      return to;
    case 'group':
      return piece.times === '!'
        ? without(piece.of, from, name, effort)
        : repeated(piece.of, piece.times, from, name, effort);
  }
}

function isIn({ negated, ranges }: Extract<Piece, { readonly kind: 'class' }>, code: number): boolean {
  return ranges.some(([low, high]) => code >= low && code <= high) !== negated;
}

function repeated(
  of: readonly (readonly Piece[])[],
  times: string,
  from: ReadonlySet<number>,
  name: string,
  effort: MatchBudget,
): ReadonlySet<number> {
  const reached = new Set(times === '?' || times === '*' ? from : []);
  const tried = new Set<number>();
  for (let next: ReadonlySet<number> = from; next.size > 0;) {
    for (const at of next) tried.add(at);
    const fresh = new Set<number>();
    for (const each of of) {
      for (const at of through(each, next, name, effort)) {
        reached.add(at);
        if (!tried.has(at)) fresh.add(at);
      }
    }
    next = times === '*' || times === '+' ? fresh : new Set();
  }
  return reached;
}

/** Every end except those an alternative reaches. */
function without(
  of: readonly (readonly Piece[])[],
  from: ReadonlySet<number>,
  name: string,
  effort: MatchBudget,
): ReadonlySet<number> {
  const to = new Set<number>();
  for (const start of from) {
    effort.left -= name.length;
    const ends = new Set(of.flatMap((each) => [...through(each, new Set([start]), name, effort)]));
    for (let at = start; at <= name.length; at += 1) if (!ends.has(at)) to.add(at);
  }
  return to;
}
