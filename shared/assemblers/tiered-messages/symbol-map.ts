import type { CodeSymbol, FileSymbols, SymbolKind, SymbolTable } from '../../sources/types';
import { folderOf } from '../../sources/paths';
import { legendLines } from './texts';
import { byText } from './tracker-types';

/** The symbol map of a repository in the design's compact notation (fact sheet 001, "Symbol map"). */
export interface SymbolMap {
  /** The abbreviation key and the path aliases; empty when no file has symbols. */
  readonly legend: string;
  /** Path → block, in path order. */
  readonly blocks: ReadonlyMap<string, string>;
}

const letters: Readonly<Record<SymbolKind, string>> = {
  class: 'c',
  interface: 'c',
  struct: 'c',
  enum: 'c',
  trait: 'c',
  type: 'c',
  module: 'c',
  function: 'f',
  method: 'm',
  property: 'p',
  variable: 'v',
};

const maxAliases = 9;
const indentStep = '  ';

export function symbolMap(table: SymbolTable): SymbolMap {
  const files = table.files.toSorted((a, b) => byText(a.path, b.path));
  if (files.length === 0) return { legend: '', blocks: new Map() };
  const aliases = aliasesOf(files);
  const incoming = incomingOf(files);
  const blocks = new Map(files.map((file) => [file.path, blockOf(file, incoming.get(file.path) ?? 0, aliases)]));
  return { legend: [...legendLines, ...[...aliases].map(([folder, alias]) => `# ${alias}=${folder}`)].join('\n'), blocks };
}

/** How many other files import or name each file. */
function incomingOf(files: readonly FileSymbols[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const file of files) {
    for (const path of outgoing(file)) if (path !== file.path) counts.set(path, (counts.get(path) ?? 0) + 1);
  }
  return counts;
}

export function outgoing(file: FileSymbols): ReadonlySet<string> {
  return new Set([...file.importsLocal, ...file.references]);
}

/** `@1/` and so on for the folders that the blocks would print most often, where that is shorter. */
function aliasesOf(files: readonly FileSymbols[]): ReadonlyMap<string, string> {
  const counts = new Map<string, number>();
  const see = (path: string): void => {
    const folder = `${folderOf(path)}/`;
    if (folder.length > '@1/'.length) counts.set(folder, (counts.get(folder) ?? 0) + 1);
  };
  const seeSymbol = (symbol: CodeSymbol): void => {
    if (symbol.referencedBy !== undefined && !isType(symbol)) see(symbol.referencedBy.first.path);
    symbol.children?.forEach(seeSymbol);
  };
  for (const file of files) {
    if (isTestFile(file.path)) continue;
    file.importsLocal.forEach(see);
    file.symbols.forEach(seeSymbol);
  }
  const chosen = [...counts].filter(([, count]) => count > 1).toSorted(([a, x], [b, y]) => y - x || byText(a, b));
  return new Map(chosen.slice(0, maxAliases).map(([folder], index) => [folder, `@${index + 1}/`]));
}

function aliased(path: string, aliases: ReadonlyMap<string, string>): string {
  const folder = `${folderOf(path)}/`;
  const alias = aliases.get(folder);
  return alias === undefined ? path : alias + path.slice(folder.length);
}

function blockOf(file: FileSymbols, incoming: number, aliases: ReadonlyMap<string, string>): string {
  const lines = [`${file.path}:${incoming === 0 ? '' : ` ←${incoming}`}`];
  if (isTestFile(file.path)) return [...lines, testSummary(file.symbols)].join('\n');
  const external = file.importsExternal ?? file.imports.filter((name) => !name.startsWith('.'));
  if (external.length > 0) lines.push(`i ${external.join(',')}`);
  if (file.importsLocal.length > 0) lines.push(`i→ ${file.importsLocal.map((path) => aliased(path, aliases)).join(',')}`);
  let above = '';
  const write = (symbol: CodeSymbol, indent: string): void => {
    const references = referencesOf(symbol, aliases);
    const shown = references !== '' && references === above && !isType(symbol) ? ' ″' : references;
    above = references;
    const calls = symbol.calls === undefined || symbol.calls.length === 0 ? '' : ` →${symbol.calls.join(',')}`;
    const letter = (symbol.async === true ? 'a' : '') + letters[symbol.kind];
    lines.push(`${indent}${letter} ${symbol.name}${symbol.signature ?? ''}:${symbol.line}${shown}${calls}`);
    for (const child of symbol.children ?? []) write(child, indent + indentStep);
  };
  for (const symbol of file.symbols) write(symbol, '');
  return lines.join('\n');
}

/** A type says how many files name it, anything else where it is named first and how many more do. */
function referencesOf(symbol: CodeSymbol, aliases: ReadonlyMap<string, string>): string {
  const found = symbol.referencedBy;
  if (found === undefined || found.count === 0) return '';
  if (isType(symbol)) return ` ←${found.count}`;
  return ` ←${aliased(found.first.path, aliases)}:${found.first.line}${found.count > 1 ? `,+${found.count - 1}` : ''}`;
}

function isType({ kind }: CodeSymbol): boolean {
  return letters[kind] === 'c';
}

const testPath = /(?:^|\/)(?:tests?|__tests__|specs?)\/|[._-](?:test|spec)\.[^./]+$|_test\.[^./]+$|(?:^|\/)test_[^/]*$/i;

export function isTestFile(path: string): boolean {
  return testPath.test(path);
}

/** Types and functions, however deep. */
function testSummary(symbols: readonly CodeSymbol[]): string {
  let types = 0;
  let functions = 0;
  const count = (symbol: CodeSymbol): void => {
    if (isType(symbol)) types += 1;
    else if (symbol.kind === 'function' || symbol.kind === 'method') functions += 1;
    symbol.children?.forEach(count);
  };
  symbols.forEach(count);
  return `# ${types}c/${functions}m`;
}

/** What the tracker hashes: names, kinds and signatures, not the lines or aliases of the printed block. */
export function signatureData(file: FileSymbols): string {
  const data = (symbol: CodeSymbol): unknown => [symbol.kind, symbol.name, symbol.signature ?? '', symbol.async === true, (symbol.children ?? []).map(data)];
  return JSON.stringify([file.imports, file.symbols.map(data)]);
}
