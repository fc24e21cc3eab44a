import { architectures as allArchitectures } from '../../shared/assemblers/registry';
import type { Architecture } from '../../shared/assemblers/types';
import type { Buffer, CountPlan, InspectorError, ProviderCount } from '../../shared/ipc/contract';
import type { Analysis } from '../../shared/analysis/types';
import type { PromptDocument } from '../../shared/document/types';
import type { Inspection } from '../../shared/ipc/inspection';
import type { RulePack } from '../../shared/cache/packs/rule-pack';
import type { Settings } from '../../shared/assemblers/types';
import type { Facts } from '../../shared/sources/types';
import type { Configure } from './choices';
import type { SaveOptions } from './edit/buffers';
import { calibrationsInMemory, type CalibrationStore } from './count/calibration-store';
import { countAtProvider, planCount, type EndpointOptions } from './ask/count-endpoint';
import { cannotCorrect, learn } from './count/corrections';
import { countWith, createCounter, type Analyze } from './count/counting';
import { HostError, toInspectorError } from './errors';
import type { FileBoundary } from './disk/files';
import type { UnsavedEdit } from './edit/journal';
import { systemKeychain, type Keychain } from './ask/keychain';
import { nodeFiles } from './disk/node-files';
import { openTarget } from './open-path';
import { Parked } from './edit/parked';
import { absolutePath } from './disk/paths';
import { openRepository } from './repository/service';
import type { OpenRepository } from './services';
import { permitOf, trustInMemory, type TrustStore } from './disk/trust';
import type { WatcherTimes } from './watch/watcher';
import type { Variant, VariantBuild } from './analyses/variant';
import { Workspace } from './workspace';
import type { PlayedTurn } from './workspace-options';

export type { Configure } from './choices';

export interface SessionOptions {
  /** Overrides the manifest, which overrides the machine. */
  readonly facts?: Partial<Facts>;
  /** False: read once, watch nothing. */
  readonly watch?: boolean;
  /** For data that can be recomputed, such as a repository's symbols. */
  readonly cacheFolder?: string;
  readonly boundary?: FileBoundary;
  readonly repository?: OpenRepository;
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
   * is opened again.
   */
  open(folder: string, configure?: Configure): Promise<Inspection>;
  configure(change: Configure): Promise<Inspection>;
  /** The user's choices for the open folder, without the manifest's. */
  readonly chosen: Settings;
  /** Lets the open folder read these paths outside itself. Only what it asks for can be allowed. */
  allow(paths: readonly string[]): Promise<Inspection>;
  /** Revokes permissions. */
  revoke(paths: readonly string[]): Promise<Inspection>;
  read(id: string): Promise<Buffer>;
  edit(id: string, text: string): Promise<void>;
  /** Does not overwrite someone else's change or a read-only file, unless asked to. */
  save(id: string, options?: SaveOptions): Promise<void>;
  revert(id: string): Promise<Buffer>;
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
  type(id: string, text: string, ground: number): Promise<void>;
  save(id: string, options?: SaveOptions): Promise<void>;
  revert(id: string): Promise<Buffer>;
}

