import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Bridge, JournalState } from '../../shared/ipc/contract';

export interface JournalStore {
  readonly store: StoreApi<JournalState>;
}

/** Whether unsaved edits would survive a crash, as main reports it. */
export function createJournalStore(bridge: Bridge): JournalStore {
  const store = createStore<JournalState>(() => ({ problem: null }));
  bridge.on('journal:state', (state) => store.setState(state));
  return { store };
}
