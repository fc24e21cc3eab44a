/**
 * One pin for all: the baseline of Changes and History, which survives a restart, and what the Cache panel compares
 * with.
 */
import type { Snapshot } from '../shared/ipc/snapshot';
import type { App } from './context';

/** Without a build, the newest. */
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
