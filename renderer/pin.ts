/**
 * There is one pinned build: it is the baseline of Changes and History, which survives a restart, and the reference of
 * the Cache panel.
 */
import type { Snapshot } from '../shared/ipc/written/snapshot';
import type { App } from './context';

/** Pins the newest build if none is given. */
export async function pinBuild(
  { history, cache }: Pick<App, 'history' | 'cache'>,
  build = history.store.getState().builds.at(-1),
): Promise<void> {
  if (build === undefined) return;
  await history.pin(build.snapshot());
  await cache.pin(build.revision);
}

export function isPinned({ revision, at }: Pick<Snapshot, 'revision' | 'at'>, baseline: Snapshot | null): boolean {
  return baseline !== null && baseline.at === at && baseline.revision === revision;
}
