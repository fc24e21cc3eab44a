import type { FileSymbols } from '../../../shared/sources/types';

/** JSON of each `FileSymbols` that is new or differs, one a line. */
export type Tell = (lines: Buffer) => void;

/**
 * A table that takes the place of the one before, file by file. What was told stays known when it is given up halfway.
 */
export interface Replacing {
  add(file: FileSymbols): void;
  /** The paths that are no longer there. */
  end(): readonly string[];
}

/** About so many characters are told at once. */
const enough = 256 * 1024;

/** The table as it was last told, entry by entry as JSON: equal text is an equal entry. */
export class Table {
  #entries = new Map<string, string>();
  /** Entries of an earlier run, not yet taken apart. */
  #restored: Buffer | undefined;

  /** Nothing was told yet. */
  get isEmpty(): boolean {
    return this.#entries.size === 0 && this.#restored === undefined;
  }

  restore(entries: Buffer, tell: Tell): void {
    this.#restored = entries;
    tell(entries);
  }

  replace(tell: Tell): Replacing {
    const known = this.#known();
    const paths = new Set<string>();
    let waiting = new Map<string, string>();
    let length = 0;
    const flush = (): void => {
      waiting.forEach((entry, path) => known.set(path, entry));
      if (waiting.size > 0) tell(Buffer.from(`${[...waiting.values()].join('\n')}\n`));
      waiting = new Map();
      length = 0;
    };
    return {
      add(file) {
        const entry = JSON.stringify(file);
        paths.add(file.path);
        if (known.get(file.path) === entry) return;
        waiting.set(file.path, entry);
        length += entry.length;
        if (length >= enough) flush();
      },
      end: () => {
        flush();
        const removed = [...known.keys()].filter((path) => !paths.has(path));
        this.#entries = new Map(Array.from(paths, (path) => [path, known.get(path) ?? '']));
        return removed;
      },
    };
  }

  entries(): Iterable<string> {
    return this.#known().values();
  }

  #known(): Map<string, string> {
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
