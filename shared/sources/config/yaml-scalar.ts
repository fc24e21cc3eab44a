import type { JsonPath, SourceId, Span, TextNode } from '../../document/types';
import { changedRope, ropeText, sliceRope, type Rope } from '../text/rope';

interface TextSource {
  readonly id: SourceId;
  readonly text: string;
}

export type ScalarStyle = 'PLAIN' | 'QUOTE_SINGLE' | 'QUOTE_DOUBLE' | 'BLOCK_LITERAL' | 'BLOCK_FOLDED';

/** How many leaves the scalars of a file may still be cut into. A file could be made of nothing but folded lines. */
export interface YamlLimits {
  leaves: number;
}

/**
 * The characters of a YAML scalar, each with its place: stretches that stand in the file as they are become verbatim
 * leaves; escapes, doubled quotes and folded line ends become leaves of their own over the characters that wrote them.
 * `value` is what the YAML parser read. Where the two disagree, or the limit is reached, the whole scalar is one leaf
 * marked as changed.
 */
export function scalarRope(
  source: TextSource,
  span: Span,
  style: ScalarStyle,
  value: string,
  path: JsonPath,
  limits: YamlLimits,
): Rope {
  if (value === '') return [];
  const pieces = new Pieces(source, path, limits);
  switch (style) {
    case 'BLOCK_LITERAL':
      literal(pieces, source.text, span, value);
      break;
    case 'BLOCK_FOLDED':
      folded(pieces, source.text, span, value);
      break;
    default:
      flow(pieces, source.text, span, style);
  }
  const rope = sliceRope(pieces.leaves, 0, value.length);
  return ropeText(rope) === value ? rope : changedRope(source.id, span.start, span.end, value, 'escaped', path);
}

/** Collects leaves; merges verbatim text that is adjacent in the file. */
class Pieces {
  readonly leaves: TextNode[] = [];

  constructor(
    private readonly source: TextSource,
    private readonly path: JsonPath,
    private readonly limits: YamlLimits,
  ) {}

  verbatim(start: number, end: number): void {
    if (end <= start) return;
    const last = this.leaves.at(-1)?.origin;
    const joins = last?.kind === 'file' && last.change === undefined && last.span.end === start;
    const from = joins ? last.span.start : start;
    if (joins) this.leaves.pop();
    else if (!this.#takeRoom()) return;
    const value = this.source.text.slice(from, end);
    this.leaves.push({
      type: 'text',
      value,
      origin: { kind: 'file', source: this.source.id, span: { start: from, end }, path: this.path },
    });
  }

  written(start: number, end: number, value: string): void {
    if (this.source.text.slice(start, end) === value) this.verbatim(start, end);
    else if (this.#takeRoom())
      this.leaves.push(...changedRope(this.source.id, start, end, value, 'escaped', this.path));
  }

  #takeRoom(): boolean {
    this.limits.leaves -= 1;
    return this.limits.leaves >= 0;
  }
}

interface Line extends Span {
  /** Offset of the `\n` after it; -1 on a last line without one. */
  readonly newline: number;
}

/** Returns the lines of `[start, end)` without line ends, including the text after the last `\n`. */
function linesOf(text: string, start: number, end: number): readonly Line[] {
  const lines: Line[] = [];
  for (let at = start; ;) {
    const newline = text.indexOf('\n', at);
    if (newline === -1 || newline >= end) {
      lines.push({ start: at, end, newline: -1 });
      return lines;
    }
    lines.push({ start: at, end: newline > at && text[newline - 1] === '\r' ? newline - 1 : newline, newline });
    at = newline + 1;
  }
}

const isSpace = (character: string | undefined): boolean => character === ' ' || character === '\t';

/**
 * Plain and quoted scalars: the first line end folds to a space, each further one stays, and white space around them is
 * dropped.
 */
function flow(pieces: Pieces, text: string, span: Span, style: ScalarStyle): void {
  const quoted = style === 'QUOTE_SINGLE' || style === 'QUOTE_DOUBLE';
  const lines = quoted ? linesOf(text, span.start + 1, span.end - 1) : linesOf(text, span.start, span.end);
  let breakStart = span.start;
  let breaks = 0;
  let joined = false;
  lines.forEach((line, index) => {
    let { start, end } = line;
    if (index > 0) while (start < end && isSpace(text[start])) start += 1;
    const isLast = index === lines.length - 1;
    if (!isLast) while (end > start && isSpace(text[end - 1])) end -= 1;
    if (index > 0) breaks += 1;
    if (index > 0 && !isLast && start === end) return;
    if (index > 0) pieces.written(breakStart, start, breaks === 1 ? (joined ? '' : ' ') : '\n'.repeat(breaks - 1));
    breaks = 0;
    joined = false;
    if (style === 'QUOTE_DOUBLE' && !isLast && endsInBackslash(text, start, end)) {
      if (end < line.end) end += 1;
      else {
        joined = true;
        end -= 1;
      }
    }
    if (style === 'QUOTE_DOUBLE') doubleQuoted(pieces, text, start, end);
    else if (style === 'QUOTE_SINGLE') singleQuoted(pieces, text, start, end);
    else pieces.verbatim(start, end);
    breakStart = end;
  });
}

function endsInBackslash(text: string, start: number, end: number): boolean {
  let count = 0;
  while (end - count > start && text[end - count - 1] === '\\') count += 1;
  return count % 2 === 1;
}

function singleQuoted(pieces: Pieces, text: string, start: number, end: number): void {
  const line = text.slice(start, end);
  for (let at = start; at < end;) {
    const quote = line.indexOf("''", at - start);
    const stop = quote === -1 ? end : start + quote;
    pieces.verbatim(at, stop);
    if (stop < end) pieces.written(stop, stop + 2, "'");
    at = stop + 2;
  }
}

const simpleEscapes = new Map(
  Object.entries({
    '0': '\0',
    a: '\u0007',
    b: '\b',
    t: '\t',
    '\t': '\t',
    n: '\n',
    v: '\v',
    f: '\f',
    r: '\r',
    e: '\u001B',
    ' ': ' ',
    '"': '"',
    '/': '/',
    '\\': '\\',
    N: '\u0085',
    _: '\u00A0',
    L: '\u2028',
    P: '\u2029',
  }),
);
const hexDigits = new Map([
  ['x', 2],
  ['u', 4],
  ['U', 8],
]);

function doubleQuoted(pieces: Pieces, text: string, start: number, end: number): void {
  // Not further than the line: the next backslash may stand at the end of the file.
  const line = text.slice(start, end);
  for (let at = start; at < end;) {
    const escape = line.indexOf('\\', at - start);
    const stop = escape === -1 ? end : start + escape;
    pieces.verbatim(at, stop);
    at = stop;
    if (at >= end) return;
    const letter = text.charAt(at + 1);
    const digits = hexDigits.get(letter) ?? 0;
    const length = surrogatePairAt(text, at) ? 12 : 2 + digits;
    const value = digits === 0 ? (simpleEscapes.get(letter) ?? '') : decodeHex(text.slice(at, at + length));
    pieces.written(at, Math.min(at + length, end), value);
    at += length;
  }
}

/** A surrogate pair of two `\u` escapes stays one leaf. */
function surrogatePairAt(text: string, at: number): boolean {
  return /^\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}$/.test(text.slice(at, at + 12));
}

