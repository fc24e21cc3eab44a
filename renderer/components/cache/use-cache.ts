import { useMemo } from 'react';
import { useStore } from 'zustand';
import { breakpoint, nodeId } from '../../../shared/document/builders';
import { useApp } from '../../context';
import { triedOf, type CacheState } from '../../stores/cache';
import type { Shown } from '../../stores/inspection';

export function useCache<T>(pick: (state: CacheState) => T): T {
  return useStore(useApp().cache.store, pick);
}

/** What is shown, with the breakpoints that are tried in place of its own. */
export function useOverlaid(shown: Shown): Shown {
  const overlay = useCache((state) => state.overlay);
  return useMemo(() => overlaid(shown, overlay), [shown, overlay]);
}

export function overlaid(shown: Shown, overlay: CacheState['overlay']): Shown {
  const { document } = shown.inspection;
  const tried = triedOf(overlay, document);
  if (tried === null) return shown;
  const breakpoints = tried.map(({ after, tier, ttl }) => breakpoint(nodeId(after), tier, ttl));
  return { ...shown, inspection: { ...shown.inspection, document: { ...document, breakpoints } } };
}
