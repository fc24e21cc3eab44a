import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ClassifiedFile } from '../repository-classify';
import { factsVersion, type FileFacts } from './facts';

/** Which facts are a file's, as long as it has the stamp. */
export interface FactsKey {
  readonly stamp: string;
  readonly key: string;
}

/** What an earlier run left: which content each file had when it was looked at, and the facts of each content. */
export interface Remembered {
  readonly files: ReadonlyMap<string, ClassifiedFile>;
  readonly keys: ReadonlyMap<string, FactsKey>;
  readonly facts: ReadonlyMap<string, FileFacts>;
}

export const nothing: Remembered = { files: new Map(), keys: new Map(), facts: new Map() };

const version = `strata symbols ${factsVersion}`;

type StoredFile = readonly [path: string, bytes: number, excluded: string, stamp: string, key: string];

interface Stored {
  readonly version: typeof version;
  readonly folder: string;
  readonly files: readonly StoredFile[];
  readonly facts: readonly (readonly [key: string, facts: FileFacts])[];
}

/** Looks no deeper than a change by hand could go unnoticed: the rest was written by us, by this very version. */
function isStored(value: unknown): value is Stored {
  if (typeof value !== 'object' || value === null || !('version' in value) || value.version !== version) return false;
  const { folder, files, facts } = value as Partial<Record<keyof Stored, unknown>>;
  return typeof folder === 'string' && Array.isArray(files) && files.every(isStoredFile) && Array.isArray(facts) && facts.every(isStoredFacts);
}

function isStoredFile(value: unknown): value is StoredFile {
  return Array.isArray(value) && value.length === 5 && value.every((part, index) => typeof part === (index === 1 ? 'number' : 'string'));
}

function isStoredFacts(value: unknown): boolean {
  if (!Array.isArray(value) || typeof value[0] !== 'string') return false;
  const facts: unknown = value[1];
  return typeof facts === 'object' && facts !== null && 'symbols' in facts && 'imports' in facts && 'names' in facts && 'nameLines' in facts;
}

export function cacheFile(cacheFolder: string, folder: string): string {
  return join(cacheFolder, `symbols-${createHash('sha256').update(folder).digest('hex').slice(0, 24)}.json`);
}

/** A file that is missing, broken or of another version is as good as none. */
export function loadCache(file: string, folder: string): Remembered {
  let parsed: unknown;
  try {
    parsed = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return nothing;
  }
  if (!isStored(parsed) || parsed.folder !== folder) return nothing;
  const files = new Map<string, ClassifiedFile>();
  const keys = new Map<string, FactsKey>();
  for (const [path, bytes, excluded, stamp, key] of parsed.files) {
    files.set(path, { file: { path, bytes, ...(excluded === 'binary' || excluded === 'too-large' ? { excluded } : {}) }, stamp });
    if (key !== '') keys.set(path, { stamp, key });
  }
  return { files, keys, facts: new Map(parsed.facts) };
}

/** Old or new, never half. Throws the system's error when it cannot be written. */
export function saveCache(file: string, folder: string, { files, keys, facts }: Remembered): void {
  const content: Stored = {
    version,
    folder,
    // A name that is no UTF-8 would have to keep its bytes too: it is looked at anew.
    files: [...files.values()]
      .filter(({ stamp, bytes }) => stamp !== '' && bytes === undefined)
      .map(({ file: { path, bytes, excluded }, stamp }) => {
        const known = keys.get(path);
        return [path, bytes, excluded ?? '', stamp, known?.stamp === stamp ? known.key : ''];
      }),
    facts: [...facts],
  };
  mkdirSync(join(file, '..'), { recursive: true });
  const next = `${file}.${process.pid}.tmp`;
  try {
    writeFileSync(next, JSON.stringify(content));
    renameSync(next, file);
  } finally {
    rmSync(next, { force: true });
  }
}
