import { byCodePoint } from '../../../shared/document/code-point-order';
import type { FactsFile, FileFacts, ImportFact } from './facts';
import { packagesOf } from './resolve/packages';
import type { Resolution } from './resolve/places';
import type { Exports, Scope, Target } from './scope';

export interface BoundName {
  readonly target: Target;
  /** Of the first mention. */
  readonly line: number;
}

/** What the names of a file stand for in other files. */
export interface Bound {
  /** By the place in `FileFacts.names`. */
  readonly names: ReadonlyMap<number, BoundName>;
  /** Paths, sorted. */
  readonly local: readonly string[];
  readonly references: readonly string[];
  /** As written. */
  readonly external: readonly string[];
}

export function bindFile(file: FactsFile, scope: Scope): Bound {
  const binder = new Binder(file, scope);
  for (const fact of file.facts.imports) binder.import(fact);
  for (const key of packagesOf(file.path, file.facts)) binder.package(key);
  binder.members();
  return binder.result();
}

/** Names and their places. */
function usesOf({ names }: FileFacts): ReadonlyMap<string, number> {
  const uses = new Map<string, number>();
  if (names !== '') for (const name of names.split(' ')) uses.set(name, uses.size);
  return uses;
}

class Binder {
  readonly #file: FactsFile;
  readonly #scope: Scope;
  /** Made when something is there to bind: most files import nothing of the repository. */
  #knownUses: ReadonlyMap<string, number> | undefined;
  #knownOwn: ReadonlySet<string> | undefined;
  readonly #names = new Map<number, BoundName>();
  readonly #local = new Set<string>();
  readonly #references = new Set<string>();
  readonly #external = new Set<string>();

  constructor(file: FactsFile, scope: Scope) {
    this.#file = file;
    this.#scope = scope;
  }

  get #uses(): ReadonlyMap<string, number> {
    return (this.#knownUses ??= usesOf(this.#file.facts));
  }

  /** A C source names what its header declares, and so refers to it; elsewhere a file's own symbol hides another's. */
  get #own(): ReadonlySet<string> {
    const { path, facts } = this.#file;
    return (this.#knownOwn ??= new Set(facts.language === 'c' || facts.language === 'cpp' ? [] : this.#scope.exports(path).keys()));
  }

  import(fact: ImportFact): void {
    const found = this.#scope.resolve(this.#file, fact);
    if (found === undefined) {
      this.#external.add(fact.spec);
      return;
    }
    for (const path of found.modules?.values() ?? []) this.#local.add(path);
    // `from . import module` imports the module, not the package around it.
    const onlyModules = fact.names !== undefined && fact.names.length > 0 && fact.names.every(([, name]) => found.modules?.has(name));
    if (!onlyModules) for (const path of found.files) this.#local.add(path);
    if (fact.names === undefined) this.#all(fact, found);
    else for (const [local, imported] of fact.names) this.#named(local, imported, found);
    const exports = found.package === undefined ? undefined : this.#scope.package(found.package);
    if (exports === undefined) return;
    for (const { target } of this.#names.values()) if (exports.get(target.symbol.name) === target) this.#local.add(target.path);
  }

  package(key: string): void {
    const exports = this.#scope.package(key);
    if (exports !== undefined) this.#bindAll(exports, 'names');
  }

  /** Members of types that the file names: `put` of `Cart` in `cart.put()`. Nothing tells the type of `cart`, so both must be named. */
  members(): void {
    if (this.#names.size === 0) return;
    const own = new Set(this.#file.facts.symbols.flatMap((symbol) => symbol.children?.map((child) => child.name) ?? []));
    for (const { target } of this.#names.values()) {
      if (target.owner !== undefined && target.owner.kind !== 'module') continue;
      for (const member of target.symbol.children ?? []) {
        if (!own.has(member.name)) this.#bind(`.${member.name}`, { path: target.path, symbol: member, owner: target.symbol });
      }
    }
  }

  result(): Bound {
    this.#local.delete(this.#file.path);
    this.#references.delete(this.#file.path);
    return { names: this.#names, local: [...this.#local].toSorted(byCodePoint), references: [...this.#references].toSorted(byCodePoint), external: [...this.#external] };
  }

  #bind(name: string, target: Target): void {
    const place = this.#uses.get(name);
    if (place === undefined || this.#names.has(place)) return;
    this.#names.set(place, { target, line: this.#file.facts.nameLines[place] ?? 1 });
    this.#references.add(target.path);
  }

  #bindAll(exports: Exports, form: 'members' | 'names'): void {
    const bind = (name: string, target: Target): void => {
      this.#bind(`.${name}`, target);
      if (form === 'names' && !this.#own.has(name)) this.#bind(name, target);
    };
    if (exports.size <= this.#uses.size) for (const [name, target] of exports) bind(name, target);
    else {
      for (const used of this.#uses.keys()) {
        const name = used.startsWith('.') ? used.slice(1) : used;
        const target = exports.get(name);
        if (target !== undefined) bind(name, target);
      }
    }
  }

  #all({ all }: ImportFact, found: Resolution): void {
    if (all === undefined) return;
    const exports = found.package === undefined ? undefined : this.#scope.package(found.package);
    if (exports !== undefined) this.#bindAll(exports, all);
    for (const path of found.files) this.#bindAll(this.#scope.exports(path), all);
  }

  #named(local: string, imported: string, found: Resolution): void {
    const module = found.modules?.get(imported);
    const modules = module !== undefined ? [module] : imported === '*' ? found.files : [];
    for (const path of modules) this.#bindModule(path, local);
    if (modules.length > 0) return;
    for (const path of found.files) {
      const target = this.#scope.lookUp(path, imported);
      if (target !== undefined) this.#bind(local, target);
      else if (this.#uses.has(local)) this.#references.add(path);
    }
  }

  /** `import * as module`: what it gives away is named behind a dot, also what it only hands on. */
  #bindModule(path: string, local: string): void {
    this.#bindAll(this.#scope.exports(path), 'members');
    if (this.#scope.file(path)?.facts.imports.some(({ passes }) => passes)) {
      for (const [used, place] of this.#uses) {
        const target = used.startsWith('.') && !this.#names.has(place) ? this.#scope.lookUp(path, used.slice(1)) : undefined;
        if (target !== undefined && target.owner === undefined) this.#bind(used, target);
      }
    }
    if (this.#uses.has(local)) this.#references.add(path);
  }
}
