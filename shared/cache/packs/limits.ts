import type { CacheLimits } from '../../analysis/rules/types';
import { takesBreakpoints, type ModelRules } from './rule-pack';

/**
 * What lint rules hold breakpoints against. Only where the provider refuses or silently skips them: elsewhere more are
 * harmless, and where it takes none, a breakpoint has no minimum.
 */
export function cacheLimits(rules: ModelRules | undefined): CacheLimits {
  if (rules === undefined) return { minimum: null, markers: null, lookback: null };
  const markers = rules.algorithm === 'markers' ? rules.pack.markers : null;
  return {
    minimum: takesBreakpoints(rules) ? rules.model.minimum : null,
    markers: markers?.limit ?? null,
    lookback: markers?.lookback ?? null,
  };
}
