/**
 * JSON kept as text, so that its spelling survives. `9223372036854775807`, `1.0` and `1e400` do not survive as
 * JavaScript numbers, and a JavaScript object moves keys such as `"10"` to the front.
 */

/** A JSON value without white space between tokens. Numbers, strings and the order of keys are as in the source. */
export type JsonText = string & { readonly __brand: 'JsonText' };

/** The caller guarantees that the text is valid JSON. */
export function knownJson(text: string): JsonText {
  return text as JsonText;
}

const spelling = Symbol('spelling');

/** Marks JSON text inside plain data; `writeJson` inserts it unchanged. */
export interface Spelled {
  readonly [spelling]: JsonText;
}

export function spelled(text: JsonText): Spelled {
  return { [spelling]: text };
}

function isSpelled(value: object): value is Spelled {
  return spelling in value;
}

/** `JSON.stringify`, but JSON text inside the value stays unchanged. */
export function writeJson(value: unknown): JsonText {
  return knownJson(write(value) ?? 'null');
}

function write(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (isSpelled(value)) return value[spelling];
  if (Array.isArray(value)) return `[${value.map((item) => write(item) ?? 'null').join(',')}]`;
  const entries = Object.entries(value).flatMap(([key, inner]) => {
    const written = write(inner);
    return written === undefined ? [] : [`${JSON.stringify(key)}:${written}`];
  });
  return `{${entries.join(',')}}`;
}

/** Deeper lines are not indented further: with the indent, the text would grow with the square of its depth. */
const deepestIndent = 500;

/** Formats JSON with an indent of two spaces, like `JSON.stringify(value, null, 2)`. */
export function layOutJson(text: JsonText): string {
  const pieces: string[] = [];
  let depth = 0;
  const line = (): string => `\n${'  '.repeat(Math.min(depth, deepestIndent))}`;
  for (let at = 0; at < text.length;) {
    const character = text.charAt(at);
    const end = tokenEnd(text, at);
    if (character === '{' || character === '[') {
      const next = spaceEnd(text, end);
      if (text[next] === '}' || text[next] === ']') {
        pieces.push(character, text.charAt(next));
        at = next + 1;
        continue;
      }
      depth += 1;
      pieces.push(character, line());
    } else if (character === '}' || character === ']') {
      // Text of a broken file may close more than it opens.
      depth = Math.max(0, depth - 1);
      pieces.push(line(), character);
    } else if (character === ',') pieces.push(',', line());
    else if (character === ':') pieces.push(': ');
    else if (!isSpace(character)) pieces.push(text.slice(at, end));
    at = end;
  }
  return pieces.join('');
}

/** The entries of a JSON object, each value as it is written; none for what is not an object. */
export function jsonEntries(text: JsonText): readonly { readonly key: string; readonly value: JsonText }[] {
  const entries: { key: string; value: JsonText }[] = [];
  const start = spaceEnd(text, 0);
  if (text[start] !== '{') return entries;
  for (let at = spaceEnd(text, start + 1); text[at] === '"';) {
    const keyEnd = tokenEnd(text, at);
    const key = stringOf(text.slice(at, keyEnd));
    const from = spaceEnd(text, spaceEnd(text, keyEnd) + 1);
    const to = valueEnd(text, from);
    entries.push({ key, value: knownJson(text.slice(from, to)) });
    at = spaceEnd(text, to);
    if (text[at] === ',') at = spaceEnd(text, at + 1);
  }
  return entries;
}

/** The characters of a JSON string; undefined for any other value. */
export function jsonString(text: JsonText): string | undefined {
  return text.startsWith('"') ? stringOf(text) : undefined;
}

/** A string that is broken, as the end of a body that was cut is, stays as it is written. */
function stringOf(token: string): string {
  try {
    return String(JSON.parse(token));
  } catch {
    return token.slice(1);
  }
}

function valueEnd(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length;) {
    const character = text.charAt(at);
    if (character === '{' || character === '[') depth += 1;
    else if (character === '}' || character === ']') depth -= 1;
    at = tokenEnd(text, at);
    if (depth === 0) return at;
  }
  return text.length;
}

/** Without the white space between its parts. */
export function withoutSpace(text: string): JsonText {
  const pieces: string[] = [];
  for (let at = 0; at < text.length;) {
    const end = tokenEnd(text, at);
    if (!isSpace(text.charAt(at))) pieces.push(text.slice(at, end));
    at = end;
  }
  return knownJson(pieces.join(''));
}

function isSpace(character: string): boolean {
  return character === ' ' || character === '\n' || character === '\r' || character === '\t';
}

function spaceEnd(text: string, start: number): number {
  let at = start;
  while (isSpace(text.charAt(at))) at += 1;
  return at;
}

const wordEnd = /["{}[\],:\s]/g;

/** An odd number of backslashes stands before it. */
function isEscaped(text: string, at: number): boolean {
  let first = at;
  while (text.charCodeAt(first - 1) === 92) first -= 1;
  return (at - first) % 2 === 1;
}

/** Behind the bracket, comma, text or word that starts at `start`. */
function tokenEnd(text: string, start: number): number {
  if (text[start] === '"') {
    for (let quote = text.indexOf('"', start + 1); quote !== -1; quote = text.indexOf('"', quote + 1))
      if (!isEscaped(text, quote)) return quote + 1;
    return text.length;
  }
  wordEnd.lastIndex = start;
  const next = wordEnd.exec(text)?.index ?? text.length;
  return next === start ? start + 1 : next;
}
