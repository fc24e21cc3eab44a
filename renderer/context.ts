/** What every component may use: the stores, the actions, the editors. Made once, in main.tsx. */
import { createContext, startTransition, useContext, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { Actions } from './actions';
import { afterFrame } from './after-frame';
import type { EditorHandles } from './editor-handles';
import type { CapturesStore } from './stores/captures';
import type { CacheStore } from './stores/cache';
import type { CountsStore } from './stores/counts';
import type { FindStore } from './stores/find';
import type { HistoryStore } from './stores/history';
import type { InspectionState, InspectionStore, Shown } from './stores/inspection';
import type { MarkedStore } from './stores/marked';
import type { JournalStore } from './stores/journal';
import type { RequestsStore } from './stores/requests';
import type { SourcesState, SourcesStore } from './stores/sources';
import type { ToastStore } from './stores/toasts';
import type { ViewState, ViewStore } from './stores/view';

export interface App {
  readonly inspection: InspectionStore;
  readonly view: ViewStore;
  readonly sources: SourcesStore;
  readonly toasts: ToastStore;
  readonly journal: JournalStore;
  readonly find: FindStore;
  readonly history: HistoryStore;
  readonly requests: RequestsStore;
  readonly captures: CapturesStore;
  readonly cache: CacheStore;
  readonly counts: CountsStore;
  readonly marked: MarkedStore;
  readonly editors: EditorHandles;
  readonly actions: Actions;
}

const AppContext = createContext<App | null>(null);
export const AppProvider = AppContext.Provider;

export function useApp(): App {
  const app = useContext(AppContext);
  if (app === null) throw new Error('used outside of AppProvider');
  return app;
}

export function useInspectionState<T>(pick: (state: InspectionState) => T): T {
  return useStore(useApp().inspection.store, pick);
}

export function useShown(): Shown | null {
  return useInspectionState((state) => state.shown);
}

/**
 * What is shown, one frame later. The editors show a build at once, by themselves; everything around them follows in a
 * transition.
 */
export function useShownLater(): Shown | null {
  const { store } = useApp().inspection;
  const [shown, setShown] = useState(() => store.getState().shown);
  useEffect(() => {
    const now = (): void => setShown(store.getState().shown);
    const later = afterFrame(() => startTransition(now));
    now();
    // The first build has no earlier one on screen, so it is not deferred.
    return store.subscribe((state, before) => {
      if (state.shown !== before.shown) (before.shown === null || state.shown === null ? now : later)();
    });
  }, [store]);
  return shown;
}

/**
 * Whether a frame was drawn since mounting. The first frame has what users look for first; the rest follows in a
 * transition.
 */
export function useFrameDrawn(): boolean {
  const [drawn, setDrawn] = useState(false);
  useEffect(() => {
    const later = afterFrame(() => startTransition(() => setDrawn(true)));
    later();
  }, []);
  return drawn;
}

export function useView<T>(pick: (state: ViewState) => T): T {
  return useStore(useApp().view.store, pick);
}

export function useSources<T>(pick: (state: SourcesState) => T): T {
  return useStore(useApp().sources.store, pick);
}
