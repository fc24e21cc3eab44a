import { createStore, type StoreApi } from 'zustand/vanilla';
import type { PromptDocument } from '../../shared/document/types';
import type { InspectionChange, InspectorError } from '../../shared/ipc/contract';
import { applyDelta } from '../../shared/ipc/delta';
import { isOpening, type Inspection } from '../../shared/ipc/inspection';
import { moveSpansWithin } from '../../shared/ipc/moved-spans';
import { documentShare, type TextShare } from '../../shared/analysis/count/template-share';
import { changedNodes } from '../model/compare/changed';
import { PromptText } from '../model/prompt/prompt-text';
import { sectionRows, type Row } from '../model/sections/rows';

/** What the newest inspection shows, derived once for all components; rows and changes when somebody asks for them. */
export interface Shown {
  readonly inspection: Inspection;
  readonly text: PromptText;
  readonly rows: readonly Row[];
  /** Ids that read differently than one build before; none while the folder is still being opened. */
  readonly changed: ReadonlySet<string>;
  /** Whose words the request is made of. */
  readonly share: TextShare;
}

export interface InspectionState {
  readonly phase: 'starting' | 'loading' | 'empty' | 'ready';
  readonly shown: Shown | null;
  readonly previous: Inspection | null;
  /** Why the last opening failed. */
  readonly failure: InspectorError | null;
}

export interface InspectionStore {
  readonly store: StoreApi<InspectionState>;
  receive(inspection: Inspection): void;
  /** False when the change is against an inspection that never came here: the whole must be asked for. */
  follow(change: InspectionChange): boolean;
  /** A folder is being opened: from here on only its inspections count. */
  begin(): void;
  nothing(): void;
  fail(error: InspectorError): void;
}

export function createInspectionStore(): InspectionStore {
  const store = createStore<InspectionState>(() => ({ phase: 'starting', shown: null, previous: null, failure: null }));
  /** The inspections that a change may build on: the last one followed, and the last one received whole. */
  let followed: Inspection | null = null;
  let whole: Inspection | null = null;
  let rows: readonly Row[] = [];
  const shownOf = (inspection: Inspection, text: PromptText, before: PromptDocument | null): Shown => {
    let [own, changed]: [readonly Row[] | undefined, ReadonlySet<string> | undefined] = [undefined, undefined];
    let share: TextShare | undefined;
    return {
      inspection,
      text,
      get rows() {
        // The rows asked for last are nearly these: what did not change stays the same object.
        own ??= rows = sectionRows(inspection.document, inspection.analysis, inspection.workspace, rows);
        return own;
      },
      get changed() {
        changed ??= before === null ? new Set() : changedNodes(before, inspection.document);
        return changed;
      },
      get share() {
        share ??= documentShare(inspection.document, inspection.analysis);
        return share;
      },
    };
  };
  return {
    store,
    follow({ base, moved, delta }) {
      const from = [followed, whole].find((each) => each?.revision === base);
      if (base !== null && from === undefined) return false;
      // Main made the delta from two inspections, so what comes out is one.
      if (from !== undefined && from !== null && moved !== undefined) moveSpansWithin(from.document, moved);
      const next = applyDelta(from ?? null, delta) as Inspection;
      followed = next;
      this.receive(next);
      return true;
    },
    receive(inspection) {
      whole = inspection;
      const { shown } = store.getState();
      const before = shown?.inspection;
      const sameWorkspace = before !== undefined && before.workspace === inspection.workspace;
      if (sameWorkspace && inspection.revision <= before.revision) return;
      const comparable =
        sameWorkspace && before.architecture === inspection.architecture && before.usable && !isOpening(before)
          ? before.document
          : null;
      store.setState({
        phase: 'ready',
        failure: null,
        previous: sameWorkspace ? before : null,
        shown: shownOf(inspection, new PromptText(inspection.document, shown?.text), comparable),
      });
    },
    begin: () => store.setState({ phase: 'loading', failure: null }),
    nothing: () => store.setState({ phase: 'empty', shown: null, previous: null }),
    fail(error) {
      const { shown } = store.getState();
      store.setState({ phase: shown === null ? 'empty' : 'ready', failure: error });
    },
  };
}
