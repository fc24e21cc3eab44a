import type { CodeSymbol, FileSymbols, SymbolKind, SymbolTable } from '../../sources/types';
import { legendLines } from './texts';
import { byText } from './tracker/types';

/** The symbol map of a repository in the design's compact notation. */
export interface SymbolMap {
  /** The notation key and the path aliases. */
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
/**
 * Only this many of the most common folders can get an alias, and only if they are used often and their names are long.
 */
const aliasCandidates = 10;
const aliasUses = 3;
const aliasLength = 6;

/** Pairs of a folder ending in `/` and its alias, most common first. The first one that matches a path is used. */
type Aliases = readonly (readonly [folder: string, alias: string])[];

/**
 * Selected files are in the prompt in full, so they do not count for aliases, and calls from them are not listed. If
 * every file is selected, the map is that of a session without a selection.
 * @param before a map of the same table; blocks that cannot differ are reused from it
 */
export function symbolMap(table: SymbolTable, selected: ReadonlySet<string> = noPaths, before?: SymbolMap): SymbolMap {
  const files = table.files.toSorted((a, b) => byText(a.path, b.path));
  const left = files.filter(({ path }) => !selected.has(path));
  if (left.length === 0 && files.length > 0 && selected.size > 0) return before ?? symbolMap(table);
  const aliases = aliasesOf(
    left.some(({ extra }) => extra !== true) ? left.filter(({ extra }) => extra !== true) : left,
  );
  const legend = [
    ...legendLines,
    ...(aliases.length === 0 ? [] : [`# ${aliases.map(([folder, alias]) => `${alias}=${folder}`).join(' ')}`]),
  ].join('\n');
  const kept = before?.legend === legend ? before.blocks : undefined;
  const isListed = (place: string): boolean => {
    for (const path of selected) if (place.startsWith(path)) return false;
    return true;
  };
  const blocks = files.map((file): readonly [string, string] => {
    const block = kept?.get(file.path);
    const isSame =
      block !== undefined && (selected.size === 0 || !file.symbols.some((symbol) => isCalledFrom(symbol, isListed)));
    return [file.path, isSame ? block : blockOf(file, aliases, isListed)];
  });
  return { legend, blocks: new Map(blocks) };
}

const noPaths: ReadonlySet<string> = new Set();

/** Returns true if the symbol or one of its members is called from a place that is not listed. */
function isCalledFrom({ calledFrom, children }: CodeSymbol, isListed: (place: string) => boolean): boolean {
  return (
    calledFrom?.some((place) => !isListed(place)) === true ||
    children?.some((child) => isCalledFrom(child, isListed)) === true
  );
}

function aliasesOf(files: readonly FileSymbols[]): Aliases {
  const counts = new Map<string, number>();
  for (const { path } of files) {
    for (let end = path.indexOf('/'); end !== -1; end = path.indexOf('/', end + 1)) {
      const folder = path.slice(0, end + 1);
      counts.set(folder, (counts.get(folder) ?? 0) + 1);
    }
  }
  // The sort is stable: folders with equal counts keep the order in which they were found.
  const common = [...counts].toSorted(([, a], [, b]) => b - a).slice(0, aliasCandidates);
  const chosen = common.filter(([folder, count]) => count >= aliasUses && folder.length >= aliasLength);
  return chosen.slice(0, maxAliases).map(([folder], index) => [folder, `@${index + 1}/`]);
}

function aliased(path: string, aliases: Aliases): string {
  const found = aliases.find(([folder]) => path.startsWith(folder));
  return found === undefined ? path : found[1] + path.slice(found[0].length);
}

/** A newline precedes each block. */
function blockOf(file: FileSymbols, aliases: Aliases, isListed: (place: string) => boolean): string {
  const lines = ['', `${aliased(file.path, aliases)}:${file.references === 0 ? '' : ` ←${file.references}`}`];
  if (file.imports.length > 0) lines.push(`i ${file.imports.join(',')}`);
  if (file.importsLocal.length > 0)
    lines.push(`i→ ${file.importsLocal.map((path) => aliased(path, aliases)).join(',')}`);
  if (isTestFile(file.path)) return [...lines, testSummary(file.symbols)].join('\n');
  new Writer(lines, aliases, isListed).write(file.symbols, '', undefined);
  return lines.join('\n');
}

type Places = readonly string[];

class Writer {
  readonly #lines: string[];
  readonly #aliases: Aliases;
  readonly #isListed: (place: string) => boolean;

  constructor(lines: string[], aliases: Aliases, isListed: (place: string) => boolean) {
    this.#lines = lines;
    this.#aliases = aliases;
    this.#isListed = isListed;
  }

  /** Returns the places of the last symbol that has any, listed or not. The next symbol is compared with them. */
  write(symbols: readonly CodeSymbol[], indent: string, before: Places | undefined): Places | undefined {
    let above = before;
    for (const symbol of symbols) {
      const letter =
        (symbol.async === true && (symbol.kind === 'function' || symbol.kind === 'method') ? 'a' : '') +
        letters[symbol.kind];
      const notes = [
        ...this.#calledFrom(symbol, above),
        ...(symbol.calls === undefined ? [] : [`→${symbol.calls.join(',')}`]),
      ];
      this.#lines.push(
        [`${indent}${letter} ${symbol.name}${symbol.signature ?? ''}:${symbol.line}`, ...notes].join(' '),
      );
      for (const field of symbol.fields ?? []) this.#lines.push(`${indent}  v ${field}`);
      above = this.write(symbol.children ?? [], `${indent}  `, above);
      above = symbol.calledFrom ?? above;
    }
    return above;
  }

  #calledFrom({ calledFrom, calledMore = 0 }: CodeSymbol, above: Places | undefined): readonly string[] {
    const listed = calledFrom?.filter(this.#isListed);
    if (listed === undefined || listed.length === 0) return [];
    if (above !== undefined && above.length === listed.length && above.every((place, index) => place === listed[index]))
      return ['←″'];
    const more = calledMore + (calledFrom?.length ?? 0) - listed.length;
    return [`←${listed.map((place) => aliased(place, this.#aliases)).join(',')}`, ...(more > 0 ? [`+${more}`] : [])];
  }
}

const testMarks = ['test_', '_test.', 'tests/', 'test/', 'spec/', 'specs/', '.test.', '.spec.'] as const;

/** Matches anywhere in the path, so `latest/` matches too. */
export function isTestFile(path: string): boolean {
  const lower = path.toLowerCase();
  return testMarks.some((mark) => lower.includes(mark));
}

/** Counts types and functions at any depth, and lists the functions that are not tests. */
function testSummary(symbols: readonly CodeSymbol[]): string {
  let types = 0;
  let functions = 0;
  const fixtures: string[] = [];
  const count = (symbol: CodeSymbol): void => {
    if (letters[symbol.kind] === 'c') types += 1;
    else if (symbol.kind === 'function' || symbol.kind === 'method') functions += 1;
    if (symbol.kind === 'function' && !symbol.name.startsWith('test')) fixtures.push(symbol.name);
    symbol.children?.forEach(count);
  };
  symbols.forEach(count);
  const counts = [types === 0 ? [] : [`${types}c`], functions === 0 ? [] : [`${functions}m`]].flat().join('/');
  return `# ${counts}${fixtures.length === 0 ? '' : ` fixtures:${fixtures.join(',')}`}`;
}
