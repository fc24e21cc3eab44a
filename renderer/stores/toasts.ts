import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Box, CausePlace } from './cause-place';

export interface Toast {
  readonly id: number;
  readonly kind: 'done' | 'problem';
  readonly text: string;
  /** Where the user clicked or typed; null if the user did nothing just before. */
  readonly cause: Box | null;
}

export interface ToastStore {
  readonly store: StoreApi<{ readonly toasts: readonly Toast[] }>;
  show(kind: Toast['kind'], text: string): void;
  dismiss(id: number): void;
}

const staysFor = { done: 4000, problem: 10_000 };

export function createToastStore(causes: CausePlace): ToastStore {
  const store = createStore<{ readonly toasts: readonly Toast[] }>(() => ({ toasts: [] }));
  let next = 1;
  const dismiss = (id: number): void =>
    store.setState({ toasts: store.getState().toasts.filter((toast) => toast.id !== id) });
  return {
    store,
    show(kind, text) {
      const id = next;
      next += 1;
      store.setState({ toasts: [...store.getState().toasts.slice(-2), { id, kind, text, cause: causes.now() }] });
      setTimeout(() => dismiss(id), staysFor[kind]);
    },
    dismiss,
  };
}
