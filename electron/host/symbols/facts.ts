/**
 * The symbol map. `read/` and `rules/` turn the text of one file into facts (in a worker, with tree-sitter); `link/`
 * joins the facts of all files into `FileSymbols`. Nothing here imports Electron; only `read-file.ts`, `cache.ts` and
 * the engine touch the disk.
 */
import type { SymbolKind } from '../../../shared/sources/types';
import type { LanguageId } from './read/languages';

/** Increase it whenever the same bytes would give other facts: older caches are then dropped. */
export const factsVersion = 4;

/** The facts of one file. They depend only on its bytes and language, so they are cached by both. */
export interface FileFacts {
  readonly language: LanguageId;
  readonly lines: number;
  readonly symbols: readonly SymbolFact[];
  /** As written, with repeats, in file order. */
  readonly imports: readonly string[];
  /** The imports that count as files of the repository. */
  readonly importsLocal: readonly string[];
  /** The distinct names its symbols call, one per line; `a.b()` gives `b`. */
  readonly names: string;
  /** Why the file could not be read completely; the facts that could be read are still there. */
  readonly failed?: string;
}

export interface SymbolFact {
  readonly name: string;
  readonly kind: SymbolKind;
  readonly line: number;
  readonly signature?: string;
  readonly async?: true;
  readonly fields?: readonly string[];
  readonly children?: readonly SymbolFact[];
  /** Two numbers per call: the index in `FileFacts.names`, and the line. */
  readonly calls?: readonly number[];
}

/** Mutable, during construction. */
export type Writable<T> = { -readonly [Key in keyof T]: T[Key] };

/** A file of the repository with its facts. */
export interface FactsFile {
  readonly path: string;
  readonly hash: string;
  readonly facts: FileFacts;
}

/** A file that cannot be parsed has only a header. */
export function failedFacts(language: LanguageId, failed: string, lines = 0): FileFacts {
  return { ...emptyFacts(language, lines), failed };
}

export function emptyFacts(language: LanguageId, lines: number): FileFacts {
  return { language, lines, symbols: [], imports: [], importsLocal: [], names: '' };
}
