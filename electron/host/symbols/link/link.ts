import type { CodeSymbol, FileSymbols } from '../../../../shared/sources/types';
import { commonNames } from '../common-names';
import type { FactsFile, SymbolFact, Writable } from '../facts';
import { isOfTheDesign } from '../read/languages';

/** Most call sites listed per symbol, and most names it is listed as calling. */
const maxCallPlaces = 4;

/** Files whose calls of a name are kept separately: if any one is excluded, `maxCallPlaces` remain. */
const keptFiles = maxCallPlaces + 1;

/** Who calls a name, over all files of a family. Files are numbered in path order. */
interface Callers {
  /** Files that define it. */
  definitions: number;
  calls: number;
  /** Each call counts once per other file that defines the name. */
  weighted: number;
  /** Calls from files that define the name themselves. */
  readonly ownCalls: Map<number, number>;
  readonly first: { readonly file: number; readonly line: number; readonly weight: number }[];
}

/**
 * Callers by name, within one family: the design's own languages together, or one other language. Files of a family
 * refer to each other by name alone.
 */
type Family = Map<string, Callers>;

/**
 * Computes who calls whom over all files, and passes each file to `add`. A call refers to everything of that name in
 * other files. `yieldIfDue` is awaited between files.
 * @param files sorted by path
 */
export async function link(
  files: readonly FactsFile[],
  add: (file: FileSymbols) => void,
  yieldIfDue: () => Promise<void> | undefined = () => undefined,
): Promise<void> {
  const families = new Map<string, Family>();
  const linked = files.map((file) => ({ file, family: familyOf(file, families), defined: new Set<string>() }));
  for (const { file, family, defined } of linked) {
    await yieldIfDue();
    define(file.facts.symbols, defined);
    for (const name of defined) callersOf(name, family).definitions += 1;
  }
  for (const [index, { file, family, defined }] of linked.entries()) {
    await yieldIfDue();
    tally(index, file, family, defined);
  }
  for (const [index, { file, family, defined }] of linked.entries()) {
    await yieldIfDue();
    add(emit(index, file, family, defined, files));
  }
}

function familyOf({ path, facts }: FactsFile, families: Map<string, Family>): Family {
  const id = isOfTheDesign(path) ? '' : facts.language;
  let family = families.get(id);
  if (family === undefined) families.set(id, (family = new Map()));
  return family;
}

function callersOf(name: string, family: Family): Callers {
  let callers = family.get(name);
  if (callers === undefined)
    family.set(name, (callers = { definitions: 0, calls: 0, weighted: 0, ownCalls: new Map(), first: [] }));
  return callers;
}

function define(symbols: readonly SymbolFact[], names: Set<string>): void {
  for (const { name, children } of symbols) {
    names.add(name);
    if (children !== undefined) define(children, names);
  }
}

function tally(index: number, { facts }: FactsFile, family: Family, defined: ReadonlySet<string>): void {
  if (facts.names === '') return;
  const callers = facts.names.split('\n').map((name) => (commonNames.has(name) ? undefined : family.get(name)));
  const weights = facts.names
    .split('\n')
    .map((name, place) => (callers[place]?.definitions ?? 0) - (defined.has(name) ? 1 : 0));
  const visit = (symbol: SymbolFact): void => {
    const { calls = [] } = symbol;
    for (let at = 0; at < calls.length; at += 2) {
      const place = calls[at] ?? 0;
      const found = callers[place];
      if (found === undefined) continue;
      const weight = weights[place] ?? 0;
      found.calls += 1;
      found.weighted += weight;
      if (weight < found.definitions) found.ownCalls.set(index, (found.ownCalls.get(index) ?? 0) + 1);
      if (weight > 0) keep(found, index, calls[at + 1] ?? 0, weight);
    }
    symbol.children?.forEach(visit);
  };
  facts.symbols.forEach(visit);
}

function keep({ first }: Callers, file: number, line: number, weight: number): void {
  const last = first.at(-1);
  const isNew = last?.file !== file;
  if (isNew && new Set(first.map((each) => each.file)).size >= keptFiles) return;
  if (!isNew && first.filter((each) => each.file === file).length >= maxCallPlaces) return;
  first.push({ file, line, weight });
}

function emit(
  index: number,
  { path, hash, facts }: FactsFile,
  family: Family,
  defined: ReadonlySet<string>,
  files: readonly FactsFile[],
): FileSymbols {
  const names = facts.names.split('\n');
  let references = 0;
  for (const name of defined) {
    const callers = family.get(name);
    if (callers !== undefined) references += callers.calls - (callers.ownCalls.get(index) ?? 0);
  }
  const symbol = (fact: SymbolFact): CodeSymbol => {
    // Assigned one by one, not spread, for speed: there are hundreds of thousands.
    const made: Writable<CodeSymbol> = { name: fact.name, kind: fact.kind, line: fact.line };
    if (fact.signature !== undefined) made.signature = fact.signature;
    if (fact.async !== undefined) made.async = fact.async;
    if (fact.fields !== undefined) made.fields = fact.fields;
    if (fact.children !== undefined) made.children = fact.children.map(symbol);
    const calls = callsOf(fact, names);
    if (calls.length > 0) made.calls = calls;
    const callers = family.get(fact.name);
    if (callers !== undefined && callers.weighted > 0) setPlaces(made, callers, index, files);
    return made;
  };
  return {
    path,
    hash,
    language: facts.language,
    lines: facts.lines,
    symbols: facts.symbols.map(symbol),
    imports: facts.imports,
    importsLocal: facts.importsLocal,
    references,
    ...(isOfTheDesign(path) ? {} : { extra: true as const }),
    ...(facts.failed === undefined ? {} : { failed: facts.failed }),
  };
}

function setPlaces(made: Writable<CodeSymbol>, callers: Callers, index: number, files: readonly FactsFile[]): void {
  const total = callers.weighted - (callers.ownCalls.get(index) ?? 0) * (callers.definitions - 1);
  const places: string[] = [];
  for (const { file, line, weight } of callers.first) {
    if (file === index) continue;
    for (let times = 0; times < weight && places.length < maxCallPlaces; times += 1)
      places.push(`${files[file]?.path ?? ''}:${line}`);
  }
  if (places.length === 0) return;
  made.calledFrom = places;
  if (total > maxCallPlaces) made.calledMore = total - maxCallPlaces;
}

/** Each name once, in call order; recursive calls are left out. */
function callsOf({ name, calls = [] }: SymbolFact, names: readonly string[]): readonly string[] {
  const called: string[] = [];
  for (let at = 0; at < calls.length && called.length < maxCallPlaces; at += 2) {
    const each = names[calls[at] ?? 0] ?? '';
    if (each !== name && !called.includes(each)) called.push(each);
  }
  return called;
}
