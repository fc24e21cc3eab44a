import { useMemo } from 'react';
import { useStore } from 'zustand';
import { triedIn } from '../../../shared/ipc/cache/tried-breakpoints';
import { useApp } from '../../context';
import type { CacheState } from '../../stores/cache';
import type { Shown } from '../../stores/inspection';

export function useCache<T>(pick: (state: CacheState) => T): T {
  return useStore(useApp().cache.store, pick);
}

/** The shown build, with its breakpoints replaced by those being tried. */
export function useTriedBreakpoints(shown: Shown): Shown {
  const overlay = useCache((state) => state.overlay);
  return useMemo(() => withTriedBreakpoints(shown, overlay), [shown, overlay]);
}

export function withTriedBreakpoints(shown: Shown, overlay: CacheState['overlay']): Shown {
  const { document } = shown.inspection;
  if (overlay === null) return shown;
  const breakpoints = triedIn(overlay, document);
  return { ...shown, inspection: { ...shown.inspection, document: { ...document, breakpoints } } };
}
