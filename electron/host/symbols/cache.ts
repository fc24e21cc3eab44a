import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { readBytesOf } from '../disk/open-file';
import type { ClassifiedFile } from '../repository/classify';
import { writeWholeSync } from '../disk/write-file';
import { factsVersion, type FileFacts } from './facts';
import { parseJsonLines } from './json-lines';

/** Identifies a file's facts while it has this stamp; an empty stamp is never trusted. */
export interface FactsKey {
  readonly stamp: string;
  readonly key: string;
}

export interface RememberedFiles {
  readonly files: ReadonlyMap<string, ClassifiedFile>;
  readonly keys: ReadonlyMap<string, FactsKey>;
}

/**
 * What one run caches for the next, in three files: the file stamps, the facts of each content, and the table. If
 * nothing changed, only the first and last are read. Loading never throws: anything missing, broken or of another
 * version counts as absent. Saving throws the system's error.
 */
export interface SymbolCache {
  loadFiles(): RememberedFiles;
  loadFacts(): Map<string, FileFacts>;
  /** The entries of the table made from exactly this input, one JSON value per line. */
  loadTable(from: string): Buffer | undefined;
  saveFiles(files: RememberedFiles): void;
  saveFacts(facts: ReadonlyMap<string, FileFacts>): void;
  saveTable(from: string, entries: Iterable<string>): void;
}

const newline = 10;

/** A file cut off at this size counts as broken. */
const maxBytes = 1024 * 1024 * 1024;

const version = `strata symbols ${factsVersion}`;

type StoredFile = readonly [path: string, bytes: number, excluded: string, stamp: string, key: string];
type StoredFacts = readonly [key: string, facts: FileFacts];

export function openCache(cacheFolder: string, folder: string): SymbolCache {
  const base = join(cacheFolder, `symbols-${createHash('sha256').update(folder).digest('hex').slice(0, 24)}`);
  const header = (rest: string): string => JSON.stringify([version, folder, rest]);
  /** The content after the header, which must match exactly. */
  const load = (kind: string, rest = ''): Buffer | undefined => {
    try {
      const content = readBytesOf(`${base}.${kind}`, { most: maxBytes });
      const first = Buffer.from(`${header(rest)}\n`);
      // Every line ends in a newline, unless the file was cut off.
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
      // Files whose name is not UTF-8 are not cached.
      const stored = [...files.values()]
        .filter(({ bytes }) => bytes === undefined)
        .map(({ file: { path, bytes, excluded }, stamp }): StoredFile => {
          const entry = keys.get(path);
          return [
            path,
            bytes,
            excluded ?? '',
            entry === undefined || entry.stamp === stamp ? stamp : '',
            entry?.key ?? '',
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

/** One invalid line invalidates the file. */
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

/** A shallow check against manual edits: this same version wrote the data. */
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
