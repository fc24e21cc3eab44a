import type { CodeSymbol, FileSymbols, SymbolReferences } from '../../../shared/sources/types';
import { bindFile, type Bound } from './bind';
import type { FactsFile, LinkInput, SymbolFact, Writable } from './facts';
import { createScope, type Target } from './scope';

interface Tally {
  count: number;
  readonly first: SymbolReferences['first'];
}

/** Joins what each file says into who imports, names and calls whom, and gives each file to `add`. `breathe` is awaited between files. */
export async function link(input: LinkInput, add: (file: FileSymbols) => void, breathe: () => Promise<void> | undefined = () => undefined): Promise<void> {
  const scope = createScope(input);
  const bounds: Bound[] = [];
  const tallies = new Map<string, Map<SymbolFact, Tally>>();
  for (const file of input.files) {
    await breathe();
    const bound = bindFile(file, scope);
    bounds.push(bound);
    tally(file.path, bound, tallies);
  }
  for (const [index, file] of input.files.entries()) {
    await breathe();
    const bound = bounds[index];
    if (bound !== undefined) add(emit(file, bound, tallies.get(file.path)));
  }
}

/** Files come sorted by path, so the first that names a symbol is the first by path. */
function tally(path: string, bound: Bound, tallies: Map<string, Map<SymbolFact, Tally>>): void {
  const seen = new Set<SymbolFact>();
  for (const { target, line } of bound.names.values()) {
    if (target.path === path || seen.has(target.symbol)) continue;
    seen.add(target.symbol);
    let ofFile = tallies.get(target.path);
    if (ofFile === undefined) tallies.set(target.path, (ofFile = new Map()));
    const known = ofFile.get(target.symbol);
    if (known === undefined) ofFile.set(target.symbol, { count: 1, first: { path, line } });
    else known.count += 1;
  }
}

function emit({ path, hash, facts }: FactsFile, bound: Bound, tallies: ReadonlyMap<SymbolFact, Tally> | undefined): FileSymbols {
  const symbol = (fact: SymbolFact): CodeSymbol => {
    const calls = callsOf(fact, bound, path);
    const references = tallies?.get(fact);
    // Set one by one, not spread: there are hundreds of thousands of them.
    const made: Writable<CodeSymbol> = { name: fact.name, kind: fact.kind, line: fact.line };
    if (fact.signature !== undefined) made.signature = fact.signature;
    if (fact.async !== undefined) made.async = fact.async;
    if (fact.children !== undefined) made.children = fact.children.map(symbol);
    if (calls.length > 0) made.calls = calls;
    if (references !== undefined) made.referencedBy = references;
    return made;
  };
  return {
    path,
    hash,
    language: facts.language,
    lines: facts.lines,
    symbols: facts.symbols.map(symbol),
    imports: [...new Set(facts.imports.map(({ spec }) => spec))],
    importsExternal: bound.external,
    importsLocal: bound.local,
    references: bound.references,
    ...(facts.failed === undefined ? {} : { failed: facts.failed }),
  };
}

function callsOf(fact: SymbolFact, bound: Bound, path: string): readonly string[] {
  if (fact.calls === undefined || bound.names.size === 0) return [];
  const labels = new Set<string>();
  for (const place of fact.calls) {
    const target = bound.names.get(place)?.target;
    if (target !== undefined && target.path !== path) labels.add(label(target));
  }
  return [...labels];
}

function label({ symbol, owner }: Target): string {
  return owner === undefined || owner.kind === 'module' ? symbol.name : `${owner.name}.${symbol.name}`;
}
