/**
 * JSON that is carried as text, so that nothing of it is rewritten: `9223372036854775807`, `1.0` and `1e400` are no
 * JavaScript numbers, and a JavaScript object moves keys such as `"10"` to its front.
 */

/**
 * A JSON value without white space between its parts; numbers, texts and the order of keys are as they were written.
 */
export type JsonText = string & { readonly __brand: 'JsonText' };

/** The caller knows that it is valid JSON. */
export function knownJson(text: string): JsonText {
  return text as JsonText;
}

const spelling = Symbol('spelling');

/** A place in plain data where JSON text stands; `writeJson` puts it there as it is. */
export interface Spelled {
  readonly [spelling]: JsonText;
}

export function spelled(text: JsonText): Spelled {
  return { [spelling]: text };
}

function isSpelled(value: object): value is Spelled {
  return spelling in value;
}

/** `JSON.stringify`, with JSON text inside kept as it is. */
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

/** The same JSON on lines, indented by two spaces, as `JSON.stringify(value, null, 2)` lays it out. */
export function layOutJson(text: JsonText): string {
  const pieces: string[] = [];
  let depth = 0;
  const line = (): string => `\n${'  '.repeat(depth)}`;
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
      depth -= 1;
      pieces.push(line(), character);
    } else if (character === ',') pieces.push(',', line());
    else if (character === ':') pieces.push(': ');
    else if (!isSpace(character)) pieces.push(text.slice(at, end));
    at = end;
  }
  return pieces.join('');
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
