/** The JSON of agents' own settings: comments and trailing commas are allowed. */
import { createScanner, findNodeAtLocation, getNodeValue, parseTree, type ParseError } from 'jsonc-parser';
import { memoByIdentity } from '../../../basics/memo';
import { placeOf } from '../../../sources/findings';
import type { Place, SourceFile } from '../../../sources/types';

export type Table = Readonly<Record<string, unknown>>;

export interface NamedText {
  readonly value: string;
  readonly place: Place;
}

export interface Jsonc {
  readonly table: Table;
  /** The first thing that is wrong. */
  readonly problem: { readonly text: string; readonly place: Place } | undefined;
  /** The text, or the texts of the list, at a path; undefined if neither is there. */
  texts(...path: readonly string[]): readonly NamedText[] | undefined;
}

/** No settings are deeper. Deeper ones would exhaust the parser's stack, so they are not parsed. */
const maxDepth = 200;

export const readJsonc = memoByIdentity((file: SourceFile): Jsonc => {
  const place = (start: number, length: number): Place => placeOf(file.id, start, start + Math.max(1, length));
  const deep = firstTooDeep(file.text);
  if (deep !== undefined)
    return { table: {}, problem: { text: 'JSON nested too deeply', place: place(deep, 1) }, texts: () => undefined };
  const errors: ParseError[] = [];
  const tree = parseTree(file.text, errors, { allowTrailingComma: true });
  const [first] = errors;
  return {
    table: tableOf(tree === undefined ? undefined : getNodeValue(tree)),
    problem: first === undefined ? undefined : { text: 'broken JSON', place: place(first.offset, first.length) },
    texts(...path) {
      const node = tree === undefined ? undefined : findNodeAtLocation(tree, [...path]);
      const nodes = node?.type === 'array' ? (node.children ?? []) : node?.type === 'string' ? [node] : undefined;
      return nodes?.flatMap((each) => {
        const value: unknown = each.value;
        return typeof value === 'string' ? [{ value, place: place(each.offset, each.length) }] : [];
      });
    },
  };
});

export function tableOf(value: unknown): Table {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

function firstTooDeep(text: string): number | undefined {
  const scanner = createScanner(text, true);
  let depth = 0;
  for (;;) {
    scanner.scan();
    const at = scanner.getTokenOffset();
    if (at >= text.length) return undefined;
    const first = text[at];
    if (first === '{' || first === '[') depth += 1;
    else if (first === '}' || first === ']') depth -= 1;
    if (depth > maxDepth) return at;
  }
}
