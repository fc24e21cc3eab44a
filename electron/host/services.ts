import type { Finding } from '../../shared/sources/findings';
import type { FramePiece, KnownFrames } from '../../shared/sources/learned-frame';
import type { RepositoryFile, SymbolTable } from '../../shared/sources/types';

export interface RepositorySnapshot {
  /** Undefined before the first listing. */
  readonly files: readonly RepositoryFile[] | undefined;
  readonly findings: readonly Finding[];
  /** Absolute. The host reports new, changed and deleted entries in them through `touched`. */
  readonly folders: readonly string[];
}

export interface SymbolsSnapshot {
  readonly table: SymbolTable;
  readonly findings: readonly Finding[];
}

/** The files of the repository around a workspace and their symbols. Answers at once with what is known so far. */
export interface RepositoryService {
  repository(): RepositorySnapshot;
  symbols(): SymbolsSnapshot;
  /** Marks absolute paths, or everything, as possibly changed. */
  touched(paths: readonly string[] | 'all'): void;
  /** Called when more is known than at the last answer. */
  onChanged(listener: () => void): () => void;
  /** Resolves when everything asked for is known. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

/** What captures taught about the agents' own prompts. Answers at once. */
export interface FrameService {
  /** The same value until something new was learned. */
  learned(agent: string, pieces?: readonly FramePiece[]): KnownFrames;
  /** Called when a capture may have more to teach. */
  onChanged(listener: () => void): () => void;
  close(): void;
}

export type OpenFrames = (workspace: string, watch: boolean) => FrameService;

export type OpenRepository = (workspace: string, cacheFolder: string | undefined) => RepositoryService;
