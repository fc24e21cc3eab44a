import { createInspectionStore, type InspectionStore } from '../../../renderer/stores/inspection';
import type { Inspection } from '../../../shared/ipc/inspection/inspection';
import { encodeChange } from '../../../shared/ipc/inspection/inspection-change';

/** The page's store, fed with whole inspections as main would send them. */
export function createReceiver(): InspectionStore & { receive(inspection: Inspection): void } {
  const inspection = createInspectionStore();
  return { ...inspection, receive: (next) => void inspection.follow(encodeChange(null, next)) };
}
