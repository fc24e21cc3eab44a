import { parseTree, printParseErrorCode, type Node, type ParseError } from 'jsonc-parser';
import type { JsonPath, SourceId, Span, TextNode } from '../../document/types';
import type { ConfigNode } from './config-node';
import { finding, lineColumn, type Finding } from '../findings';
import { changedRope, ropeText, type Rope } from '../text/rope';
import { grouped } from '../../basics/grouped';

interface TextSource {
  readonly id: SourceId;
  readonly text: string;
}

export interface ParsedConfig {
  /** What could be read, even from a broken file. */
  readonly root: ConfigNode | undefined;
  readonly findings: readonly Finding[];
}

/**
 * Parses strict JSON at `[start, end)` of a file, by default all of it. Broken JSON gives what could be read and one
 * error at the first syntax error, which also lists the others.
 */
export function parseJson(
  source: TextSource,
  ruleId = 'json-syntax',
  start = 0,
  end = source.text.length,
  limits: JsonLimits = jsonLimits(),
): ParsedConfig {
  const text = start === 0 && end === source.text.length ? source.text : source.text.slice(start, end);
  const broken = (message: string, at: number, length: number, others: readonly ParseError[] = []): Finding =>
    finding(
      'error',
      ruleId,
      message,
      { source: source.id, span: { start: start + at, end: start + at + length } },
      alsoBroken(
        others.map(({ offset }) => start + offset),
        source.text,
      ),
    );
  if (text.trim() === '') return { root: undefined, findings: [broken('The file is empty, JSON was expected', 0, 0)] };
  const beyond = firstBeyond(text, limits);
  if (beyond !== undefined) return { root: undefined, findings: [broken(beyond.problem, beyond.at, 1)] };
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, { disallowComments: true, allowTrailingComma: false });
  const [first, ...others] = errors;
  return {
    root:
      tree === undefined
        ? undefined
        : toConfigNode(tree, { source, base: start, isValid: first === undefined, limits }, []),
    findings:
      first === undefined
        ? []
        : [broken(`Broken JSON: ${sentence(printParseErrorCode(first.error))}`, first.offset, first.length, others)],
  };
}

/** Lists the positions of further syntax errors, where values may be lost; only the first few. */
function alsoBroken(offsets: readonly number[], text: string): { readonly note?: string } {
  const places = [...new Set(offsets)];
  const named = places.slice(0, 4).map((offset) => {
    const { line, column } = lineColumn(text, offset);
    return `${line}:${column}`;
  });
  if (named.length === 0) return {};
  const rest = places.length - named.length;
  return {
    note:
      'After it the JSON is also broken at ' +
      `${named.join(', ')}${rest === 0 ? '' : ` and ${rest} more place${rest === 1 ? '' : 's'}`}.`,
  };
}

/** `PropertyNameExpected` → `property name expected`. */
function sentence(code: string): string {
  return code.replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
}

/** No config is deeper. A deeper file would exhaust the parser's stack, so it is not parsed. */
const maxDepth = 200;

/** Each value takes about a kilobyte. */
const maxValues = 200_000;

/**
 * Further escapes of a file are not leaves of their own: a text of nothing but escapes would have millions of them.
 * A real log of 5 MB has about so many.
 */
const maxEscapes = 120_000;

/** What is left of the limits of a file, for all of its lines together. */
export interface JsonLimits {
  values: number;
  escapes: number;
}

export function jsonLimits(): JsonLimits {
  return { values: maxValues, escapes: maxEscapes };
}

/**
 * The first place where there is too much to parse. A bracket that closes nothing is passed over, as the parser does.
 */
function firstBeyond(text: string, limits: JsonLimits): { readonly at: number; readonly problem: string } | undefined {
  const open: string[] = [];
  let inString = false;
  limits.values -= 1;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (inString) {
      if (character === '\\') at += 1;
      else if (character === '"' || character === '\n' || character === '\r') inString = false;
    } else if (character === '"') inString = true;
    else if (character === open.at(-1)) open.pop();
    else if (character === ',' || character === '{' || character === '[') {
      limits.values -= 1;
      if (limits.values < 0) return { at, problem: `The JSON has more than ${grouped(maxValues)} values` };
      if (character === ',') continue;
      open.push(character === '{' ? '}' : ']');
      if (open.length > maxDepth) return { at, problem: `The JSON is nested more than ${maxDepth} levels deep` };
    }
  }
  return undefined;
}

interface Reader {
  readonly source: TextSource;
  readonly base: number;
  /** In broken JSON no literal is reliable. */
  readonly isValid: boolean;
  readonly limits: JsonLimits;
}