function decodeHex(escapes: string): string {
  return escapes.replaceAll(/\\[xuU]([0-9a-fA-F]+)/g, (whole, hex: string) => {
    const code = Number.parseInt(hex, 16);
    return code > 0x10ffff ? whole : String.fromCodePoint(code);
  });
}

/** Returns the content lines of a block scalar after its header (`|`, `>-`, `|2 # comment`), without indentation. */
function blockLines(text: string, span: Span, value: string): readonly Line[] {
  const header = text.indexOf('\n', span.start);
  if (header === -1 || header >= span.end) return [];
  const lines = linesOf(text, header + 1, span.end);
  const spaces = (line: Span): number => {
    let count = 0;
    while (line.start + count < line.end && text[line.start + count] === ' ') count += 1;
    return count;
  };
  const first = lines.find((line) => spaces(line) < line.end - line.start);
  if (first === undefined) return lines.map((line) => ({ ...line, start: line.end }));
  const firstIndent = /^\n*( *)/.exec(value)?.[1]?.length ?? 0;
  const indent = spaces(first) - firstIndent;
  return lines.map((line) => ({ ...line, start: line.start + Math.min(indent, spaces(line)) }));
}

/** Keeps every line end; the caller removes those that the header's chomping drops. */
function literal(pieces: Pieces, text: string, span: Span, value: string): void {
  for (const line of blockLines(text, span, value)) {
    pieces.verbatim(line.start, line.end);
    if (line.newline !== -1) pieces.verbatim(line.newline, line.newline + 1);
  }
  pieces.written(span.end, span.end, '\n');
}

/** Takes the separator between two content lines (a space or line ends) from the value. */
function folded(pieces: Pieces, text: string, span: Span, value: string): void {
  let at = 0;
  let breakStart: number | undefined;
  for (const line of blockLines(text, span, value)) {
    if (line.start === line.end) continue;
    const mayBeSpace = breakStart !== undefined && !isSpace(text[line.start]);
    let next = at;
    while (value[next] === '\n' || (mayBeSpace && value[next] === ' ')) next += 1;
    pieces.written(breakStart ?? line.start, line.start, value.slice(at, next));
    pieces.verbatim(line.start, line.end);
    at = next + line.end - line.start;
    breakStart = line.end;
  }
  pieces.written(breakStart ?? span.end, span.end, value.slice(at));
}
