import type { Node, Parser, Tree } from 'web-tree-sitter';
import { failedFacts, type FileFacts, type SymbolFact } from './facts';
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
  const isScript = nameStyles[language].backtick === 'template';
  const bare = new Map<string, number>();
  const members = new Map<string, number>();
  const silent = all.silent.toSorted((left, right) => left.start - right.start);
  const bodies = all.bodies.toSorted((left, right) => (left.body?.start ?? 0) - (right.body?.start ?? 0));
  let nextBody = 0;
  let current: Draft | undefined;
  scanNames(text, nameStyles[language], silent, {
    name(start, end, member, called) {
      const word = text.slice(start, end);
      const first = member ? members : bare;
      if (!first.has(word)) {
        if (isNoName(word, member, language)) {
          if (isScript && called && (word === 'require' || word === 'import')) importCalled(all, end);
          return;
        }
        first.set(word, start);
      }
      if (!called) return;
      for (let next = bodies[nextBody]; next !== undefined && (next.body?.start ?? 0) <= start; next = bodies[nextBody]) {
        current = next;
        nextBody += 1;
      }
      if (current !== undefined && (current.body?.end ?? 0) > start) call(current, member ? `.${word}` : word);
    },
  });
  const names = [...bare.keys(), ...Array.from(members.keys(), (name) => `.${name}`)].join(' ');
  return { names, nameLines: [...linesOf(text, bare.values()), ...linesOf(text, members.values())] };
}

function isNoName(word: string, member: boolean, language: LanguageId): boolean {
  return (!member && (keywords.has(word) || word === 'require')) || (language === 'php' && word.startsWith('$'));
}

function call(draft: Draft, name: string): void {
  draft.calls ??= [];
  if (draft.calls.length < maxCalls && !draft.calls.includes(name)) draft.calls.push(name);
}

/** `require('…')` and `import('…')`. */
function importCalled(all: Collected, at: number): void {
  const spec = quotedArgument(all.text, at);
  if (spec !== undefined) all.imports.push({ spec, all: 'names' });
}

/** The string in `('…')` at `at`, if that is all that stands there. */
function quotedArgument(text: string, at: number): string | undefined {
  return /^\s*\(\s*(['"`])([^'"`$\n]+)\1\s*[),]/.exec(text.slice(at, at + 300))?.[2];
}

/** @param offsets ascending */
function linesOf(text: string, offsets: Iterable<number>): readonly number[] {
  let line = 1;
  let next = text.indexOf('\n');
  return Array.from(offsets, (offset) => {
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
