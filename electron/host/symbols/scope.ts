import type { FactsFile, ImportFact, LinkInput, SymbolFact } from './facts';
import { resolveImport } from './resolve/index';
import { packagesOf, type Packages } from './resolve/packages';
import { createPlaces, type Resolution } from './resolve/places';

/** A symbol and the file that defines it. */
export interface Target {
  readonly path: string;
  readonly symbol: SymbolFact;
  readonly owner?: SymbolFact;
}

export type Exports = ReadonlyMap<string, Target>;

/** What can be looked up while names are bound: computed once per link, file by file as needed. */
export interface Scope {
  file(path: string): FactsFile | undefined;
  /** What a file defines at its top, and in modules and namespaces there. */
  exports(path: string): Exports;
  package(key: string): Exports | undefined;
  resolve(file: FactsFile, fact: ImportFact): Resolution | undefined;
  /** The symbol that a file gives away under a name: its own, or one that it hands on. */
  lookUp(path: string, name: string): Target | undefined;
}

/** Longer chains of files that hand on names are loops in all but name. */
const maxHops = 8;

export function createScope({ files, paths, goModules }: LinkInput): Scope {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const places = createPlaces(paths, goModules);
  const exportsOf = new Map<string, Exports>();
  const packages = new Map<string, Map<string, Target>>();
  const resolutions = new Map<string, Map<string, Resolution | undefined>>();

  const known: Packages = { has: (key) => packages.has(key), fileOf: (key, name) => packages.get(key)?.get(name)?.path };
  const scope: Scope = {
    file: (path) => byPath.get(path),
    exports(path) {
      let found = exportsOf.get(path);
      if (found === undefined) exportsOf.set(path, (found = collectExports(path, byPath.get(path)?.facts.symbols ?? [])));
      return found;
    },
    package: (key) => packages.get(key),
    resolve(file, fact) {
      let ofFile = resolutions.get(file.path);
      if (ofFile === undefined) resolutions.set(file.path, (ofFile = new Map()));
      const key = `${fact.spec}\n${fact.names?.map(([, name]) => name).join() ?? ''}`;
      if (!ofFile.has(key)) ofFile.set(key, resolveImport(file.facts.language, fact, file.path, places, known));
      return ofFile.get(key);
    },
    lookUp: (path, name) => lookUp(scope, path, name, 0),
  };

  for (const file of files) {
    for (const key of packagesOf(file.path, file.facts)) {
      let names = packages.get(key);
      if (names === undefined) packages.set(key, (names = new Map()));
      for (const [name, target] of scope.exports(file.path)) if (!names.has(name)) names.set(name, target);
    }
  }
  return scope;
}

function collectExports(path: string, symbols: readonly SymbolFact[], owner?: SymbolFact, into = new Map<string, Target>()): Map<string, Target> {
  for (const symbol of symbols) {
    if (!into.has(symbol.name)) into.set(symbol.name, { path, symbol, ...(owner === undefined ? {} : { owner }) });
    if (symbol.kind === 'module') collectExports(path, symbol.children ?? [], symbol, into);
  }
  return into;
}

function lookUp(scope: Scope, path: string, name: string, hops: number): Target | undefined {
  const file = scope.file(path);
  if (file === undefined || hops > maxHops) return undefined;
  const own = scope.exports(path).get(name === 'default' ? (file.facts.defaultName ?? '') : name);
  if (own !== undefined) return own;
  for (const fact of file.facts.imports) {
    if (!fact.passes) continue;
    const imported = fact.names?.find(([local]) => local === name)?.[1];
    const wanted = imported ?? (fact.all !== undefined && fact.names === undefined ? name : undefined);
    if (wanted === undefined || wanted === '*') continue;
    for (const next of scope.resolve(file, fact)?.files ?? []) {
      const found = next === path ? undefined : lookUp(scope, next, wanted, hops + 1);
      if (found !== undefined) return found;
    }
  }
  return memberNamed(scope.exports(path), name);
}

/** Static imports and `use Type::member` name what stands inside a type. */
function memberNamed(exports: Exports, name: string): Target | undefined {
  for (const { path, symbol } of exports.values()) {
    const member = symbol.kind === 'module' ? undefined : symbol.children?.find((child) => child.name === name);
    if (member !== undefined) return { path, symbol: member, owner: symbol };
  }
  return undefined;
}
