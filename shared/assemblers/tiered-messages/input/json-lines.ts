import type { SourceId, Span } from '../../../document/types';
import type { ConfigNode } from '../../../sources/config/config-node';
import type { Finding } from '../../../sources/findings';
import { parseJson } from '../../../sources/config/json';
import type { Rope } from '../../../sources/text/rope';

export interface JsonLine {
  /** 0-based among non-blank lines. A broken line keeps its number, so fixing it does not renumber the others. */
  readonly index: number;
  readonly span: Span;
  /** Undefined if the line is not JSON. */
  readonly root: ConfigNode | undefined;
  readonly findings: readonly Finding[];
}

/** Parses one JSON value per line; skips blank lines. Spans and ropes use offsets of the whole file. */
export function parseJsonLines(
  source: { readonly id: SourceId; readonly text: string },
  ruleId: string,
): readonly JsonLine[] {
  const lines: JsonLine[] = [];
  for (const match of source.text.matchAll(/[^\r\n]+/g)) {
    if (match[0].trim() === '') continue;
    const { root, findings } = parseJson({ id: source.id, text: match[0] }, ruleId);
    const broken = findings.length > 0 || root === undefined;
    lines.push({
      index: lines.length,
      span: { start: match.index, end: match.index + match[0].length },
      root: broken ? undefined : shifted(root, match.index),
      findings: findings.map((each) =>
        each.place === undefined
          ? each
          : { ...each, place: { source: source.id, span: moved(each.place.span, match.index) } },
      ),
    });
  }
  return lines;
}

function moved({ start, end }: Span, by: number): Span {
  return { start: start + by, end: end + by };
}

function shifted(node: ConfigNode, by: number): ConfigNode {
  const span = moved(node.span, by);
  switch (node.kind) {
    case 'object':
      return {
        ...node,
        span,
        entries: node.entries.map((entry) => ({
          ...entry,
          keySpan: moved(entry.keySpan, by),
          value: shifted(entry.value, by),
        })),
      };
    case 'array':
      return { ...node, span, items: node.items.map((item) => shifted(item, by)) };
    case 'string':
      return { ...node, span, rope: shiftedRope(node.rope, by) };
    case 'scalar':
      return { ...node, span };
  }
}

function shiftedRope(rope: Rope, by: number): Rope {
  return rope.map((leaf) =>
    leaf.origin.kind === 'file' ? { ...leaf, origin: { ...leaf.origin, span: moved(leaf.origin.span, by) } } : leaf,
  );
}
