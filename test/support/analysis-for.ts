import type { Analysis } from '../../shared/analysis/types';

/** An analysis that only names a model of a provider, for exports that need nothing else. */
export function analysisFor(provider: string, id = 'm-1'): Analysis {
  const count = { tokens: 1, low: 1, high: 1, method: 'exact', encoding: 'none' } as const;
  return {
    model: { id, label: id, provider, contextWindow: null },
    method: 'exact',
    tokens: {},
    overhead: count,
    total: count,
    cacheable: count,
  };
}
