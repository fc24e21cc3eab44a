import type { Architecture } from '../../shared/assemblers/types';
import type { Buffer, CountPlan, InspectorError, ProviderCount } from '../../shared/ipc/contract';
import type { Analysis } from '../../shared/analysis/types';
import type { PromptDocument } from '../../shared/document/types';
import type { Inspection } from '../../shared/ipc/inspection/inspection';
import type { RulePack } from '../../shared/cache/packs/rule-pack';
import type { Facts } from '../../shared/sources/types';
import type { Configure } from './choices';
import type { SaveOptions } from './edit/buffers';
import type { CalibrationStore } from './count/calibration-store';
import type { EndpointOptions } from './ask/count-endpoint';
import type { Analyze } from './count/counting';
import type { FileBoundary } from './disk/files';
import type { UnsavedEdit } from './edit/journal';
import type { Keychain } from './ask/keychain';
import type { OpenFrames, OpenRepository } from './services';
import type { TrustStore } from './disk/access/trust';
import type { WatcherTimes } from './watch/watcher';
import type { Variant, VariantBuild } from './analyses/variant';
import type { PlayedTurn } from './workspace-options';

export interface SessionOptions {
  /** Overrides the manifest, which overrides the machine. */
  readonly facts?: Partial<Facts>;
  /** False: read once, watch nothing. */
  readonly watch?: boolean;
  /** For data that can be recomputed, such as a repository's symbols. */
  readonly cacheFolder?: string;
  readonly boundary?: FileBoundary;
  readonly repository?: OpenRepository;
  /** What captures taught about agents; default: nothing. */
  readonly frames?: OpenFrames;
  readonly architectures?: readonly Architecture[];
  readonly analyze?: Analyze;
  readonly times?: Partial<WatcherTimes>;
  /** What providers reported for each workspace; default: kept in memory for the session. */
  readonly calibrations?: CalibrationStore;
  /** What folders may read outside themselves; default: nothing, and permissions last for the session. */
  readonly trust?: TrustStore;
  /** Where to find a provider's key if the environment has none. */
  readonly keychain?: Keychain;
  /** Receives bugs that no caller awaits. */
  readonly report?: (problem: unknown) => void;
}

export interface Session {
  readonly inspection: Inspection | null;
  /**
   * If the folder cannot be opened, the current one stays open. Unsaved edits stay with their folder and return when it
   * is opened again. `besides`: architectures for this folder alone.
   */
  open(folder: string, configure?: Configure, besides?: readonly Architecture[]): Promise<Inspection>;
  configure(change: Configure): Promise<Inspection>;
  /** Lets the open folder read these paths outside itself. Only what it asks for can be allowed. */
  allow(paths: readonly string[]): Promise<Inspection>;
  /** Revokes permissions. */
  revoke(paths: readonly string[]): Promise<Inspection>;
  read(id: string): Promise<Buffer>;
  edit(id: string, text: string): Promise<void>;
  /** Does not overwrite someone else's change or a read-only file, unless asked to. */
  save(id: string, options?: SaveOptions): Promise<void>;
  /** Gives up the edit; with `seen`, only for that version of the file on disk. */
  revert(id: string, seen?: number): Promise<Buffer>;
  /** The files of this folder, for late calls: they never apply to another folder. */
  filesOf(folder: string): FolderFiles;
  /** All unsaved edits of the open folder, built or not. */
  unsaved(): readonly UnsavedEdit[];
  turn(): Promise<PlayedTurn>;
  /** Counts a document the same way as the one shown, e.g. a part of it. */
  analyze(document: PromptDocument): Promise<Analysis>;
  /** Counts requests of a session, each by its own model. */
  analyzeSession(documents: readonly PromptDocument[]): Promise<readonly Analysis[]>;
  /**
   * Corrects the estimates of this workspace and model by the input tokens a provider reported for the prompt shown.
   */
  calibrate(tokens: number): Promise<Inspection>;
  /** Deletes all corrections of this workspace. */
  forgetCalibration(): Promise<Inspection>;
  /** What `countAtProvider` would send, and where. */
  planCount(): CountPlan;
  /** Asks the provider's counting endpoint and corrects by its answer. */
  countAtProvider(options?: Pick<EndpointOptions, 'signal' | 'maskSecrets'>): Promise<ProviderCount>;
  /** Builds the open folder with changes, without affecting what is shown. */
  variant(change: Variant): Promise<VariantBuild>;
  /** The caching rules of the open folder. */
  readonly packs: readonly RulePack[];
  /** The clock of the build on screen, ISO 8601: prices are those of its day. */
  readonly now: string;
  /** Restores an unsaved edit of an earlier run. */
  restore(edit: UnsavedEdit): Promise<void>;
  onChanged(listener: (inspection: Inspection) => void): () => void;
  /** Called with all unsaved edits of the open folder whenever one begins, changes or ends. */
  onUnsaved(listener: (workspace: string, edits: readonly UnsavedEdit[]) => void): () => void;
  onFailed(listener: (error: InspectorError) => void): () => void;
  close(): Promise<void>;
}

export interface FolderFiles {
  read(id: string): Promise<Buffer>;
  /** Resolves when the text is stored; the build follows. Also works for the folder that was just left. */
  type(id: string, text: string, diskVersion: number): Promise<void>;
  save(id: string, options?: SaveOptions): Promise<void>;
  revert(id: string, seen?: number): Promise<Buffer>;
}
