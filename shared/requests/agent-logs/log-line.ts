import { sourceId } from '../../document/builders';
import type { TextNode } from '../../document/types';
import { configAt, type ConfigNode } from '../../sources/config/config-node';
import { scanJson } from '../../sources/config/scan-json';
import type { TextRecord } from '../log/record-splitter';
import type { LocatedJson, LocatedText } from './types';

type Path = readonly (string | number)[];

/** One line of a log: a JSON object whose values can be cut out as they are. */
export interface LogLine {
  readonly root: ConfigNode;
  node(...path: Path): ConfigNode | undefined;
  /** Undefined if it is not a string. */
  text(...path: Path): string | undefined;
  /** The value as written; undefined if there is none, or null. */
  json(...path: Path): LocatedJson | undefined;
  /** The items of a list as written. */
  items(...path: Path): readonly LocatedJson[];
  jsonOf(node: ConfigNode): LocatedJson;
  /** What a string says; undefined if it is none. */
  said(...path: Path): LocatedText | undefined;
}

/** Undefined if the record is not a JSON object. */
export function logLine({ text, start }: TextRecord): LogLine | undefined {
  const root = scanJson({ id: sourceId(''), text });
  if (root?.kind !== 'object') return undefined;
  const node = (...path: Path): ConfigNode | undefined => configAt(root, path);
  const jsonOf = ({ span }: ConfigNode): LocatedJson => ({
    text: text.slice(span.start, span.end),
    start: start + span.start,
  });
  return {
    root,
    node,
    text: (...path) => stringOf(node(...path)),
    json: (...path) => {
      const found = node(...path);
      return found === undefined || (found.kind === 'scalar' && found.value === null) ? undefined : jsonOf(found);
    },
    items: (...path) => itemsOf(node(...path)).map(jsonOf),
    jsonOf,
    said: (...path) => {
      const found = node(...path);
      return found?.kind === 'string' ? { leaves: found.rope.map((leaf) => moved(leaf, start)) } : undefined;
    },
  };
}

function moved(leaf: TextNode, by: number): TextNode {
  if (leaf.origin.kind !== 'file') return leaf;
  const { path: _, ...origin } = leaf.origin;
  return { ...leaf, origin: { ...origin, span: { start: origin.span.start + by, end: origin.span.end + by } } };
}

export function stringOf(node: ConfigNode | undefined): string | undefined {
  return node?.kind === 'string' ? node.value : undefined;
}

export function itemsOf(node: ConfigNode | undefined): readonly ConfigNode[] {
  return node?.kind === 'array' ? node.items : [];
}

export function isTrue(node: ConfigNode | undefined): boolean {
  return node?.kind === 'scalar' && node.value === true;
}
