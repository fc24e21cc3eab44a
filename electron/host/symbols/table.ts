import type { FileSymbols } from '../../../shared/sources/types';

/** JSON of each new or changed `FileSymbols`, one per line. */
export type SendLines = (lines: Buffer) => void;

/** Replaces the table file by file. Entries already reported stay known if it is cancelled halfway. */
export interface TableUpdate {
  add(file: FileSymbols): void;
  /** Returns the removed paths. */
  end(): readonly string[];
}

/** Characters per report, about. */
const enough = 256 * 1024;

/** The table as last reported, one JSON text per entry: equal text is an equal entry. */
export class Table {
  #entries = new Map<string, string>();
  /** Entries of an earlier run, not yet split. */
  #restored: Buffer | undefined;

  /** True if nothing was reported yet. */
  get isEmpty(): boolean {
    return this.#entries.size === 0 && this.#restored === undefined;
  }

  restore(entries: Buffer, send: SendLines): void {
    this.#restored = entries;
    send(entries);
  }

  replace(send: SendLines): TableUpdate {
    const entries = this.#restoredEntries();
    const paths = new Set<string>();
    let waiting = new Map<string, string>();
    let length = 0;
    const flush = (): void => {
      waiting.forEach((entry, path) => entries.set(path, entry));
      if (waiting.size > 0) send(Buffer.from(`${[...waiting.values()].join('\n')}\n`));
      waiting = new Map();
      length = 0;
    };
    return {
      add(file) {
        const entry = JSON.stringify(file);
        paths.add(file.path);
        if (entries.get(file.path) === entry) return;
        waiting.set(file.path, entry);
        length += entry.length;
        if (length >= enough) flush();
      },
      end: () => {
        flush();
        const removed = [...entries.keys()].filter((path) => !paths.has(path));
        this.#entries = new Map(Array.from(paths, (path) => [path, entries.get(path) ?? '']));
        return removed;
      },
    };
  }

  entries(): Iterable<string> {
    return this.#restoredEntries().values();
  }

  #restoredEntries(): Map<string, string> {
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
