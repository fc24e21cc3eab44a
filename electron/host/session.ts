import { architectures as allArchitectures } from '../../shared/assemblers/registry';
import type { InspectorError } from '../../shared/ipc/contract';
import type { Inspection } from '../../shared/ipc/inspection/inspection';
import { calibrationsInMemory } from './count/calibration-store';
import { countAtProvider, planCount } from './ask/count-endpoint';
import { cannotCorrect, learn } from './count/corrections';
import { countWith, createCounter } from './count/counting';
import { HostError, toInspectorError } from './errors';
import type { UnsavedEdit } from './edit/journal';
import { systemKeychain } from './ask/keychain';
import { nodeFiles } from './disk/node-files';
import { openTarget } from './open-path';
import { ParkedFolders } from './edit/parked-folders';
import { absolutePath } from './disk/paths';
import { openRepository } from './repository/service';
import { permitOf, trustInMemory } from './disk/access/trust';
import { Workspace } from './workspace';
import type { Session, SessionOptions } from './session-types';

export type { Configure } from './choices';
export type { FolderFiles, Session, SessionOptions } from './session-types';

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
  const parked = new ParkedFolders(options.boundary ?? nodeFiles);

  const openNow = (): Workspace => {
    if (current === undefined) throw new HostError('no-workspace', 'No folder is open');
    return current;
  };
  const openAt = (folder: string): Workspace => {
    if (current?.folder !== folder)
      throw new HostError('no-workspace', `${folder} is no longer open in this window. Nothing was done.`);
    return current;
  };
  const type = (folder: string, id: string, text: string, diskVersion: number): void => {
    const left = current?.folder === folder ? undefined : parked.at(folder);
    const workspace = left ?? openAt(folder);
    if (left === undefined) workspace.type(id, text, diskVersion);
    else left.buffers.edit(id, text, diskVersion);
    notifyUnsaved(workspace);
  };
  const fail = (problem: unknown): void => {
    if (!(problem instanceof HostError)) options.report?.(problem);
    const error =
      problem instanceof HostError
        ? toInspectorError(problem)
        : { code: 'bug' as const, message: 'Strata made a mistake. Help › Show Logs has the details.' };
    for (const listener of failed) listener(error);
  };
  /** `change` has started when this returns: typed text is stored before anything is built from it. */
  const keeping = <T>(change: (workspace: Workspace) => Promise<T>, workspace = openNow()): Promise<T> => {
    const done = change(workspace);
    notifyUnsaved(workspace);
    return done.finally(() => notifyUnsaved(workspace));
  };
  const notifyUnsaved = (workspace: Workspace): void => {
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
    async open(path, wanted = {}, besides = []) {
      const architectures = [...(options.architectures ?? allArchitectures), ...besides];
      const takesFiles = architectures.some(({ id }) => id === 'request');
      const { folder, configure } = openTarget(options.boundary ?? nodeFiles, takesFiles, absolutePath(path), wanted);
      if (current?.folder === folder && current.hasEdits && besides.length === 0)
        return current.configure(configure, { kind: 'opening' });
      const workspace: Workspace = new Workspace({
        folder,
        boundary: options.boundary ?? nodeFiles,
        architectures,
        counter:
          options.analyze === undefined
            ? createCounter({
                boundary: options.boundary ?? nodeFiles,
                calibrationOf: (modelId, architecture) =>
                  calibrations.get(folder, modelId) ?? calibrations.ofAgent(architecture, modelId),
              })
            : countWith(options.analyze),
        facts: options.facts ?? {},
        watch: options.watch ?? true,
        times: options.times,
        repository: (options.repository ?? openRepository)(folder, options.cacheFolder),
        frames: options.frames?.(folder, options.watch ?? true),
        allowed: (asked) => permitOf(trust.of(folder))(asked),
        trusted: () => trust.of(folder).paths,
        nextRevision: () => (revision += 1),
        changed: (inspection) => {
          if (workspace !== current) return;
          notifyUnsaved(workspace);
          publish(inspection);
        },
        failed: fail,
      });
      // What is being opened gives way, with all that it lists and reads.
      const overtaken = opening;
      opening = workspace;
      await overtaken?.close();
      try {
        parked.restoreInto(workspace, false);
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
        throw new HostError('no-workspace', `Opening ${folder} was stopped before it was complete`);
      }
      opening = undefined;
      const before = current;
      if (before !== undefined) parked.park(before);
      current = workspace;
      parked.restoreInto(workspace, true);
      notifyUnsaved(workspace);
      // The previous folder may have shown something meanwhile.
      const { inspection } = workspace;
      publish(inspection.revision > published ? inspection : { ...inspection, revision: (revision += 1) });
      await before?.close();
      return workspace.inspection;
    },
    configure: async (change) => openNow().configure(change),
    async allow(paths) {
      const workspace = openNow();
      const { asks, trusted } = workspace.inspection;
      const unasked = paths.find((path) => !asks.some((ask) => ask.path === path));
      if (unasked !== undefined)
        throw new HostError('bad-arguments', `${unasked} is not something this folder asks for`);
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
    revert: async (id, seen) => keeping((workspace) => workspace.revert(id, seen)),
    restore: async (edit) => keeping((workspace) => workspace.restore(edit)),
    unsaved: () => current?.buffers.unsaved() ?? [],
    filesOf: (at) => ({
      read: async (id) => openAt(at).buffers.read(id),
      type: async (id, text, diskVersion) => type(at, id, text, diskVersion),
      save: async (id, how) => keeping((workspace) => workspace.save(id, how), openAt(at)),
      revert: async (id, seen) => keeping((workspace) => workspace.revert(id, seen), openAt(at)),
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
      calibrations.forgetAgent(workspace.inspection.architecture);
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
      return openNow().rules.packs;
    },
    get now() {
      return openNow().rules.now;
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