/** Opens one workspace at a time and watches it until closed. */
export function createSession(options: SessionOptions = {}): Session {
  const changed = new Set<(inspection: Inspection) => void>();
  const unsaved = new Set<(workspace: string, edits: readonly UnsavedEdit[]) => void>();
  const failed = new Set<(error: InspectorError) => void>();
  const calibrations = options.calibrations ?? calibrationsInMemory();
  const trust = options.trust ?? trustInMemory();
  let revision = 0;
  let published = 0;
  let current: Workspace | undefined;
  let opening: Workspace | undefined;
  const parked = new Parked(options.boundary ?? nodeFiles);

  const openNow = (): Workspace => {
    if (current === undefined) throw new HostError('no-workspace', 'No folder is open');
    return current;
  };
  const openAt = (folder: string): Workspace => {
    if (current?.folder !== folder)
      throw new HostError('no-workspace', `${folder} is no longer open in this window. Nothing was done.`);
    return current;
  };
  const type = (folder: string, id: string, text: string, ground: number): void => {
    const left = current?.folder === folder ? undefined : parked.at(folder);
    const workspace = left ?? openAt(folder);
    if (left === undefined) workspace.type(id, text, ground);
    else left.buffers.edit(id, text, ground);
    tellUnsaved(workspace);
  };
  const fail = (problem: unknown): void => {
    if (!(problem instanceof HostError)) options.report?.(problem);
    const error =
      problem instanceof HostError
        ? toInspectorError(problem)
        : { code: 'bug' as const, message: 'Strata made a mistake; the log has the details.' };
    for (const listener of failed) listener(error);
  };
  /** `change` has started when this returns: typed text is stored before anything is built from it. */
  const keeping = <T>(change: (workspace: Workspace) => Promise<T>, workspace = openNow()): Promise<T> => {
    const done = change(workspace);
    tellUnsaved(workspace);
    return done.finally(() => tellUnsaved(workspace));
  };
  const tellUnsaved = (workspace: Workspace): void => {
    if (workspace !== current && workspace !== parked.at(workspace.folder)) return;
    for (const listener of unsaved) listener(workspace.folder, workspace.buffers.unsaved());
  };
  const publish = (inspection: Inspection): void => {
    published = inspection.revision;
    for (const listener of changed) listener(inspection);
  };

  return {
    get inspection() {
      return current?.inspection ?? null;
    },
    async open(path, wanted = {}) {
      const takesFiles = (options.architectures ?? allArchitectures).some(({ id }) => id === 'request');
      const { folder, configure } = openTarget(options.boundary ?? nodeFiles, takesFiles, absolutePath(path), wanted);
      if (current?.folder === folder && current.hasEdits) return current.configure(configure, { kind: 'opening' });
      const workspace: Workspace = new Workspace({
        folder,
        boundary: options.boundary ?? nodeFiles,
        architectures: options.architectures ?? allArchitectures,
        counter:
          options.analyze === undefined
            ? createCounter({
                boundary: options.boundary ?? nodeFiles,
                calibrationOf: (modelId) => calibrations.get(folder, modelId),
              })
            : countWith(options.analyze),
        facts: options.facts ?? {},
        watch: options.watch ?? true,
        times: options.times,
        repository: (options.repository ?? openRepository)(folder, options.cacheFolder),
        allowed: (asked) => permitOf(trust.of(folder))(asked),
        trusted: () => trust.of(folder).paths,
        nextRevision: () => (revision += 1),
        changed: (inspection) => {
          if (workspace !== current) return;
          tellUnsaved(workspace);
          publish(inspection);
        },
        failed: fail,
      });
      // What is being opened gives way, with all that it lists and reads.
      const overtaken = opening;
      opening = workspace;
      await overtaken?.close();
      try {
        parked.bringBack(workspace, false);
        await workspace.configure(configure, { kind: 'opening' });
      } catch (problem) {
        await workspace.close();
        if (opening === workspace) {
          opening = undefined;
          throw problem;
        }
      }
      if (opening !== workspace) {
        await workspace.close();
        throw new HostError('no-workspace', `${folder} was left before it was open`);
      }
      opening = undefined;
      const before = current;
      if (before !== undefined) parked.leave(before);
      current = workspace;
      parked.bringBack(workspace, true);
      tellUnsaved(workspace);
      // The previous folder may have shown something meanwhile.
      const { inspection } = workspace;
      publish(inspection.revision > published ? inspection : { ...inspection, revision: (revision += 1) });
      await before?.close();
      return workspace.inspection;
    },
    configure: async (change) => openNow().configure(change),
    get chosen() {
      return openNow().chosen();
    },
    async allow(paths) {
      const workspace = openNow();
      const { asks, trusted } = workspace.inspection;
      const unasked = paths.find((path) => !asks.some((ask) => ask.path === path));
      if (unasked !== undefined)
        throw new HostError('bad-arguments', `${unasked} is nothing that this folder asks for`);
      trust.keep(workspace.folder, [...new Set([...trusted, ...paths])]);
      return workspace.trustChanged();
    },
    async revoke(paths) {
      const workspace = openNow();
      trust.keep(
        workspace.folder,
        workspace.inspection.trusted.filter((path) => !paths.includes(path)),
      );
      return workspace.trustChanged();
    },
    read: async (id) => openNow().buffers.read(id),
    edit: async (id, text) => keeping((workspace) => workspace.edit(id, text)),
    save: async (id, options) => keeping((workspace) => workspace.save(id, options)),
    revert: async (id) => keeping((workspace) => workspace.revert(id)),
    restore: async (edit) => keeping((workspace) => workspace.restore(edit)),
    unsaved: () => current?.buffers.unsaved() ?? [],
    filesOf: (at) => ({
      read: async (id) => openAt(at).buffers.read(id),
      type: async (id, text, ground) => type(at, id, text, ground),
      save: async (id, how) => keeping((workspace) => workspace.save(id, how), openAt(at)),
      revert: async (id) => keeping((workspace) => workspace.revert(id), openAt(at)),
    }),
    onUnsaved: (listener) => subscribe(unsaved, listener),
    turn: async () => openNow().turn(),
    analyze: async (document) => openNow().analyze(document),
    analyzeSession: async (documents) => openNow().analyzeSession(documents),
    async calibrate(tokens) {
      const workspace = openNow();
      const { inspection } = workspace;
      if (!learn(calibrations, workspace.folder, { from: 'usage', tokens }, inspection))
        throw new HostError('bad-arguments', cannotCorrect(tokens, inspection.analysis));
      return workspace.configure({}, { kind: 'calibration' });
    },
    async forgetCalibration() {
      const workspace = openNow();
      calibrations.forget(workspace.folder);
      return workspace.configure({}, { kind: 'calibration' });
    },
    planCount() {
      const { document, analysis } = openNow().inspection;
      return planCount(document, analysis, process.env);
    },
    async countAtProvider(asked = {}) {
      const workspace = openNow();
      const { document, analysis } = workspace.inspection;
      const counted = await countAtProvider(document, analysis, {
        environment: process.env,
        keychain: options.keychain ?? systemKeychain(),
        ...asked,
      });
      if (!counted.ok) return counted;
      if (!learn(calibrations, workspace.folder, { from: 'endpoint', tokens: counted.tokens }, { document, analysis }))
        return { ...counted, kept: cannotCorrect(counted.tokens, analysis) };
      if (workspace === current) await workspace.configure({}, { kind: 'calibration' });
      return counted;
    },
    variant: async (change) => openNow().variant(change),
    get packs() {
      return openNow().packs;
    },
    onChanged: (listener) => subscribe(changed, listener),
    onFailed: (listener) => subscribe(failed, listener),
    async close() {
      const before = [current, opening];
      [current, opening] = [undefined, undefined];
      for (const workspace of before) await workspace?.close();
    },
  };
}

function subscribe<T>(listeners: Set<T>, listener: T): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
