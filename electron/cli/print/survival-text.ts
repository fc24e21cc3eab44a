import type { EditCost } from '../../../shared/cache/simulate/edit-cost';

/** How many breakpoints survive an edit, or why none can. */
export function survivalText({ survived, breakpoints, suggested, markers }: EditCost): string {
  if (markers.length === 0)
    return breakpoints.length > 0 ? 'this model has no explicit breakpoints' : 'there are no breakpoints';
  return `${survived} of ${markers.length} ${suggested ? 'suggested ' : ''}breakpoints kept`;
}
