import type { Node, Parser, Tree } from 'web-tree-sitter';
import { collectCalls, NameList } from '../collect-calls';
import { emptyFacts, failedFacts, type FileFacts, type SymbolFact, type Writable } from '../facts';
import type { LanguageId } from './languages';
import { Outline, type Collected, type Draft, type Rules } from './outline';
import { readingMethodOf, type ReadingMethod } from '../rules/index';
import { walk, type Walked } from '../walk';

/** Shorter texts, even malicious ones, take about a second; polling the time costs a few percent of parsing. */
const longText = 8 * 1024;

/** The facts of one text. `parser` has the language's grammar set; `halt` returns true when time is up. */
export function readText(parser: Parser, language: LanguageId, written: string, halt?: () => boolean): FileFacts {
  // A carriage return also ends a line, alone or before a newline.
  const text = written.includes('\r') ? written.replaceAll(/\r\n?/g, '\n') : written;
  const lines = countLines(text);
  const reading = readingMethodOf[language];
  if (reading.by === 'name') return emptyFacts(language, lines);
  const tree = parser.parse(
    parsable(text, language),
    null,
    halt === undefined || text.length < longText ? undefined : { progressCallback: halt },
  );
  if (tree === null) {
    parser.reset();
    return failedFacts(language, 'parsing took too long', lines);
  }
  try {
    return factsOf(tree, language, text, lines, reading);
  } finally {
    tree.delete();
  }
}

/** The TypeScript grammar does not support the valid `export type * from`: `type` is replaced by spaces. */
function parsable(text: string, language: LanguageId): string {
  if (language !== 'typescript') return text;
  return text.replaceAll(/^([\t ]*export[\t ]+)type(?=\s*\*)/gm, '$1    ');
}

function factsOf(
  tree: Tree,
  language: LanguageId,
  text: string,
  lines: number,
  reading: Exclude<ReadingMethod, { by: 'name' }>,
): FileFacts {
  const names = new NameList();
  const { symbols, imports, importsLocal } =
    reading.by === 'walk'
      ? walk(tree, text, reading.rules, names)
      : outlined(tree, text, language, reading.rules, names);
  const failed = failureOf(tree.rootNode, language);
  return {
    language,
    lines,
    symbols: symbols.map(toFact),
    imports: imports.map(own),
    importsLocal: importsLocal.map(own),
    names: own(names.text()),
    ...(failed === undefined ? {} : { failed }),
  };
}

function outlined(tree: Tree, text: string, language: LanguageId, rules: Rules, names: NameList): Walked {
  const all: Collected = { text, rules, imports: [], importsLocal: [], bodies: [] };
  const outline = new Outline(all);
  outline.visit(tree.rootNode);
  collectCalls(all, language, names);
  return { symbols: outline.symbols, imports: all.imports, importsLocal: all.importsLocal };
}

/** Copies the text: a slice would keep the file's whole text in memory, and facts live longer. */
function own(part: string): string {
  return ` ${part}`.slice(1);
}

function toFact(draft: Draft): SymbolFact {
  const fact: Writable<SymbolFact> = { name: own(draft.name), kind: draft.kind, line: draft.line };
  if (draft.signature !== undefined) fact.signature = own(draft.signature);
  if (draft.async) fact.async = true;
  if (draft.fields.length > 0) fact.fields = draft.fields.map(own);
  if (draft.children.length > 0) fact.children = draft.children.map(toFact);
  if (draft.calls.length > 0) fact.calls = draft.calls;
  return fact;
}

/** A newline ends a line, and so does the end of the file. */
function countLines(text: string): number {
  let lines = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines += 1;
  return text === '' || text.endsWith('\n') ? lines : lines + 1;
}

/** Macros make C unparsable without a compiler, so only large unparsed parts count. */
const tolerated: Partial<Record<LanguageId, number>> = { c: 0.25, cpp: 0.25 };

function failureOf(root: Node, language: LanguageId): string | undefined {
  if (!root.hasError) return undefined;
  const share = tolerated[language];
  if (share !== undefined && brokenLength(root) <= share * root.endIndex) return undefined;
  return `syntax error at line ${firstError(root).startPosition.row + 1}`;
}

/** The first node that the grammar could not place or had to insert. */
function firstError(node: Node): Node {
  let at = node;
  while (!at.isError && !at.isMissing) {
    const next = at.children.find((child) => child.hasError || child.isMissing);
    if (next === undefined) break;
    at = next;
  }
  return at;
}

/** Characters in error nodes, two levels deep, where broken declarations are. */
function brokenLength(node: Node, depth = 2): number {
  if (node.isError) return node.endIndex - node.startIndex;
  if (!node.hasError || depth === 0) return 0;
  let sum = 0;
  for (const child of node.children) sum += brokenLength(child, depth - 1);
  return sum;
}
