import { useStore } from 'zustand';
import { useApp } from '../../context';
import type { CapturesState } from '../../stores/captures';

export function useCaptures<T>(pick: (state: CapturesState) => T): T {
  return useStore(useApp().captures.store, pick);
}
