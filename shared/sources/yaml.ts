import { isAlias, isMap, isScalar, isSeq, parseDocument, type Node } from 'yaml';
import type { JsonPath, SourceId } from '../document/types';
import type { ConfigNode } from './config-node';
import { finding, type Finding } from './findings';
import type { ParsedConfig } from './json';
import { changedRope, fileRope, type Rope } from './rope';

interface TextSource {
  readonly id: SourceId;
  readonly text: string;
}

/** Parses the YAML that stands at `[start, end)` of a file; every span is in the file's own offsets. */
export function parseYaml(source: TextSource, start = 0, end = source.text.length, ruleId = 'yaml-syntax'): ParsedConfig {
  const document = parseDocument(source.text.slice(start, end), { prettyErrors: false, uniqueKeys: false, logLevel: 'silent', merge: false });
  const place = (from: number, to: number) => ({ source: source.id, span: { start: start + from, end: start + to } });
  const findings: Finding[] = [
    ...document.errors.map((error) => finding('error', ruleId, `Broken YAML: ${error.message}`, place(...error.pos))),
    ...document.warnings.map((warning) => finding('warning', ruleId, warning.message, place(...warning.pos))),
  ];
  const root = document.contents === null ? undefined : toConfigNode(document.contents, source, start, [], 0, findings, ruleId);
  return { root, findings };
}

const maxDepth = 100;

/** Aliases are not followed: a prompt config has no use for them, and a few lines of them can stand for gigabytes. */
function toConfigNode(
  node: Node,
  source: TextSource,
  base: number,
  path: JsonPath,
  depth: number,
  findings: Finding[],
  ruleId: string,
): ConfigNode {
  const [from, valueEnd] = node.range ?? [0, 0, 0];
  const span = { start: base + from, end: base + valueEnd };
  if (depth > maxDepth) return { kind: 'scalar', span, value: null };
  if (isAlias(node)) {
    findings.push(finding('warning', ruleId, `The YAML alias *${node.source} is not followed`, { source: source.id, span }));
    return { kind: 'scalar', span, value: null };
  }
  if (isMap(node)) {
    const entries = node.items.flatMap((pair) => {
      if (!isScalar(pair.key)) return [];
      const key = String(pair.key.value);
      const [keyStart, keyEnd] = pair.key.range ?? [0, 0, 0];
      const keySpan = { start: base + keyStart, end: base + keyEnd };
      const value: ConfigNode = isNode(pair.value)
        ? toConfigNode(pair.value, source, base, [...path, key], depth + 1, findings, ruleId)
        : { kind: 'scalar', span: keySpan, value: null };
      return [{ key, keySpan, value }];
    });
    return { kind: 'object', span, entries };
  }
  if (isSeq(node)) {
    const items = node.items.filter(isNode).map((item, index) => toConfigNode(item, source, base, [...path, index], depth + 1, findings, ruleId));
    return { kind: 'array', span, items };
  }
  if (isScalar(node)) {
    if (typeof node.value === 'string') return { kind: 'string', span, value: node.value, rope: scalarRope(source, span.start, span.end, node.value, path) };
    if (typeof node.value === 'number' || typeof node.value === 'boolean') return { kind: 'scalar', span, value: node.value };
  }
  return { kind: 'scalar', span, value: null };
}

function isNode(value: unknown): value is Node {
  return isAlias(value) || isMap(value) || isSeq(value) || isScalar(value);
}

/**
 * A scalar's characters: one verbatim leaf where the value stands in the file as it is (plain, or quoted without escapes);
 * line by line where a block or folded scalar only lost indentation; otherwise one leaf marked as changed.
 */
function scalarRope(source: TextSource, start: number, end: number, value: string, path: JsonPath): Rope {
  if (value === '') return [];
  const raw = source.text.slice(start, end);
  const whole = raw.indexOf(value);
  if (whole !== -1) return fileRope(source, start + whole, start + whole + value.length, path);
  const leaves: Rope[number][] = [];
  let at = 0;
  for (const piece of value.split(/(\n)/)) {
    if (piece === '') continue;
    const found = raw.indexOf(piece, at);
    if (found === -1) return changedRope(source.id, start, end, value, 'escaped', path);
    leaves.push(...fileRope(source, start + found, start + found + piece.length, path));
    at = found + piece.length;
  }
  return leaves;
}
