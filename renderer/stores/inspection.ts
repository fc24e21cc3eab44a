import { createStore, type StoreApi } from 'zustand/vanilla';
import type { InspectorError, ShownIn } from '../../shared/ipc/contract';
import { isOpening, type Inspection } from '../../shared/ipc/inspection/inspection';
import { decodeChange, type InspectionChange } from '../../shared/ipc/inspection/inspection-change';
import { documentShare, type TextShare } from '../../shared/analysis/count/template-share';
import { changedNodes, type NodeChanges } from '../model/compare/changed';
import { requestStep, type RequestStep } from '../model/compare/request-step';
import { PromptText } from '../model/prompt/prompt-text';
import type { Row } from '../model/sections/row';
import { sectionRows } from '../model/sections/rows';

/** What the newest inspection shows, derived once for all components. Rows and changes are computed on demand. */
export interface Shown {
  readonly inspection: Inspection;
  readonly text: PromptText;
  readonly rows: readonly Row[];
  /** Ids that read differently than one build before, or are new; none while the folder is still being opened. */
  readonly changes: NodeChanges;
  /** Set when this is another request of the file than before. */
  readonly step: RequestStep | null;
  /** Whose words the request is made of. */
  readonly share: TextShare;
}

const noChanges: NodeChanges = { changed: new Set(), added: new Set() };

export interface InspectionState {
  readonly phase: 'starting' | 'loading' | 'empty' | 'ready';
  readonly shown: Shown | null;
  readonly previous: Inspection | null;
  /** Why the last folder could not be opened. */
  readonly failure: InspectorError | null;
}

export interface InspectionStore {
  readonly store: StoreApi<InspectionState>;
  /** Returns false if the change is based on an inspection that never arrived: then the whole must be requested. */
  follow(change: InspectionChange): boolean;
  /** Resolves when the inspection with this revision, or a newer one, is shown. */
  reached(revision: ShownIn): Promise<void>;
  /** A folder is being opened: shows that until an inspection arrives or the opening fails. */
  begin(): void;
  nothing(): void;
  fail(error: InspectorError): void;
}

export function createInspectionStore(): InspectionStore {
  const store = createStore<InspectionState>(() => ({ phase: 'starting', shown: null, previous: null, failure: null }));
  /** The base of the next change. */
  let last: Inspection | null = null;
  let rows: readonly Row[] = [];
  const shownOf = (inspection: Inspection, text: PromptText, before: Inspection | null): Shown => {
    let [own, changes]: [readonly Row[] | undefined, NodeChanges | undefined] = [undefined, undefined];
    let step: RequestStep | null | undefined;
    let share: TextShare | undefined;
    return {
      inspection,
      text,
      get rows() {
        // Most rows equal those computed last; unchanged ones stay the same objects.
        own ??= rows = sectionRows(inspection.document, inspection.analysis, inspection.workspace, rows);
        return own;
      },
      get changes() {
        changes ??= before === null ? noChanges : changedNodes(before.document, inspection.document);
        return changes;
      },
      get step() {
        if (step === undefined) step = before === null ? null : requestStep(before, inspection);
        return step;
      },
      get share() {
        share ??= documentShare(inspection.document, inspection.analysis);
        return share;
      },
    };
  };
  const show = (inspection: Inspection): void => {
    const { shown } = store.getState();
    const before = shown?.inspection;
    const sameWorkspace = before !== undefined && before.workspace === inspection.workspace;
    if (sameWorkspace && inspection.revision <= before.revision) return;
    const comparable =
      sameWorkspace && before.architecture === inspection.architecture && before.usable && !isOpening(before)
        ? before
        : null;
    store.setState({
      phase: 'ready',
      failure: null,
      previous: sameWorkspace ? before : null,
      shown: shownOf(inspection, new PromptText(inspection.document, shown?.text), comparable),
    });
  };
  return {
    store,
    follow(change) {
      // A full inspection of the revision that is shown already: its nodes are kept.
      if (change.base === null && change.revision === last?.revision) return true;
      const next = decodeChange(last, change);
      if (next === null) return false;
      last = next;
      show(next);
      return true;
    },
    reached: (revision) =>
      new Promise((resolve) => {
        const end = store.subscribe(() => look());
        const look = (): void => {
          const { shown, phase } = store.getState();
          if ((shown?.inspection.revision ?? 0) < revision) return;
          end();
          // Opening the same folder again may send nothing new.
          if (phase === 'loading') store.setState({ phase: 'ready' });
          resolve();
        };
        look();
      }),
    begin: () => store.setState({ phase: 'loading', failure: null }),
    nothing: () => store.setState({ phase: 'empty', shown: null, previous: null }),
    fail(error) {
      const { shown } = store.getState();
      store.setState({ phase: shown === null ? 'empty' : 'ready', failure: error });
    },
  };
}
