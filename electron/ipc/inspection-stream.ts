import { deltaOf, type Delta } from '../../shared/ipc/delta';
import type { InspectionChange } from '../../shared/ipc/contract';
import type { Inspection } from '../../shared/ipc/inspection';
import { findMove, moveSpans } from '../../shared/ipc/moved-spans';

/** Past this many changed places the whole is shorter than what changed. */
const mostChanges = 4000;

/** Turns one window's inspections into changes, each against the one before it. */
export function createInspectionStream(): (next: Inspection) => InspectionChange {
  let last: Inspection | null = null;
  return (next) => {
    const before = last;
    last = next;
    const whole: InspectionChange = { revision: next.revision, base: null, delta: { is: 'value', value: next } };
    if (before === null || before.workspace !== next.workspace) return whole;
    const moved = findMove(before.document, next.document);
    const delta = deltaOf(moved === null ? before : { ...before, document: moveSpans(before.document, moved) }, next);
    if (countChanges(delta, mostChanges) > mostChanges) return whole;
    return { revision: next.revision, base: before.revision, ...(moved === null ? {} : { moved }), delta };
  };
}

/** How many places a delta touches, counted no further than just past `limit`. */
export function countChanges(delta: Delta, limit: number): number {
  if (delta.is === 'same') return 0;
  if (delta.is === 'value' || delta.is === 'text') return 1;
  let count = 0;
  const inside =
    delta.is === 'object'
      ? Object.values(delta.keys)
      : delta.items.flatMap((piece) => ('change' in piece ? [piece.change] : []));
  for (const change of inside) {
    count += countChanges(change, limit - count);
    if (count > limit) return count;
  }
  return Math.max(1, count);
}
