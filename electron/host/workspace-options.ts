import type { Architecture, Turn } from '../../shared/assemblers/types';
import type { Inspection } from '../../shared/ipc/inspection/inspection';
import type { Facts } from '../../shared/sources/types';
import type { Counter } from './count/counting';
import type { Permit } from './disk/access/allowed-path';
import type { FileBoundary } from './disk/files';
import type { FrameService, RepositoryService } from './services';
import type { WatcherTimes } from './watch/watcher';

export interface WorkspaceOptions {
  readonly folder: string;
  readonly boundary: FileBoundary;
  readonly architectures: readonly Architecture[];
  readonly counter: Counter;
  readonly facts: Partial<Facts>;
  readonly watch: boolean;
  readonly times?: Partial<WatcherTimes> | undefined;
  readonly repository?: RepositoryService | undefined;
  readonly frames?: FrameService | undefined;
  /** What the user currently allows outside the folder. */
  readonly allowed: Permit;
  readonly trusted: () => readonly string[];
  readonly nextRevision: () => number;
  readonly changed: (inspection: Inspection) => void;
  readonly failed: (problem: unknown) => void;
}

export interface PlayedTurn {
  readonly moves: Turn['moves'];
  /** The state file, which now has an unsaved edit. */
  readonly path: string;
  readonly inspection: Inspection;
}
