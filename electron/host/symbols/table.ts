import type { FileSymbols } from '../../../shared/sources/types';

/** What differs from the table before. */
export interface TableChange {
  /** JSON of each `FileSymbols` that is new or differs, sorted by path, one a line. */
  readonly entries: Buffer;
  readonly removed: readonly string[];
}

export const noChange: TableChange = { entries: Buffer.alloc(0), removed: [] };

/** The table as it was last told, entry by entry as JSON: equal text is an equal entry. */
export class Table {
  #entries = new Map<string, string>();
  /** Entries of an earlier run, not yet taken apart. */
  #restored: Buffer | undefined;

  restore(entries: Buffer): TableChange {
    this.#restored = entries;
    return { entries, removed: [] };
  }

  replace(files: readonly FileSymbols[]): TableChange {
    const before = this.#known();
    const changed: string[] = [];
    this.#entries = new Map();
    for (const file of files) {
      const entry = JSON.stringify(file);
      this.#entries.set(file.path, entry);
      if (before.get(file.path) !== entry) changed.push(`${entry}\n`);
    }
    return { entries: Buffer.from(changed.join('')), removed: [...before.keys()].filter((path) => !this.#entries.has(path)) };
  }

  entries(): Iterable<string> {
    return this.#known().values();
  }

  #known(): ReadonlyMap<string, string> {
    const lines = this.#restored?.toString('utf8').trimEnd().split('\n') ?? [];
    this.#restored = undefined;
    for (const line of lines) if (line !== '') this.#entries.set(pathOf(line), line);
    return this.#entries;
  }
}

/** `path` is the first member of an entry. */
function pathOf(entry: string): string {
  const [, path = '""'] = /^\{"path":("(?:[^"\\]|\\.)*")/.exec(entry) ?? [];
  return String(JSON.parse(path));
}
