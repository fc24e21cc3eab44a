/**
 * The symbol map. `read-*` and `rules/` turn the text of one file into facts (in a worker, by tree-sitter); `link.ts`
 * joins the facts of all files into `FileSymbols`. Nothing here imports Electron; only `read-file.ts`, `cache.ts` and
 * the engine touch the disk.
 */
import type { SymbolKind } from '../../../shared/sources/types';
import type { LanguageId } from './read/languages';

/** Grows whenever the same bytes would give other facts: what an older Strata cached is then dropped. */
export const factsVersion = 4;

/** What a file says by itself. It depends on its bytes and its language only, so it is cached by both. */
export interface FileFacts {
  readonly language: LanguageId;
  readonly lines: number;
  readonly symbols: readonly SymbolFact[];
  /** As written and as often, in the order of the file. */
  readonly imports: readonly string[];
  /** Those that name a file beside this one. */
  readonly importsLocal: readonly string[];
  /** The distinct names that its symbols call, one a line: of `a.b()` it is `b`. */
  readonly names: string;
  /** Why the file could not be read as a whole; what could be read is there all the same. */
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
  /** Pairs of numbers, one a call: the place in `FileFacts.names`, and the line. */
  readonly calls?: readonly number[];
}

/** While it is made. */
export type Writable<T> = { -readonly [Key in keyof T]: T[Key] };

/** A file of the repository with its facts. */
export interface FactsFile {
  readonly path: string;
  readonly hash: string;
  readonly facts: FileFacts;
}

/** A file that cannot be parsed at all has a header and nothing else. */
export function failedFacts(language: LanguageId, failed: string, lines = 0): FileFacts {
  return { ...emptyFacts(language, lines), failed };
}

export function emptyFacts(language: LanguageId, lines: number): FileFacts {
  return { language, lines, symbols: [], imports: [], importsLocal: [], names: '' };
}
