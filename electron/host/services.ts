import type { Finding } from '../../shared/sources/findings';
import type { RepositoryFile, SymbolTable } from '../../shared/sources/types';

export interface RepositorySnapshot {
  /** Undefined before the first listing. */
  readonly files: readonly RepositoryFile[] | undefined;
  readonly findings: readonly Finding[];
  /** Absolute; a new, changed or deleted entry in any of them is reported by `touched`. */
  readonly folders: readonly string[];
}

export interface SymbolsSnapshot {
  readonly table: SymbolTable;
  readonly findings: readonly Finding[];
}

/** The files of the repository around a workspace and what they define. Answers at once with what is known so far. */
export interface RepositoryService {
  repository(): RepositorySnapshot;
  symbols(): SymbolsSnapshot;
  /** Absolute paths that may have changed, or everything. */
  touched(paths: readonly string[] | 'all'): void;
  /** Called when more is known than the last answer said. */
  onChanged(listener: () => void): () => void;
  /** Resolves when all that was asked for is known. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

export type OpenRepository = (workspace: string, cacheFolder: string | undefined) => RepositoryService;
