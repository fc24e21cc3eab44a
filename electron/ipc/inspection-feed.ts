import type { Inspection } from '../../shared/ipc/inspection/inspection';
import { pageInspection } from '../../shared/ipc/inspection/page-inspection';
import { encodeChange, type InspectionChange } from '../../shared/ipc/inspection/inspection-change';

export interface InspectionFeed {
  /** True while a page listens. */
  readonly isFollowed: boolean;
  /** A page starts to listen: sends the whole inspection, then only changes. */
  follow(): void;
  /** The page is gone or replaced: sends nothing until the next one listens. */
  stop(): void;
  show(inspection: Inspection): void;
}

/** Sends the inspections of a session to one page, each as the change from the previous one. */
export function createInspectionFeed(send: (change: InspectionChange) => void): InspectionFeed {
  let isFollowed = false;
  let newest: Inspection | null = null;
  let sent: Inspection | null = null;
  const sendNewest = (): void => {
    if (!isFollowed || newest === null) return;
    const change = encodeChange(sent, newest);
    sent = newest;
    send(change);
  };
  return {
    get isFollowed() {
      return isFollowed;
    },
    follow() {
      isFollowed = true;
      sent = null;
      sendNewest();
    },
    stop() {
      isFollowed = false;
      sent = null;
    },
    show(inspection) {
      newest = pageInspection(inspection);
      sendNewest();
    },
  };
}
