/**
 * The symbol map. `read-*`, `rules/` and `*-names` turn the text of one file into facts (in a worker, by tree-sitter); `resolve/` and `link.ts`
 * join the facts of all files into `FileSymbols`. Nothing here imports Electron; only `read-file.ts`, `cache.ts` and the engine touch the disk.
 */
import type { SymbolKind } from '../../../shared/sources/types';
import type { LanguageId } from './languages';

/** Grows whenever the same bytes would give other facts: what an older Strata cached is then dropped. */
export const factsVersion = 3;

/** What a file says by itself. It depends on its bytes and its language only, so it is cached by both. */
export interface FileFacts {
  readonly language: LanguageId;
  readonly lines: number;
  readonly symbols: readonly SymbolFact[];
  readonly imports: readonly ImportFact[];
  /** Package, namespace or module clauses, as written: files of one package see each other without imports. */
  readonly packages?: readonly string[];
  /** The symbol that `import x from` means. */
  readonly defaultName?: string;
  /** Distinct names used outside of imports, comments and strings, joined by blanks; behind the others as `.name` where it follows a dot, `->` or `::`. */
  readonly names: string;
  /** Line of the first mention of each of `names`. */
  readonly nameLines: readonly number[];
  /** Why the file could not be read as a whole; what could be read is there all the same. */
  readonly failed?: string;
}

export interface SymbolFact {
  readonly name: string;
  readonly kind: SymbolKind;
  readonly line: number;
  readonly signature?: string;
  readonly async?: true;
  readonly children?: readonly SymbolFact[];
  /** Places in `FileFacts.names` of what it calls, in the order of the first call. */
  readonly calls?: readonly number[];
}

export interface ImportFact {
  /** As written in the file, without quotes. */
  readonly spec: string;
  /** `[local, imported]`: `*` imports the module itself, `default` its default. */
  readonly names?: readonly (readonly [local: string, imported: string])[];
  /** All that the other file defines can be named: behind a dot (a module object), or as it is (an include). */
  readonly all?: 'members' | 'names';
  /** What it imports can be imported from this file in turn. */
  readonly passes?: true;
}

/** While it is made. */
export type Writable<T> = { -readonly [Key in keyof T]: T[Key] };

/** A file of the repository with its facts. */
export interface FactsFile {
  readonly path: string;
  readonly hash: string;
  readonly facts: FileFacts;
}

export interface LinkInput {
  /** Sorted by path. */
  readonly files: readonly FactsFile[];
  /** All paths of the repository, also of files without symbols. */
  readonly paths: readonly string[];
  readonly goModules: readonly { readonly folder: string; readonly module: string }[];
}

/** A file that cannot be parsed at all has a header and nothing else. */
export function failedFacts(language: LanguageId, failed: string, lines = 0): FileFacts {
  return { language, lines, symbols: [], imports: [], names: '', nameLines: [], failed };
}
