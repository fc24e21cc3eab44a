/**
 * Sends an inspection to the page as the change from the previous one. Invariant: decoding the change from `a` to `b`
 * onto `a` gives `b`, and unchanged parts stay the same objects.
 */
import { applyDelta, countChanges, deltaOf, type Delta } from './delta';
import type { Inspection } from './inspection';
import { findMove, moveSpans, moveSpansWithin, type MovedSpans } from './moved-spans';

/** The next inspection as the change from revision `base`; without a base, the delta is the whole. */
export interface InspectionChange {
  readonly revision: number;
  readonly base: number | null;
  /** Applied to the base's document before the delta. */
  readonly moved?: MovedSpans;
  readonly delta: Delta;
}

/** With more changed places, the whole is shorter. */
const mostChanges = 4000;

/** `before` is what the page has; null for nothing. */
export function encodeChange(before: Inspection | null, after: Inspection): InspectionChange {
  const whole: InspectionChange = { revision: after.revision, base: null, delta: { is: 'value', value: after } };
  if (before === null || before.workspace !== after.workspace) return whole;
  const moved = findMove(before.document, after.document);
  const delta = deltaOf(moved === null ? before : { ...before, document: moveSpans(before.document, moved) }, after);
  if (countChanges(delta, mostChanges) > mostChanges) return whole;
  return { revision: after.revision, base: before.revision, ...(moved === null ? {} : { moved }), delta };
}

/**
 * Null when `before` is not the base of the change; the caller must then request the whole. `before` must not be
 * shared: the spans of its document are moved in place, so that caches keyed by its nodes stay valid.
 */
export function decodeChange(before: Inspection | null, { base, moved, delta }: InspectionChange): Inspection | null {
  if (base !== null && before?.revision !== base) return null;
  if (base !== null && before !== null && moved !== undefined) moveSpansWithin(before.document, moved);
  // The delta was made from two inspections, so the result is one.
  return applyDelta(base === null ? null : before, delta) as Inspection;
}
