import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { readBytesOf } from '../disk/open-file';
import type { ClassifiedFile } from '../repository/classify';
import { writeWholeSync } from '../disk/write-file';
import { factsVersion, type FileFacts } from './facts';
import { parseJsonLines } from './json-lines';

/** Which facts are a file's, as long as it has the stamp; an empty stamp proves nothing. */
export interface FactsKey {
  readonly stamp: string;
  readonly key: string;
}

export interface RememberedFiles {
  readonly files: ReadonlyMap<string, ClassifiedFile>;
  readonly keys: ReadonlyMap<string, FactsKey>;
}

/**
 * What one run leaves for the next, in three files: what the files looked like, the facts of each content, and the
 * table. While nothing has changed the first and the last are all that is needed. Loading never throws: what is
 * missing, broken or of another version is as good as none. Saving throws the system's error.
 */
export interface SymbolCache {
  loadFiles(): RememberedFiles;
  loadFacts(): Map<string, FileFacts>;
  /** The entries of the table made from exactly this, each as JSON on a line of its own. */
  loadTable(from: string): Buffer | undefined;
  saveFiles(files: RememberedFiles): void;
  saveFacts(facts: ReadonlyMap<string, FileFacts>): void;
  saveTable(from: string, entries: Iterable<string>): void;
}

const newline = 10;

/** One that was cut off here counts as broken. */
const maxBytes = 1024 * 1024 * 1024;

const version = `strata symbols ${factsVersion}`;

type StoredFile = readonly [path: string, bytes: number, excluded: string, stamp: string, key: string];
type StoredFacts = readonly [key: string, facts: FileFacts];

export function openCache(cacheFolder: string, folder: string): SymbolCache {
  const base = join(cacheFolder, `symbols-${createHash('sha256').update(folder).digest('hex').slice(0, 24)}`);
  const header = (rest: string): string => JSON.stringify([version, folder, rest]);
  /** What stands behind the header, which must be exactly this one. */
  const load = (kind: string, rest = ''): Buffer | undefined => {
    try {
      const content = readBytesOf(`${base}.${kind}`, { most: maxBytes });
      const first = Buffer.from(`${header(rest)}\n`);
      // The last line is ended too, unless the file was cut off.
      return content.subarray(0, first.length).equals(first) && content.at(-1) === newline
        ? content.subarray(first.length)
        : undefined;
    } catch {
      return undefined;
    }
  };
  const save = (kind: string, lines: Iterable<string>, rest = ''): void =>
    writeWholeSync(`${base}.${kind}`, `${[header(rest), ...lines].join('\n')}\n`, { mode: 0o600 });

  return {
    loadFiles() {
      const files = new Map<string, ClassifiedFile>();
      const keys = new Map<string, FactsKey>();
      for (const [path, bytes, excluded, stamp, key] of parseLines(load('files'), isStoredFile)) {
        if (stamp !== '')
          files.set(path, {
            file: { path, bytes, ...(excluded === 'binary' || excluded === 'too-large' ? { excluded } : {}) },
            stamp,
          });
        if (key !== '') keys.set(path, { stamp, key });
      }
      return { files, keys };
    },
    loadFacts: () => new Map(parseLines(load('facts'), isStoredFacts)),
    loadTable: (from) => load('table', from),
    saveFiles({ files, keys }) {
      // A name that is no UTF-8 would have to keep its bytes too: such a file is looked at anew.
      const stored = [...files.values()]
        .filter(({ bytes }) => bytes === undefined)
        .map(({ file: { path, bytes, excluded }, stamp }): StoredFile => {
          const known = keys.get(path);
          return [
            path,
            bytes,
            excluded ?? '',
            known === undefined || known.stamp === stamp ? stamp : '',
            known?.key ?? '',
          ];
        });
      save(
        'files',
        stored.map((file) => JSON.stringify(file)),
      );
    },
    saveFacts: (facts) =>
      save(
        'facts',
        Array.from(facts, (entry) => JSON.stringify(entry satisfies StoredFacts)),
      ),
    saveTable: (from, entries) => save('table', entries, from),
  };
}

/** One line that is not what it should be spoils them all. */
function parseLines<T>(lines: Buffer | undefined, is: (value: unknown) => value is T): readonly T[] {
  try {
    const values = lines === undefined ? [] : parseJsonLines(lines);
    return Array.isArray(values) && values.every(is) ? values : [];
  } catch {
    return [];
  }
}

function isStoredFile(value: unknown): value is StoredFile {
  return (
    Array.isArray(value) &&
    value.length === 5 &&
    value.every((part, index) => typeof part === (index === 1 ? 'number' : 'string'))
  );
}

/** No deeper than a change by hand could go: the rest was written by us, by this very version. */
function isStoredFacts(value: unknown): value is StoredFacts {
  if (!Array.isArray(value) || typeof value[0] !== 'string') return false;
  const facts: unknown = value[1];
  return (
    typeof facts === 'object' &&
    facts !== null &&
    'symbols' in facts &&
    'imports' in facts &&
    'importsLocal' in facts &&
    'names' in facts
  );
}
