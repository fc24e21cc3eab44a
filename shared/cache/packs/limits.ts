import type { CacheLimits } from '../../analysis/rules/types';
import { takesBreakpoints, type ModelRules } from './rule-pack';

/**
 * The limits lint checks breakpoints against. Set only if the provider refuses or silently skips breakpoints:
 * elsewhere, extra ones are harmless, and where it takes none, they have no minimum.
 */
export function cacheLimits(rules: ModelRules | undefined): CacheLimits {
  if (rules === undefined) return { minimum: null, markers: null, lookback: null, unknown: true };
  const markers = rules.algorithm === 'markers' ? rules.pack.markers : null;
  return {
    minimum: takesBreakpoints(rules) ? rules.model.minimum : null,
    markers: markers?.limit ?? null,
    lookback: markers?.lookback ?? null,
    ...(rules.algorithm === 'none' ? { none: true } : {}),
  };
}
