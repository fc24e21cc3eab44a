/** The builds of a session, as long as there is room: any of them can still be pinned. */
import type { Inspection } from '../../../shared/ipc/inspection';

export interface RecentBuilds {
  add(inspection: Inspection): void;
  clear(): void;
  /** The build of this revision; undefined when it went by too long ago. */
  find(revision: number): Inspection | undefined;
}

const mostBuilds = 100;
/** Of all kept builds together. */
const mostTokens = 1_000_000;

export function createRecentBuilds(): RecentBuilds {
  let builds: Inspection[] = [];
  let tokens = 0;
  return {
    add(inspection) {
      const last = builds.at(-1);
      // A revision that says the same stands for itself by the one before it.
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
