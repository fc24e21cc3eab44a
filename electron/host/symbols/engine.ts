import { readFileSync } from 'node:fs';
import type { FileSymbols } from '../../../shared/sources/types';
import { createBreather } from '../repository-breathe';
import type { ClassifiedFile } from '../repository-classify';
import type { Listing } from '../repository-list';
import { RepositoryLister } from '../repository-lister';
import { cacheFile, loadCache, nothing, saveCache, type FactsKey } from './cache';
import type { FactsFile, FileFacts, LinkInput } from './facts';
import { grammarOf, languageOf, type GrammarId } from './languages';
import { link } from './link';
import type { Progress } from './messages';
import { contentHash, readBytes, type SourceToRead } from './read-file';
import type { ReadOne } from './share';

export interface EngineOptions {
  readonly folder: string;
  /** Nothing is remembered without one. */
  readonly cacheFolder: string | undefined;
  /** Reads all of the sources, in any order. */
  readonly read: (sources: readonly SourceToRead[], bytes: number, signal: AbortSignal, progress: (done: number) => void) => Promise<readonly ReadOne[]>;
  /** Makes sure that files of these grammars can be read. */
  readonly prepare: (grammars: readonly GrammarId[]) => Promise<void>;
  readonly progress: (progress: Progress) => void;
}

/** What differs from the table before. */
export interface TableChange {
  /** JSON of each `FileSymbols` that is new or differs, sorted by path. */
  readonly entries: readonly string[];
  readonly removed: readonly string[];
}

interface Source {
  readonly entry: ClassifiedFile;
  readonly source: SourceToRead;
}

/** The state of one repository: what is in it, what each file says, and the table made of it. One call at a time. */
export class Engine {
  readonly #options: EngineOptions;
  readonly #cache: string | undefined;
  readonly #lister: RepositoryLister;
  #keys: Map<string, FactsKey>;
  #facts: Map<string, FileFacts>;
  #linkedFrom = '';
  #table = new Map<string, string>();

  constructor(options: EngineOptions) {
    const { folder, cacheFolder } = options;
    this.#options = options;
    this.#cache = cacheFolder === undefined ? undefined : cacheFile(cacheFolder, folder);
    const remembered = this.#cache === undefined ? nothing : loadCache(this.#cache, folder);
    this.#lister = new RepositoryLister(folder, remembered.files);
    this.#keys = new Map(remembered.keys);
    this.#facts = new Map(remembered.facts);
  }

  changed(paths: readonly string[] | 'all'): void {
    this.#lister.changed(paths);
  }

  list(signal: AbortSignal): Promise<Listing> {
    return this.#lister.list({ signal, onProgress: (done, total) => this.#options.progress({ phase: 'list', done, total }) });
  }

