import { createYielder } from '../repository/yielding';
import type { ClassifiedFile } from '../repository/classify';
import type { Listing } from '../repository/list';
import { RepositoryLister } from '../repository/lister';
import { openCache, type FactsKey, type SymbolCache } from './cache';
import type { FactsFile, FileFacts } from './facts';
import { grammarOf, mappedLanguage, type GrammarId, type LanguageId } from './read/languages';
import { link } from './link/link';
import type { Progress } from './worker/messages';
import { contentHash, readBytes, type SourceToRead } from './read/read-file';
import type { ReadOne } from './worker/shared-queue';
import { Table, type SendLines } from './table';

export interface EngineOptions {
  readonly folder: string;
  /** Without it, nothing is cached. */
  readonly cacheFolder: string | undefined;
  /** Reads all of the sources, in any order. */
  readonly read: (
    sources: readonly SourceToRead[],
    bytes: number,
    signal: AbortSignal,
    progress: (done: number) => void,
  ) => Promise<readonly ReadOne[]>;
  /** Loads the grammars needed to read these files. */
  readonly prepare: (grammars: readonly GrammarId[]) => Promise<void>;
  readonly progress: (progress: Progress) => void;
  /** At least this many bytes must be read; called while files are still being listed. */
  readonly expect: (bytes: number) => void;
}

interface Source {
  readonly entry: ClassifiedFile;
  readonly source: SourceToRead;
}

/** The state of one repository: its files, the facts of each, and the table. One call at a time. */
export class Engine {
  readonly #options: EngineOptions;
  readonly #cache: SymbolCache | undefined;
  readonly #lister: RepositoryLister;
  readonly #keys: Map<string, FactsKey>;
  readonly #table = new Table();
  /** Undefined until something must be linked. */
  #facts: Map<string, FileFacts> | undefined;
  #linkedFrom = '';
  readonly #unsaved = { files: false, facts: false, table: false };

  constructor(options: EngineOptions) {
    const { folder, cacheFolder } = options;
    this.#options = options;
    this.#cache = cacheFolder === undefined ? undefined : openCache(cacheFolder, folder);
    const remembered = this.#cache?.loadFiles();
    this.#lister = new RepositoryLister(folder, remembered?.files ?? new Map());
    this.#keys = new Map(remembered?.keys);
  }

  changed(paths: readonly string[] | 'all'): void {
    this.#lister.changed(paths);
  }

