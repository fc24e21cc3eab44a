import { parseTree, printParseErrorCode, type Node, type ParseError } from 'jsonc-parser';
import type { JsonPath, SourceId, TextNode } from '../document/types';
import type { ConfigNode } from './config-node';
import { finding, type Finding } from './findings';
import type { Rope } from './rope';

interface TextSource {
  readonly id: SourceId;
  readonly text: string;
}

export interface ParsedConfig {
  /** What could be read, also of a broken file. */
  readonly root: ConfigNode | undefined;
  readonly findings: readonly Finding[];
}

/** Strict JSON; a broken file yields what could be read and one error at the first break. */
export function parseJson(source: TextSource, ruleId = 'json-syntax'): ParsedConfig {
  if (source.text.trim() === '') {
    return { root: undefined, findings: [finding('error', ruleId, 'The file is empty, JSON was expected', { source: source.id, span: { start: 0, end: 0 } })] };
  }
  const errors: ParseError[] = [];
  const tree = parseTree(source.text, errors, { disallowComments: true, allowTrailingComma: false });
  const first = errors[0];
  const findings =
    first === undefined
      ? []
      : [
          finding('error', ruleId, `Broken JSON: ${sentence(printParseErrorCode(first.error))}`, {
            source: source.id,
            span: { start: first.offset, end: first.offset + first.length },
          }),
        ];
  return { root: tree === undefined ? undefined : toConfigNode(tree, source, [], 0), findings };
}

/** `PropertyNameExpected` → `property name expected`. */
function sentence(code: string): string {
  return code.replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
}

/** Deeper than any config; a file nested further is cut there instead of exhausting the stack. */
const maxDepth = 200;

function toConfigNode(node: Node, source: TextSource, path: JsonPath, depth: number): ConfigNode {
  const span = { start: node.offset, end: node.offset + node.length };
  if (depth > maxDepth) return { kind: 'scalar', span, value: null };
  switch (node.type) {
    case 'object': {
      const entries = (node.children ?? []).flatMap((property) => {
        const [key, value] = property.children ?? [];
        if (key === undefined || value === undefined) return [];
        const name = String(key.value);
        return [{ key: name, keySpan: { start: key.offset, end: key.offset + key.length }, value: toConfigNode(value, source, [...path, name], depth + 1) }];
      });
      return { kind: 'object', span, entries };
    }
    case 'array':
      return { kind: 'array', span, items: (node.children ?? []).map((item, index) => toConfigNode(item, source, [...path, index], depth + 1)) };
    case 'string': {
      const value = String(node.value);
      return { kind: 'string', span, value, rope: jsonStringRope(source, span.start + 1, span.end - 1, path) };
    }
    case 'number':
      return { kind: 'scalar', span, value: Number(node.value) };
    case 'boolean':
      return { kind: 'scalar', span, value: node.value === true };
    default:
      return { kind: 'scalar', span, value: null };
  }
}

const simpleEscapes: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', '"': '"', '\\': '\\', '/': '/' };

/**
 * The characters of a JSON string literal, given the span between its quotes. Stretches without a backslash are verbatim
 * leaves; each escape sequence is a leaf of its own that covers the sequence, so every character maps to its exact place.
 */
export function jsonStringRope(source: TextSource, start: number, end: number, path: JsonPath): Rope {
  const leaves: TextNode[] = [];
  const push = (from: number, to: number, value: string, escaped: boolean): void => {
    if (value === '') return;
    const span = { start: from, end: to };
    leaves.push({ type: 'text', value, origin: { kind: 'file', source: source.id, span, path, ...(escaped ? { change: 'escaped' as const } : {}) } });
  };
  let at = start;
  while (at < end) {
    const next = source.text.indexOf('\\', at);
    if (next === -1 || next >= end) {
      push(at, end, source.text.slice(at, end), false);
      break;
    }
    push(at, next, source.text.slice(at, next), false);
    const letter = source.text.charAt(next + 1);
    if (letter === 'u') {
      const length = surrogatePairAt(source.text, next) ? 12 : 6;
      const stop = Math.min(next + length, end);
      push(next, stop, decodeUnicode(source.text.slice(next, stop)), true);
      at = stop;
    } else {
      push(next, Math.min(next + 2, end), simpleEscapes[letter] ?? '', true);
      at = next + 2;
    }
  }
  return leaves;
}

/** Two escapes that together are one character stay one leaf. */
function surrogatePairAt(text: string, at: number): boolean {
  return /^\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}/.test(text.slice(at, at + 12));
}

function decodeUnicode(escapes: string): string {
  return escapes.replaceAll(/\\u([0-9a-fA-F]{4})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}
