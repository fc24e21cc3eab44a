/** Saves, reverts and changes files. If somebody else changed a file, the user chooses between the two versions. */
import { minimalEdit } from '../shared/basics/minimal-edit';
import { asError } from './bridge';
import { silenced } from './model/panels/silence';
import type { InspectionStore } from './stores/inspection';
import type { SourcesStore } from './stores/sources';
import type { ToastStore } from './stores/toasts';
import type { ViewStore } from './stores/view';
import { saveActionsWords as words } from './words/window/actions';

export interface SaveActions {
  save(id: string | null): Promise<void>;
  /** Overwrites a file that somebody else changed. `over` is the diskVersion of the version the user saw. */
  saveOver(id: string, over: number): Promise<void>;
  saveAll(): Promise<void>;
  revert(id: string): Promise<void>;
  /** Gives up the edit for the version on disk that the user saw. `seen` is its diskVersion. */
  takeDisk(id: string, seen: number): Promise<void>;
  /** Turns a lint rule off in strata.json, as an edit that is not saved yet. */
  silence(rule: string): Promise<void>;
}

interface Dependencies {
  readonly inspection: InspectionStore;
  readonly view: ViewStore;
  readonly sources: SourcesStore;
  readonly toasts: ToastStore;
  /** Runs an action and reports its failure to the user. */
  readonly attempt: (work: () => Promise<void>) => Promise<void>;
}

export function createSaveActions({ inspection, view, sources, toasts, attempt }: Dependencies): SaveActions {
  /** Returns false if somebody else changed the file. The user then chooses; until then both versions are kept. */
  const unlessChanged = async (work: Promise<void>): Promise<boolean> => {
    try {
      await work;
      return true;
    } catch (problem) {
      if (asError(problem).code !== 'conflict') throw problem;
      return false;
    }
  };
  const saved = (id: string, over?: number): Promise<boolean> => unlessChanged(sources.save(id, over));
  const askWhich = async (id: string): Promise<void> => {
    await sources.open(id);
    await sources.reread(id);
    view.showDialog('conflict');
  };
  const unsaved = (): readonly string[] =>
    (inspection.store.getState().shown?.inspection.sources ?? [])
      .filter((source) => source.dirty)
      .map((source) => source.id);

  return {
    save: (id) =>
      attempt(async () => {
        const target = id ?? sources.store.getState().active;
        if (target !== null && !(await saved(target))) await askWhich(target);
      }),
    saveOver: (id, over) =>
      attempt(async () => {
        if (await saved(id, over)) return;
        toasts.show('problem', words.notWritten(id));
        await askWhich(id);
      }),
    saveAll: () =>
      attempt(async () => {
        const conflicts: string[] = [];
        const ids = unsaved();
        // A file that cannot be saved does not stop the others.
        for (const id of ids) await attempt(async () => void ((await saved(id)) || conflicts.push(id)));
        const left = unsaved().length;
        const done = ids.length - conflicts.length;
        const others = conflicts.length === 1 ? words.oneFileWas : words.filesWere(conflicts.length);
        if (done > 0 && left === conflicts.length) toasts.show('done', done === 1 ? words.savedOne : words.saved(done));
        if (conflicts.length > 0) toasts.show('problem', words.notSaved(others));
        const [first] = conflicts;
        if (first !== undefined) await askWhich(first);
      }),
    silence: (rule) =>
      attempt(async () => {
        const id = 'strata.json';
        const isThere = inspection.store
          .getState()
          .shown?.inspection.sources.some((source) => source.id === id && source.exists);
        await (isThere === true ? sources.open(id) : sources.create(id));
        const { folder, buffers } = sources.store.getState();
        const before = buffers[id]?.text ?? '';
        const after = silenced(before, rule);
        if (folder === null) return;
        if (after === null) {
          toasts.show('problem', words.invalidJson(id, rule));
          return;
        }
        const edit = minimalEdit(before, after);
        sources.edit(folder, id, { before, changes: edit === null ? [] : [edit], after });
        toasts.show('done', words.ruleIsOff(rule, id));
      }),
    revert: (id) => attempt(() => sources.revert(id)),
    takeDisk: (id, seen) =>
      attempt(async () => {
        if (await unlessChanged(sources.revert(id, seen))) return;
        toasts.show('problem', words.editKept(id));
        await askWhich(id);
      }),
  };
}