function toConfigNode(node: Node, reader: Reader, path: JsonPath): ConfigNode {
  const { source, base, isValid, limits } = reader;
  const span = { start: base + node.offset, end: base + node.offset + node.length };
  const literal = isValid ? { literal: source.text.slice(span.start, span.end) } : {};
  switch (node.type) {
    case 'object': {
      const entries = (node.children ?? []).flatMap((property) => {
        const [key, value] = property.children ?? [];
        if (key === undefined || value === undefined) return [];
        const name = String(key.value);
        const keySpan = { start: base + key.offset, end: base + key.offset + key.length };
        const keyLiteral = isValid ? { keyLiteral: source.text.slice(keySpan.start, keySpan.end) } : {};
        return [{ key: name, keySpan, ...keyLiteral, value: toConfigNode(value, reader, [...path, name]) }];
      });
      return { kind: 'object', span, entries };
    }
    case 'array':
      return {
        kind: 'array',
        span,
        items: (node.children ?? []).map((item, index) => toConfigNode(item, reader, [...path, index])),
      };
    case 'string': {
      const value = String(node.value);
      return { kind: 'string', span, value, rope: stringRope(source, span, value, path, limits), ...literal };
    }
    case 'number':
      return { kind: 'scalar', span, value: Number(node.value), ...literal };
    case 'boolean':
      return { kind: 'scalar', span, value: node.value === true, ...literal };
    default:
      return { kind: 'scalar', span, value: null, ...literal };
  }
}

/**
 * A string that is never closed has no quote to leave out; one that is broken otherwise is what the parser made of it.
 */
function stringRope(source: TextSource, span: Span, value: string, path: JsonPath, limits: JsonLimits): Rope {
  for (const end of [span.end - 1, span.end]) {
    const rope = jsonStringRope(source, span.start + 1, end, path, limits);
    if (ropeText(rope) === value) return rope;
  }
  return changedRope(source.id, span.start, span.end, value, 'escaped', path);
}

const simpleEscapes: Readonly<Record<string, string>> = {
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  '"': '"',
  '\\': '\\',
  '/': '/',
};

/**
 * The characters of a JSON string literal, given the span between its quotes. Stretches without a backslash are
 * verbatim leaves; each escape sequence is a leaf of its own that covers the sequence, so every character maps to its
 * exact place. Beyond the limits, longer pieces are.
 */
export function jsonStringRope(
  source: TextSource,
  start: number,
  end: number,
  path: JsonPath,
  limits: JsonLimits = jsonLimits(),
): Rope {
  const leaves: TextNode[] = [];
  let joined: { readonly from: number; to: number; value: string } | undefined;
  const flush = (): void => {
    if (joined !== undefined)
      leaves.push(...changedRope(source.id, joined.from, joined.to, joined.value, 'escaped', path));
    joined = undefined;
  };
  const push = (from: number, to: number, value: string, escaped: boolean): void => {
    if (value === '') return;
    if (escaped) limits.escapes -= 1;
    if (limits.escapes < 0) {
      joined ??= { from, to, value: '' };
      joined.to = to;
      joined.value += value;
      if (joined.value.length >= longStretch) flush();
      return;
    }
    const span = { start: from, end: to };
    leaves.push({
      type: 'text',
      value,
      origin: { kind: 'file', source: source.id, span, path, ...(escaped ? { change: 'escaped' as const } : {}) },
    });
  };
  const literal = source.text.slice(start, end);
  let at = start;
  while (at < end) {
    const found = literal.indexOf('\\', at - start);
    if (found === -1) {
      push(at, end, source.text.slice(at, end), false);
      break;
    }
    const next = start + found;
    push(at, next, source.text.slice(at, next), false);
    const letter = source.text.charAt(next + 1);
    if (letter === 'u') {
      const escapes = unicodeEscapes.exec(source.text.slice(next, Math.min(next + 12, end)))?.[0];
      const stop = next + (escapes?.length ?? 2);
      push(next, stop, decodeUnicode(escapes ?? ''), true);
      at = stop;
    } else {
      push(next, Math.min(next + 2, end), simpleEscapes[letter] ?? '', true);
      at = next + 2;
    }
  }
  flush();
  return leaves;
}

const longStretch = 4096;

/** One escape, or the two that together are one character and stay one leaf. */
const unicodeEscapes = /^(?:\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|\\u[0-9a-fA-F]{4})/;

function decodeUnicode(escapes: string): string {
  if (escapes.length === 6) return String.fromCharCode(Number.parseInt(escapes.slice(2), 16));
  return escapes.replaceAll(/\\u([0-9a-fA-F]{4})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}
