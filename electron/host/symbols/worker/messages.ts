import type { MessagePort } from 'node:worker_threads';
import type { RepositoryFile } from '../../../../shared/sources/types';
import type { ListingProblem } from '../../repository/names';
import type { GrammarId } from '../read/languages';
import type { GrammarBytes } from '../read/parsers';
import type { ReadOne, SharedQueue } from './shared-queue';

/** A worker's start data. The engine keeps the state; a helper only reads files for it. */
export type WorkerRole =
  | {
      readonly role: 'engine';
      readonly folder: string;
      readonly cacheFolder: string | undefined;
      readonly helpFrom: number;
      readonly other: MessagePort;
    }
  | { readonly role: 'helper'; readonly other: MessagePort };

export interface Listed {
  readonly files: readonly RepositoryFile[];
  /** Relative to the opened folder, as in `Listing`. */
  readonly folders: readonly string[];
  readonly problems: readonly ListingProblem[];
}

export interface Progress {
  readonly phase: 'list' | 'parse';
  readonly done: number;
  readonly total: number;
}

export type ToEngine =
  | { readonly type: 'list' | 'symbols'; readonly job: number }
  | { readonly type: 'cancel'; readonly job: number }
  /** Relative paths with `/`. */
  | { readonly type: 'changed'; readonly paths: readonly string[] | 'all' }
  | { readonly type: 'grammars'; readonly bytes: GrammarBytes }
  | { readonly type: 'helper-gone' }
  /** Finishes pending writes and exits. */
  | { readonly type: 'close' };

export type FromEngine =
  | { readonly type: 'progress'; readonly progress: Progress }
  | { readonly type: 'listed'; readonly job: number; readonly listed: Listed }
  /** New or changed `FileSymbols` as JSON lines, in pieces, so that parsing never blocks the window's thread. */
  | { readonly type: 'symbols'; readonly entries: Uint8Array }
  | { readonly type: 'linked'; readonly job: number; readonly removed: readonly string[] }
  | { readonly type: 'cancelled'; readonly job: number }
  | { readonly type: 'failed'; readonly job: number; readonly message: string }
  /** The cache could not be written. */
  | { readonly type: 'unsaved'; readonly reason: string }
  | { readonly type: 'help' }
  | { readonly type: 'want-grammars'; readonly ids: readonly GrammarId[] };

export type ToHelper = Extract<ToEngine, { type: 'grammars' }>;
export type FromHelper = Extract<FromEngine, { type: 'want-grammars' }>;

/** Messages between the engine and a helper. */
export type BetweenWorkers =
  | { readonly type: 'prepare'; readonly ids: readonly GrammarId[] }
  | { readonly type: 'share'; readonly share: SharedQueue }
  | { readonly type: 'read'; readonly reads: readonly ReadOne[] }
  | { readonly type: 'done' };
