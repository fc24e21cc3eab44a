/** Keeps recent builds of a session within a token budget, so that any of them can still be pinned. */
import type { Inspection } from '../../../../shared/ipc/inspection/inspection';

export interface RecentBuilds {
  add(inspection: Inspection): void;
  clear(): void;
  /** The build of this revision; undefined when it is no longer kept. */
  find(revision: number): Inspection | undefined;
}

const mostBuilds = 100;
/** Over all kept builds. */
const mostTokens = 1_000_000;

export function createRecentBuilds(): RecentBuilds {
  let builds: Inspection[] = [];
  let tokens = 0;
  return {
    add(inspection) {
      const last = builds.at(-1);
      // Skip unchanged builds; `find` returns the previous one.
      if (inspection.stale || (last?.document === inspection.document && last.analysis === inspection.analysis)) return;
      builds.push(inspection);
      tokens += inspection.analysis.total.tokens;
      while (builds.length > mostBuilds || (builds.length > 1 && tokens > mostTokens))
        tokens -= builds.shift()?.analysis.total.tokens ?? 0;
    },
    clear() {
      builds = [];
      tokens = 0;
    },
    find: (revision) => builds.findLast((build) => build.revision <= revision),
  };
}
