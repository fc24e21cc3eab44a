/** The builds of this workspace, newest last; and one of them, pinned as the baseline, kept over restarts. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Bridge } from '../../shared/ipc/contract';
import type { Snapshot } from '../../shared/ipc/snapshot';
import { call } from '../bridge';
import { snapshotOf } from '../model/snapshot';
import type { Shown } from './inspection';

const most = 200;
/** UTF-16 units of all kept texts together; past it the oldest go first. */
const mostText = 40_000_000;

export interface HistoryState {
  readonly builds: readonly Snapshot[];
  readonly baseline: Snapshot | null;
}

export interface HistoryStore {
  readonly store: StoreApi<HistoryState>;
  add(shown: Shown): void;
  pin(snapshot: Snapshot | null): Promise<void>;
}

export function createHistoryStore(bridge: Bridge, now: () => number, onProblem: (problem: unknown) => void): HistoryStore {
  const store = createStore<HistoryState>(() => ({ builds: [], baseline: null }));
  return {
    store,
    add(shown) {
      const { builds } = store.getState();
      const last = builds.at(-1);
      const next = snapshotOf(shown.inspection, now(), shown.text);
      if (last === undefined || last.workspace !== next.workspace) {
        store.setState({ builds: [next], baseline: null });
        call(bridge, 'baseline:get').then((baseline) => store.setState({ baseline }), onProblem);
        return;
      }
      // A build that changed nothing (a save after typing) is no step worth going back to.
      if (last.text === next.text && last.tokens === next.tokens && sameTools(last, next)) return;
      store.setState({ builds: trimmed([...builds, next]) });
    },
    async pin(snapshot) {
      await call(bridge, 'baseline:set', snapshot);
      store.setState({ baseline: snapshot });
    },
  };
}

function sameTools(a: Snapshot, b: Snapshot): boolean {
  return a.tools.length === b.tools.length && a.tools.every((tool, index) => tool.text === b.tools[index]?.text && tool.name === b.tools[index]?.name);
}

export function trimmed(builds: readonly Snapshot[]): readonly Snapshot[] {
  let room = mostText;
  let first = builds.length;
  while (first > 0 && builds.length - first < most) {
    room -= builds[first - 1]?.text.length ?? 0;
    if (room < 0 && first < builds.length) break;
    first -= 1;
  }
  return builds.slice(first);
}
