import type { Node, Parser, Tree } from 'web-tree-sitter';
import { collectNames } from './collect-names';
import { failedFacts, type FileFacts, type ImportFact, type SymbolFact, type Writable } from './facts';
import type { LanguageId } from './languages';
import { Outline, type Collected, type Draft } from './outline';
import { rulesOf } from './rules/index';

/** A shorter text, even one made for it, takes about a second; asking all the time whether the time is up costs a few per cent of parsing. */
const longText = 8 * 1024;

/** The facts of one text. `parser` has the language's grammar set; `halt` says that the time is up. */
export function readText(parser: Parser, language: LanguageId, text: string, halt?: () => boolean): FileFacts {
  const lines = countLines(text);
  const tree = parser.parse(parsable(text, language), null, halt === undefined || text.length < longText ? undefined : { progressCallback: halt });
  if (tree === null) {
    parser.reset();
    return failedFacts(language, 'parsing took too long', lines);
  }
  try {
    return factsOf(tree, language, text, lines);
  } finally {
    tree.delete();
  }
}

/** The grammar of TypeScript does not know `export type * from`, which is valid: the word gives way to as many spaces. */
function parsable(text: string, language: LanguageId): string {
  if (language !== 'typescript' && language !== 'tsx') return text;
  return text.replaceAll(/^([\t ]*export[\t ]+)type(?=\s*\*)/gm, '$1    ');
}

function factsOf(tree: Tree, language: LanguageId, text: string, lines: number): FileFacts {
  const root = tree.rootNode;
  const all: Collected = { text, rules: rulesOf[language], imports: [], packages: [], silent: [], bodies: [] };
  const outline = new Outline(all);
  outline.visit(root);
  const failed = failureOf(root, language);
  const { names, nameLines } = collectNames(all, language);
  return {
    language,
    lines,
    symbols: outline.symbols.map(toFact),
    imports: all.imports.map(ownImport),
    ...(all.packages.length > 0 ? { packages: all.packages.map(own) } : {}),
    ...(all.defaultName === undefined ? {} : { defaultName: own(all.defaultName) }),
    names,
    nameLines,
    ...(failed === undefined ? {} : { failed }),
  };
}

/** A copy of its own: a part of a text keeps the whole text in memory, and facts are kept long after their file's text. */
function own(part: string): string {
  return ` ${part}`.slice(1);
}

function toFact(draft: Draft): SymbolFact {
  const fact: Writable<SymbolFact> = { name: own(draft.name), kind: draft.kind, line: draft.line };
  if (draft.signature !== undefined) fact.signature = own(draft.signature);
  if (draft.async) fact.async = true;
  if (draft.children.length > 0) fact.children = draft.children.map(toFact);
  if (draft.calls !== undefined) fact.calls = draft.calls;
  return fact;
}

function ownImport(fact: ImportFact): ImportFact {
  const { names } = fact;
  const spec = own(fact.spec);
  return names === undefined ? { ...fact, spec } : { ...fact, spec, names: names.map(([local, imported]) => [own(local), own(imported)]) };
}

/** `\n`, `\r\n` and a lone end of file each end a line. */
function countLines(text: string): number {
  let lines = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines += 1;
  return text === '' || text.endsWith('\n') ? lines : lines + 1;
}

/** Macros make C unreadable without its compiler, so only a large part that does not parse counts there. */
const tolerated: Partial<Record<LanguageId, number>> = { c: 0.25, cpp: 0.25 };

function failureOf(root: Node, language: LanguageId): string | undefined {
  if (!root.hasError) return undefined;
  const share = tolerated[language];
  if (share !== undefined && brokenLength(root) <= share * root.endIndex) return undefined;
  return `syntax error at line ${firstError(root).startPosition.row + 1}`;
}

/** The first node that the grammar could not place or had to invent. */
function firstError(node: Node): Node {
  let at = node;
  while (!at.isError && !at.isMissing) {
    const next = at.children.find((child) => child.hasError || child.isMissing);
    if (next === undefined) break;
    at = next;
  }
  return at;
}

/** Characters in error nodes, looking two levels deep: there a broken declaration stands. */
function brokenLength(node: Node, depth = 2): number {
  if (node.isError) return node.endIndex - node.startIndex;
  if (!node.hasError || depth === 0) return 0;
  let sum = 0;
  for (const child of node.children) sum += brokenLength(child, depth - 1);
  return sum;
}
