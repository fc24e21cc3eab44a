/**
 * An inspection on its way to the page, as what changed since the one before. One law: decoding onto `a` what was
 * encoded from `a` to `b` gives `b`, and what did not change stays the same object.
 */
import { applyDelta, countChanges, deltaOf, type Delta } from './delta';
import type { Inspection } from './inspection';
import { findMove, moveSpans, moveSpansWithin, type MovedSpans } from './moved-spans';

/** The next inspection, as what changed since the one with revision `base`; with no base the delta is the whole. */
export interface InspectionChange {
  readonly revision: number;
  readonly base: number | null;
  /** Done to the document of the base before the delta is applied. */
  readonly moved?: MovedSpans;
  readonly delta: Delta;
}

/** Past this many changed places the whole is shorter than what changed. */
const mostChanges = 4000;

/** `before` is what the page has; null when it has nothing. */
export function encodeChange(before: Inspection | null, after: Inspection): InspectionChange {
  const whole: InspectionChange = { revision: after.revision, base: null, delta: { is: 'value', value: after } };
  if (before === null || before.workspace !== after.workspace) return whole;
  const moved = findMove(before.document, after.document);
  const delta = deltaOf(moved === null ? before : { ...before, document: moveSpans(before.document, moved) }, after);
  if (countChanges(delta, mostChanges) > mostChanges) return whole;
  return { revision: after.revision, base: before.revision, ...(moved === null ? {} : { moved }), delta };
}

/**
 * Null when `before` is not what the change was made from: then the whole is wanted. `before` must be nobody else's:
 * the spans of its document are moved in place, so that all that is known of its nodes by identity stays known.
 */
export function decodeChange(before: Inspection | null, { base, moved, delta }: InspectionChange): Inspection | null {
  if (base !== null && before?.revision !== base) return null;
  if (base !== null && before !== null && moved !== undefined) moveSpansWithin(before.document, moved);
  // The delta was made from two inspections, so what comes out is one.
  return applyDelta(base === null ? null : before, delta) as Inspection;
}
