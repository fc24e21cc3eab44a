import type { FileSymbols } from '../../../shared/sources/types';

/** What differs from the table before. */
export interface TableChange {
  /** JSON of each `FileSymbols` that is new or differs, sorted by path. */
  readonly entries: readonly string[];
  readonly removed: readonly string[];
}

/** The table as it was last told, entry by entry as JSON: equal text is an equal entry. */
export class Table {
  #entries = new Map<string, string>();
  /** Entries of an earlier run, not yet sorted by path. */
  #restored: readonly string[] = [];

  restore(entries: readonly string[]): TableChange {
    this.#restored = entries;
    return { entries, removed: [] };
  }

  replace(files: readonly FileSymbols[]): TableChange {
    const before = this.#known();
    const entries: string[] = [];
    this.#entries = new Map();
    for (const file of files) {
      const entry = JSON.stringify(file);
      this.#entries.set(file.path, entry);
      if (before.get(file.path) !== entry) entries.push(entry);
    }
    return { entries, removed: [...before.keys()].filter((path) => !this.#entries.has(path)) };
  }

  entries(): Iterable<string> {
    return this.#known().values();
  }

  #known(): ReadonlyMap<string, string> {
    for (const entry of this.#restored) this.#entries.set(pathOf(entry), entry);
    this.#restored = [];
    return this.#entries;
  }
}

/** `path` is the first member of an entry. */
function pathOf(entry: string): string {
  const [, path = '""'] = /^\{"path":("(?:[^"\\]|\\.)*")/.exec(entry) ?? [];
  return String(JSON.parse(path));
}
