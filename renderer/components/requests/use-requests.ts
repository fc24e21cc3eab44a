import { useStore } from 'zustand';
import { useApp } from '../../context';
import type { RequestsState } from '../../stores/requests';

export function useRequests<T>(pick: (state: RequestsState) => T): T {
  return useStore(useApp().requests.store, pick);
}
