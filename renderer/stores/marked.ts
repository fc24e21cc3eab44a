/** The text that is selected in the prompt or in a source: its tokens, and on demand where they begin. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Bridge, TextTokens } from '../../shared/ipc/contract';
import { call } from '../bridge';

export interface MarkedText {
  readonly where: 'prompt' | 'source';
  /** Offset in the editor's text. */
  readonly start: number;
  readonly text: string;
}

export interface MarkedState {
  readonly marked: MarkedText | null;
  /** Of `marked`; null until main has answered. */
  readonly tokens: TextTokens | null;
  readonly showsTokens: boolean;
}

export interface MarkedStore {
  readonly store: StoreApi<MarkedState>;
  mark(marked: MarkedText | null): void;
  toggleTokens(): void;
}

/** Longer selections are not counted by themselves. */
export const longestMarked = 100_000;

interface Dependencies {
  readonly bridge: Bridge;
  readonly onProblem: (problem: unknown) => void;
}

export function createMarkedStore({ bridge, onProblem }: Dependencies): MarkedStore {
  const store = createStore<MarkedState>(() => ({ marked: null, tokens: null, showsTokens: false }));
  let isAsking = false;
  const ask = async (): Promise<void> => {
    if (isAsking) return;
    isAsking = true;
    try {
      // While the mouse moves, only the newest selection is counted.
      for (let asked = store.getState().marked; asked !== null && asked.text.length <= longestMarked;) {
        const tokens = await call(bridge, 'text:tokens', asked.text);
        const { marked } = store.getState();
        if (marked === asked) {
          store.setState({ tokens });
          return;
        }
        asked = marked;
      }
    } finally {
      isAsking = false;
    }
  };
  return {
    store,
    mark(marked) {
      if (marked === null && store.getState().marked === null) return;
      store.setState({ marked, tokens: null });
      if (marked !== null) ask().catch(onProblem);
    },
    toggleTokens: () => store.setState({ showsTokens: !store.getState().showsTokens }),
  };
}