  async symbols(signal: AbortSignal): Promise<TableChange> {
    const listing = await this.list(signal);
    const sources = sourcesOf(listing);
    const unsure = sources.filter(({ entry }) => !this.#isKnown(entry));
    const unread = this.#facts.size === 0 ? unsure : await this.#withoutSameContent(unsure, signal);
    if (unread.length > 0) await this.#read(unread, signal);
    const input = this.#linkInput(listing, sources);
    const from = contentHash(Buffer.from(JSON.stringify([sources.map(({ source }) => this.#keys.get(source.path)?.key), input.paths, input.goModules])));
    if (from === this.#linkedFrom) return { entries: [], removed: [] };
    const change = this.#replaceTable(await link(input, createBreather(signal)));
    this.#linkedFrom = from;
    this.#prune(sources);
    return change;
  }

  /** Writes what may be computed again; throws the system's error when it cannot. */
  save(): void {
    if (this.#cache !== undefined) saveCache(this.#cache, this.#options.folder, { files: this.#lister.files, keys: this.#keys, facts: this.#facts });
  }

  #isKnown({ file, stamp }: ClassifiedFile): boolean {
    const known = this.#keys.get(file.path);
    return known !== undefined && stamp !== '' && known.stamp === stamp && this.#facts.has(known.key);
  }

  /** Another stamp need not mean another content: a checkout there and back touches every file. */
  async #withoutSameContent(unsure: readonly Source[], signal: AbortSignal): Promise<readonly Source[]> {
    const breathe = createBreather(signal);
    const unread: Source[] = [];
    for (const each of unsure) {
      await breathe();
      const key = keyOf(each.source, this.#hashOf(each.source));
      if (key !== undefined && this.#facts.has(key)) this.#keys.set(each.source.path, { stamp: each.entry.stamp, key });
      else unread.push(each);
    }
    return unread;
  }

  /** Empty for a file that cannot be read: reading it with the parser will say why. */
  #hashOf(source: SourceToRead): string {
    try {
      return contentHash(readBytes(this.#options.folder, source));
    } catch {
      return '';
    }
  }

  async #read(unread: readonly Source[], signal: AbortSignal): Promise<void> {
    const { prepare, read, progress } = this.#options;
    await prepare([...new Set(unread.map(({ source }) => grammarOf(source.language)))]);
    // The largest first, so that no worker is left with one at the end.
    const ordered = unread.toSorted((left, right) => right.entry.file.bytes - left.entry.file.bytes);
    const bytes = ordered.reduce((sum, { entry }) => sum + entry.file.bytes, 0);
    const total = ordered.length;
    progress({ phase: 'parse', done: 0, total });
    const reads = await read(ordered.map(({ source }) => source), bytes, signal, (done) => progress({ phase: 'parse', done: Math.min(done, total - 1), total }));
    signal.throwIfAborted();
    for (const [index, { hash, facts, lasting }] of reads) {
      const each = ordered[index];
      if (each === undefined) continue;
      const key = (lasting ? keyOf(each.source, hash) : undefined) ?? `${each.source.path}:${hash}`;
      this.#facts.set(key, facts);
      this.#keys.set(each.source.path, { stamp: lasting ? each.entry.stamp : '', key });
    }
    progress({ phase: 'parse', done: total, total });
  }

  #linkInput(listing: Listing, sources: readonly Source[]): LinkInput {
    const files = sources.flatMap(({ source: { path } }): readonly FactsFile[] => {
      const { key } = this.#keys.get(path) ?? { key: '' };
      const facts = this.#facts.get(key);
      return facts === undefined ? [] : [{ path, hash: key.slice(key.lastIndexOf(':') + 1), facts }];
    });
    const paths = listing.files.map(({ file }) => file.path);
    return { files, paths, goModules: paths.flatMap((path) => this.#goModule(path)) };
  }

  #goModule(path: string): LinkInput['goModules'] {
    if (path !== 'go.mod' && !path.endsWith('/go.mod')) return [];
    const [, module] = /^\s*module\s+"?([^\s"]+)/m.exec(this.#textOf(path)) ?? [];
    return module === undefined ? [] : [{ folder: path.slice(0, -'/go.mod'.length), module }];
  }

  #textOf(path: string): string {
    try {
      return readFileSync(`${this.#options.folder}/${path}`, 'utf8');
    } catch {
      return '';
    }
  }

  #replaceTable(files: readonly FileSymbols[]): TableChange {
    const before = this.#table;
    const table = new Map<string, string>();
    const entries: string[] = [];
    for (const file of files) {
      const entry = JSON.stringify(file);
      table.set(file.path, entry);
      if (before.get(file.path) !== entry) entries.push(entry);
    }
    this.#table = table;
    return { entries, removed: [...before.keys()].filter((path) => !table.has(path)) };
  }

  /** Facts of contents that no file has any more are let go. */
  #prune(sources: readonly Source[]): void {
    const keys = new Map<string, FactsKey>();
    const facts = new Map<string, FileFacts>();
    for (const { source } of sources) {
      const known = this.#keys.get(source.path);
      const found = known === undefined ? undefined : this.#facts.get(known.key);
      if (known === undefined || found === undefined) continue;
      keys.set(source.path, known);
      facts.set(known.key, found);
    }
    this.#keys = keys;
    this.#facts = facts;
  }
}

function sourcesOf(listing: Listing): readonly Source[] {
  return listing.files.flatMap((entry) => {
    const language = entry.file.excluded === undefined ? languageOf(entry.file.path) : undefined;
    return language === undefined ? [] : [{ entry, source: { path: entry.file.path, language, ...(entry.bytes === undefined ? {} : { bytes: entry.bytes }) } }];
  });
}

/** The same bytes mean something else in another language. */
function keyOf({ language }: SourceToRead, hash: string): string | undefined {
  return hash === '' ? undefined : `${language}:${hash}`;
}
