import type { Node, Parser, Tree } from 'web-tree-sitter';
import { failedFacts, type FileFacts, type ImportFact, type SymbolFact } from './facts';
import type { LanguageId } from './languages';
import { keywords, nameStyles } from './name-styles';
import { Outline, type Collected, type Draft } from './outline';
import { rulesOf } from './rules/index';
import { scanNames } from './scan-names';

/** A function that calls more than this is a list of everything. */
const maxCalls = 40;

/** The facts of one text. `parser` has the language's grammar set; `halt` says that the time is up. */
export function readText(parser: Parser, language: LanguageId, text: string, halt?: () => boolean): FileFacts {
  const lines = countLines(text);
  const tree = parser.parse(text, null, halt === undefined ? undefined : { progressCallback: halt });
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
    imports: all.imports,
    ...(all.packages.length > 0 ? { packages: all.packages } : {}),
    ...(all.defaultName === undefined ? {} : { defaultName: all.defaultName }),
    names,
    nameLines,
    ...(failed === undefined ? {} : { failed }),
  };
}

function toFact(draft: Draft): SymbolFact {
  return {
    name: draft.name,
    kind: draft.kind,
    line: draft.line,
    ...(draft.signature === undefined ? {} : { signature: draft.signature }),
    ...(draft.async === undefined ? {} : { async: draft.async }),
    ...(draft.children.length > 0 ? { children: draft.children.map(toFact) } : {}),
    ...(draft.calls === undefined ? {} : { calls: draft.calls }),
  };
}

/** `\n`, `\r\n` and a lone end of file each end a line. */
function countLines(text: string): number {
  let lines = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines += 1;
  return text === '' || text.endsWith('\n') ? lines : lines + 1;
}

function collectNames(all: Collected, language: LanguageId): Pick<FileFacts, 'names' | 'nameLines'> {
  const { text } = all;
  const first = new Map<string, number>();
  const silent = all.silent.toSorted((left, right) => left.start - right.start);
  const bodies = all.bodies.toSorted((left, right) => (left.body?.start ?? 0) - (right.body?.start ?? 0));
  let nextBody = 0;
  let current: Draft | undefined;
  const imported: ImportFact[] = [];
  scanNames(text, nameStyles[language], silent, {
    name(start, end, member, called) {
      const word = text.slice(start, end);
      if (called && (word === 'require' || word === 'import') && nameStyles[language].backtick === 'template') {
        const spec = quotedArgument(text, end);
        if (spec !== undefined) imported.push({ spec, all: 'names' });
      }
      if ((!member && keywords.has(word)) || (language === 'php' && word.startsWith('$'))) return;
      const name = member ? `.${word}` : word;
      if (!first.has(name)) first.set(name, start);
      if (!called) return;
      for (let next = bodies[nextBody]; next !== undefined && (next.body?.start ?? 0) <= start; next = bodies[nextBody]) {
        current = next;
        nextBody += 1;
      }
      if (current === undefined || (current.body?.end ?? 0) <= start) return;
      current.calls ??= [];
      if (current.calls.length < maxCalls && !current.calls.includes(name)) current.calls.push(name);
    },
  });
  all.imports.push(...imported);
  return { names: [...first.keys()].join(' '), nameLines: linesOf(text, [...first.values()]) };
}

/** The string in `('…')` at `at`, if that is all that stands there. */
function quotedArgument(text: string, at: number): string | undefined {
  return /^\s*\(\s*(['"`])([^'"`$\n]+)\1\s*[),]/.exec(text.slice(at, at + 300))?.[2];
}

/** @param offsets ascending */
function linesOf(text: string, offsets: readonly number[]): readonly number[] {
  let line = 1;
  let next = text.indexOf('\n');
  return offsets.map((offset) => {
    while (next !== -1 && next < offset) {
      line += 1;
      next = text.indexOf('\n', next + 1);
    }
    return line;
  });
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
