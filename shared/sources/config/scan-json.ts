import type { JsonPath, Span, TextNode } from '../../document/types';
import type { ConfigEntry, ConfigNode } from './config-node';
import { jsonStringRope } from './json';
import type { Rope } from '../text/rope';
import type { SourceId } from '../../document/types';

interface TextSource {
  readonly id: SourceId;
  readonly text: string;
}

/** The keys and indices from the root to a value, innermost first. */
export interface Trail {
  readonly key: string | number;
  readonly outer: Trail | undefined;
}

function pathOf(trail: Trail | undefined): JsonPath {
  const path: (string | number)[] = [];
  for (let at = trail; at !== undefined; at = at.outer) path.push(at.key);
  return path.reverse();
}

/** Builds its rope on demand: most strings of a request are never shown separately. */
class ScannedString {
  readonly kind = 'string';
  readonly span: Span;
  readonly value: string;
  readonly #source: TextSource;
  readonly #trail: Trail | undefined;
  #rope: Rope | undefined;

  constructor(source: TextSource, span: Span, value: string, trail: Trail | undefined) {
    this.span = span;
    this.value = value;
    this.#source = source;
    this.#trail = trail;
  }

  get rope(): Rope {
    this.#rope ??= this.#makeRope();
    return this.#rope;
  }

  get literal(): string {
    return this.#source.text.slice(this.span.start, this.span.end);
  }

  #makeRope(): readonly TextNode[] {
    return jsonStringRope(this.#source, this.span.start + 1, this.span.end - 1, pathOf(this.#trail));
  }
}

const [quote, backslash, comma, colon, minus, zero, nine] = [34, 92, 44, 58, 45, 48, 57];
const [openBrace, closeBrace, openBracket, closeBracket] = [123, 125, 91, 93];

/** A deeper text would exhaust the stack. */
const maxDepth = 500;

/** Several times what a large request of a real agent has. Each takes some hundred bytes. */
const maxValues = 300_000;

/**
 * Parses strict JSON at `[start, end)` of a text to located nodes. Undefined if it is invalid or nested too deep; then
 * use `parseJson`, which reports errors and reads what it can. Fast for requests of many megabytes.
 */
export function scanJson(source: TextSource, start = 0, end = source.text.length, skip?: Skip): ConfigNode | undefined {
  return new Scanner(source, start, end, skip).whole();
}

/**
 * The same for JSON that is nested too deep: a `null` with its span replaces each value that is too deep. `cut` is the
 * first of them.
 */
export function scanShallow(
  source: TextSource,
  start = 0,
  end = source.text.length,
): { readonly root: ConfigNode; readonly cut: Span } | undefined {
  const cuts: Span[] = [];
  const root = new Scanner(source, start, end, undefined, cuts).whole();
  const [cut] = cuts;
  return root === undefined || cut === undefined ? undefined : { root, cut };
}

/**
 * Called before each value near the root. Returns the end of the value at `at` if it need not be parsed. A `null` with
 * its span replaces it.
 */
export type Skip = (trail: Trail, at: number) => number | undefined;

/** True if the node replaces a skipped value. A real `null` has a literal. */
export function isPassedOver(node: ConfigNode): boolean {
  return node.kind === 'scalar' && node.literal === undefined;
}

/** Maximum depth of a request inside its record. */
const skipDepth = 6;

class Scanner {
  readonly #skip: Skip | undefined;
  /** Takes the spans of values that are too deep. Without it such JSON is not read at all. */
  readonly #cuts: Span[] | undefined;
  readonly #source: TextSource;
  readonly #text: string;
  readonly #end: number;
  #at: number;
  #values = 0;

  constructor(source: TextSource, start: number, end: number, skip: Skip | undefined, cuts?: Span[]) {
    this.#skip = skip;
    this.#cuts = cuts;
    this.#source = source;
    this.#text = source.text;
    this.#end = end;
    this.#at = start;
  }

  /** The value, if nothing else follows. */
  whole(): ConfigNode | undefined {
    const node = this.value(undefined, 0);
    this.#space();
    return this.#at === this.#end ? node : undefined;
  }