  async list(signal: AbortSignal): Promise<Listing> {
    const before = this.#lister.files;
    let bytes = 0;
    const listing = await this.#lister.list({
      signal,
      onProgress: (done, total) => this.#options.progress({ phase: 'list', done, total }),
      onFound: (entry) => {
        if (sourceLanguage(entry) === undefined || before.get(entry.file.path) === entry) return;
        bytes += entry.file.bytes;
        this.#options.expect(bytes);
      },
    });
    this.#unsaved.files ||= listing.files.some((entry) => entry.stamp !== '' && before.get(entry.file.path) !== entry);
    return listing;
  }

  /** Reports new entries as soon as they are known, and returns the removed paths at the end. */
  async symbols(signal: AbortSignal, send: SendLines): Promise<readonly string[]> {
    const listing = await this.list(signal);
    const sources = sourcesOf(listing);
    await this.#checkContents(sources, signal);
    if (this.#isKnownTable(sources, send)) return [];
    const facts = (this.#facts ??= this.#cache?.loadFacts() ?? new Map<string, FileFacts>());
    const unread = sources.filter(({ source }) => !facts.has(this.#keyOf(source)));
    if (unread.length > 0) await this.#read(unread, facts, signal);
    const from = this.#madeFrom(sources);
    if (from === this.#linkedFrom) return [];
    const table = this.#table.replace(send);
    // If cancelled halfway, the table matches neither input.
    this.#linkedFrom = '';
    await link(this.#factsFiles(sources, facts), (file) => table.add(file), createYielder(signal));
    this.#linkedFrom = from;
    this.#unsaved.table = true;
    this.#prune(sources, facts);
    return table.end();
  }

  /** Writes new results for the next run; throws the system's error on failure. */
  save(): void {
    const { files, facts, table } = this.#unsaved;
    if (this.#cache === undefined) return;
    if (facts && this.#facts !== undefined) this.#cache.saveFacts(this.#facts);
    if (table) this.#cache.saveTable(this.#linkedFrom, this.#table.entries());
    if (files || facts) this.#cache.saveFiles({ files: this.#lister.files, keys: this.#keys });
    Object.assign(this.#unsaved, { files: false, facts: false, table: false });
  }

  #keyOf({ path }: SourceToRead): string {
    return this.#keys.get(path)?.key ?? '';
  }

  /** A hash of everything the table depends on. */
  #madeFrom(sources: readonly Source[]): string {
    const parts = sources.map(({ source }) => [source.path, this.#keyOf(source)]);
    return contentHash(Buffer.from(JSON.stringify(parts)));
  }

  /** True if this or an earlier run made the table from the same input. */
  #isKnownTable(sources: readonly Source[], send: SendLines): boolean {
    if (sources.some(({ source }) => !this.#keys.has(source.path))) return false;
    const from = this.#madeFrom(sources);
    if (from === this.#linkedFrom) return true;
    const entries = this.#table.isEmpty ? this.#cache?.loadTable(from) : undefined;
    if (entries === undefined) return false;
    this.#linkedFrom = from;
    this.#table.restore(entries, send);
    return true;
  }

  /** A new stamp need not mean new content: switching branches and back touches every file. */
  async #checkContents(sources: readonly Source[], signal: AbortSignal): Promise<void> {
    const yieldIfDue = createYielder(signal);
    for (const { source, entry } of sources) {
      const cached = this.#keys.get(source.path);
      // A file never read is hashed when parsed, unless its content may be known from another path.
      if (cached === undefined ? this.#keys.size === 0 : cached.stamp !== '' && cached.stamp === entry.stamp) continue;
      await yieldIfDue();
      const key = contentKey(source, this.#hashOf(source));
      if (key === undefined) this.#keys.delete(source.path);
      else this.#keys.set(source.path, { stamp: entry.stamp, key });
      this.#unsaved.files ||= cached?.key !== key || cached?.stamp !== entry.stamp;
    }
  }

  /** Empty for an unreadable file; parsing it reports why. */
  #hashOf(source: SourceToRead): string {
    try {
      return contentHash(readBytes(this.#options.folder, source));
    } catch {
      return '';
    }
  }

  async #read(unread: readonly Source[], facts: Map<string, FileFacts>, signal: AbortSignal): Promise<void> {
    const { prepare, read, progress } = this.#options;
    await prepare([...new Set(unread.map(({ source }) => grammarOf(source.language)))]);
    // Largest first, so that no worker ends with a large one.
    const ordered = unread.toSorted((left, right) => right.entry.file.bytes - left.entry.file.bytes);
    const bytes = ordered.reduce((sum, { entry }) => sum + entry.file.bytes, 0);
    const total = ordered.length;
    progress({ phase: 'parse', done: 0, total });
    const reads = await read(
      ordered.map(({ source }) => source),
      bytes,
      signal,
      (done) => progress({ phase: 'parse', done: Math.min(done, total - 1), total }),
    );
    signal.throwIfAborted();
    for (const [index, { hash, facts: found }] of reads) {
      const each = ordered[index];
      if (each === undefined) continue;
      const key = contentKey(each.source, hash);
      const kept = key ?? `${each.source.path}:`;
      facts.set(kept, found);
      this.#keys.set(each.source.path, { stamp: key === undefined ? '' : each.entry.stamp, key: kept });
    }
    this.#unsaved.facts = true;
    progress({ phase: 'parse', done: total, total });
  }

  #factsFiles(sources: readonly Source[], facts: ReadonlyMap<string, FileFacts>): readonly FactsFile[] {
    return sources.flatMap(({ source }): readonly FactsFile[] => {
      const key = this.#keyOf(source);
      const found = facts.get(key);
      return found === undefined
        ? []
        : [{ path: source.path, hash: key.slice(key.lastIndexOf(':') + 1), facts: found }];
    });
  }

  /** Drops the facts of contents that no file has any more. */
  #prune(sources: readonly Source[], facts: Map<string, FileFacts>): void {
    const paths = new Set(sources.map(({ source }) => source.path));
    for (const path of this.#keys.keys()) if (!paths.has(path)) this.#keys.delete(path);
    const keys = new Set(Array.from(this.#keys.values(), ({ key }) => key));
    for (const key of facts.keys()) if (!keys.has(key)) facts.delete(key);
  }
}

function sourceLanguage({ file }: ClassifiedFile): LanguageId | undefined {
  return file.excluded === undefined ? mappedLanguage(file.path) : undefined;
}

function sourcesOf(listing: Listing): readonly Source[] {
  return listing.files.flatMap((entry) => {
    const language = sourceLanguage(entry);
    return language === undefined
      ? []
      : [
          {
            entry,
            source: { path: entry.file.path, language, ...(entry.bytes === undefined ? {} : { bytes: entry.bytes }) },
          },
        ];
  });
}

/** Includes the language: the same bytes mean something else in another. Undefined for an unreadable file. */
function contentKey({ language }: SourceToRead, hash: string): string | undefined {
  return hash === '' ? undefined : `${language}:${hash}`;
}
