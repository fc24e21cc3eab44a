import type { Inspection } from '../../shared/ipc/inspection';
import { pageInspection } from '../../shared/ipc/page-inspection';
import { encodeChange, type InspectionChange } from '../../shared/ipc/inspection-change';

export interface InspectionFeed {
  /** Whether a page listens. */
  readonly isFollowed: boolean;
  /** A page listens: it gets the whole of what is shown, and from then on what changes. */
  follow(): void;
  /** The page is gone, or another comes in its place: nothing is sent until that one listens. */
  stop(): void;
  show(inspection: Inspection): void;
}

/** Tells one page the inspections of its session, each as what changed since the one before. */
export function createInspectionFeed(send: (change: InspectionChange) => void): InspectionFeed {
  let isFollowed = false;
  let newest: Inspection | null = null;
  let told: Inspection | null = null;
  const tell = (): void => {
    if (!isFollowed || newest === null) return;
    const change = encodeChange(told, newest);
    told = newest;
    send(change);
  };
  return {
    get isFollowed() {
      return isFollowed;
    },
    follow() {
      isFollowed = true;
      told = null;
      tell();
    },
    stop() {
      isFollowed = false;
      told = null;
    },
    show(inspection) {
      newest = pageInspection(inspection);
      tell();
    },
  };
}
