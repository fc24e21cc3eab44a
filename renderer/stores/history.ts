/** The builds of this workspace, newest last, and the pinned baseline, which is kept across restarts. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import { wholeToolText } from '../../shared/document/tool-text';
import type { ToolNode } from '../../shared/document/types';
import type { BuildCause } from '../../shared/ipc/inspection/build-cause';
import type { Bridge } from '../../shared/ipc/contract';
import { isOpening } from '../../shared/ipc/inspection/inspection';
import type { Snapshot } from '../../shared/ipc/written/snapshot';
import { call } from '../bridge';
import { isRequestStep } from '../model/compare/request-step';
import { promptEdit } from '../model/prompt/prompt-edit';
import { snapshotOf } from '../model/compare/snapshot';
import type { Shown } from './inspection';

const most = 200;
/** UTF-16 units of all kept texts together. Beyond it the oldest builds are dropped first. */
const mostText = 40_000_000;

/** One build. Its snapshot is made on demand, because it is rarely viewed. */
export interface Build extends Pick<Snapshot, 'revision' | 'at' | 'workspace' | 'tokens' | 'method'> {
  readonly cause: BuildCause;
  /** True if it shows another request of the file than the build before. The two may be equal. */
  readonly isStep: boolean;
  /** UTF-16 units of its text. */
  readonly length: number;
  readonly snapshot: () => Snapshot;
}

export interface HistoryState {
  readonly builds: readonly Build[];
  /** How many older builds were dropped. */
  readonly dropped: number;
  readonly baseline: Snapshot | null;
}

export interface HistoryStore {
  readonly store: StoreApi<HistoryState>;
  add(shown: Shown): void;
  pin(snapshot: Snapshot | null): Promise<void>;
}

export function createHistoryStore(
  bridge: Bridge,
  now: () => number,
  onProblem: (problem: unknown) => void,
): HistoryStore {
  const store = createStore<HistoryState>(() => ({ builds: [], dropped: 0, baseline: null }));
  let newest: Shown | null = null;
  return {
    store,
    add(shown) {
      const { builds } = store.getState();
      const last = newest;
      newest = shown;
      if (last === null || last.inspection.workspace !== shown.inspection.workspace) {
        store.setState({ builds: [buildOf(shown, now())], dropped: 0, baseline: null });
        call(bridge, 'baseline:get').then((baseline) => store.setState({ baseline }), onProblem);
        return;
      }
      if (isOpening(last.inspection)) {
        store.setState({ builds: [...builds.slice(0, -1), buildOf(shown, now())] });
        return;
      }
      // A build that changed nothing, such as a save after typing, is not a step of the history. Another request is.
      const isStep = isRequestStep(last.inspection, shown.inspection);
      if (
        !isStep &&
        promptEdit(last.text, shown.text) === null &&
        last.inspection.analysis.total.tokens === shown.inspection.analysis.total.tokens &&
        sameTools(last, shown)
      )
        return;
      const all = [...builds, buildOf(shown, now(), isStep)];
      const kept = trimmed(all);
      store.setState({ builds: kept, dropped: store.getState().dropped + all.length - kept.length });
    },
    async pin(snapshot) {
      await call(bridge, 'baseline:set', snapshot);
      store.setState({ baseline: snapshot });
    },
  };
}

function buildOf(shown: Shown, at: number, isStep = false): Build {
  const { revision, cause, workspace, analysis } = shown.inspection;
  let wanted: Shown | undefined = shown;
  let made: Snapshot | undefined;
  const snapshot = (): Snapshot => {
    if (made === undefined && wanted !== undefined) made = snapshotOf(wanted.inspection, at, wanted.text);
    wanted = undefined;
    if (made === undefined) throw new Error('a build has neither what was shown nor its snapshot');
    return made;
  };
  return {
    revision,
    at,
    cause,
    isStep,
    workspace,
    tokens: analysis.total.tokens,
    method: analysis.total.method,
    length: shown.text.length,
    snapshot,
  };
}

function sameTools({ inspection: { document: a } }: Shown, { inspection: { document: b } }: Shown): boolean {
  return (
    a.tools === b.tools ||
    (a.tools.length === b.tools.length &&
      a.tools.every((tool, index) => tool === b.tools[index] || same(tool, b.tools[index])))
  );
}

function same(a: ToolNode, b: ToolNode | undefined): boolean {
  return b !== undefined && wholeToolText(a) === wholeToolText(b);
}

/** What the prompt was before: the request before, or the last build with another text. */
export function previousTo({ text }: Pick<Snapshot, 'text'>, builds: readonly Build[]): Build | undefined {
  for (let index = builds.length - 1; index >= 0; index -= 1) {
    const build = builds[index];
    if (build?.snapshot().text !== text) return build;
    if (build.isStep) return builds[index - 1];
  }
  return builds.at(-2);
}

export function trimmed<Kept extends Pick<Build, 'length'>>(builds: readonly Kept[]): readonly Kept[] {
  let room = mostText;
  let first = builds.length;
  while (first > 0 && builds.length - first < most) {
    room -= builds[first - 1]?.length ?? 0;
    if (room < 0 && first < builds.length) break;
    first -= 1;
  }
  return builds.slice(first);
}