  value(trail: Trail | undefined, depth: number): ConfigNode | undefined {
    this.#space();
    const start = this.#at;
    this.#values += 1;
    if (start >= this.#end || this.#values > maxValues) return undefined;
    if (depth > maxDepth) return this.#tooDeep(start);
    if (this.#skip !== undefined && trail !== undefined && depth < skipDepth) {
      const end = this.#skip(trail, start);
      if (end !== undefined) {
        this.#at = end;
        return { kind: 'scalar', span: { start, end }, value: null };
      }
    }
    const code = this.#text.charCodeAt(start);
    if (code === quote) return this.#string(trail);
    if (code === openBrace) return this.#object(trail, depth);
    if (code === openBracket) return this.#array(trail, depth);
    if (code === minus || (code >= zero && code <= nine)) return this.#number(start);
    return this.#word(start, 'true', true) ?? this.#word(start, 'false', false) ?? this.#word(start, 'null', null);
  }

  /** Passes over a value without a stack, by its brackets alone. */
  #tooDeep(start: number): ConfigNode | undefined {
    if (this.#cuts === undefined) return undefined;
    for (let [at, open] = [start, 0]; at < this.#end; at += 1) {
      const code = this.#text.charCodeAt(at);
      if (code === quote) {
        this.#at = at;
        if (this.#characters() === undefined) return undefined;
        at = this.#at - 1;
      } else if (code === openBrace || code === openBracket) open += 1;
      else if (open > 0 && (code === closeBrace || code === closeBracket)) open -= 1;
      else if (open === 0 && (code === comma || code === closeBrace || code === closeBracket)) {
        this.#at = at;
        const span = { start, end: at };
        this.#cuts.push(span);
        return { kind: 'scalar', span, value: null };
      }
    }
    return undefined;
  }

  #space(): void {
    for (; this.#at < this.#end; this.#at += 1) {
      const code = this.#text.charCodeAt(this.#at);
      if (code !== 32 && code !== 10 && code !== 13 && code !== 9) return;
    }
  }

  #takes(code: number): boolean {
    this.#space();
    if (this.#at >= this.#end || this.#text.charCodeAt(this.#at) !== code) return false;
    this.#at += 1;
    return true;
  }

  #object(trail: Trail | undefined, depth: number): ConfigNode | undefined {
    const start = this.#at;
    this.#at += 1;
    const entries: ConfigEntry[] = [];
    if (this.#takes(closeBrace)) return { kind: 'object', span: { start, end: this.#at }, entries };
    do {
      this.#space();
      const keyStart = this.#at;
      const key = this.#characters();
      if (key === undefined) return undefined;
      const keySpan = { start: keyStart, end: this.#at };
      if (!this.#takes(colon)) return undefined;
      const value = this.value({ key, outer: trail }, depth + 1);
      if (value === undefined) return undefined;
      entries.push({ key, keySpan, keyLiteral: this.#text.slice(keySpan.start, keySpan.end), value });
    } while (this.#takes(comma));
    if (!this.#takes(closeBrace)) return undefined;
    return { kind: 'object', span: { start, end: this.#at }, entries };
  }

  #array(trail: Trail | undefined, depth: number): ConfigNode | undefined {
    const start = this.#at;
    this.#at += 1;
    const items: ConfigNode[] = [];
    if (this.#takes(closeBracket)) return { kind: 'array', span: { start, end: this.#at }, items };
    do {
      const item = this.value({ key: items.length, outer: trail }, depth + 1);
      if (item === undefined) return undefined;
      items.push(item);
    } while (this.#takes(comma));
    if (!this.#takes(closeBracket)) return undefined;
    return { kind: 'array', span: { start, end: this.#at }, items };
  }

  #string(trail: Trail | undefined): ConfigNode | undefined {
    const start = this.#at;
    const value = this.#characters();
    return value === undefined ? undefined : new ScannedString(this.#source, { start, end: this.#at }, value, trail);
  }

  /** Returns the value of the string literal at the current position. */
  #characters(): string | undefined {
    const text = this.#text;
    const start = this.#at;
    if (start >= this.#end || text.charCodeAt(start) !== quote) return undefined;
    let escaped = false;
    for (let at = start + 1; at < this.#end; at += 1) {
      const code = text.charCodeAt(at);
      if (code === quote) {
        this.#at = at + 1;
        return escaped ? decoded(text.slice(start, at + 1)) : text.slice(start + 1, at);
      }
      if (code < 32) return undefined;
      if (code === backslash) {
        escaped = true;
        at += 1;
      }
    }
    return undefined;
  }

  #number(start: number): ConfigNode | undefined {
    numberPattern.lastIndex = start;
    const literal = numberPattern.exec(this.#text)?.[0];
    if (literal === undefined || start + literal.length > this.#end) return undefined;
    this.#at = start + literal.length;
    return { kind: 'scalar', span: { start, end: this.#at }, value: Number(literal), literal };
  }

  #word(start: number, literal: string, value: boolean | null): ConfigNode | undefined {
    if (!this.#text.startsWith(literal, start) || start + literal.length > this.#end) return undefined;
    this.#at = start + literal.length;
    return { kind: 'scalar', span: { start, end: this.#at }, value, literal };
  }
}

const numberPattern = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

/** Uses the engine's parser, which knows every escape; a literal it refuses is not JSON. */
function decoded(literal: string): string | undefined {
  try {
    const value: unknown = JSON.parse(literal);
    return typeof value === 'string' ? value : undefined;
  } catch {
    return undefined;
  }
}
