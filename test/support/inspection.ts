import type { Inspection } from '../../shared/ipc/inspection/inspection';
import { sampleDocument } from './sample-document';

/** An empty inspection, for tests that only check that one arrived. */
export function inspectionOf(revision: number, workspace = '/w'): Inspection {
  const zero = { tokens: 0, low: 0, high: 0, method: 'exact', encoding: 'test' } as const;
  return {
    revision,
    workspace,
    architecture: 'x',
    architectures: [],
    architectureNamed: false,
    specs: [],
    settings: {},
    controls: [],
    modelId: 'm',
    document: sampleDocument({}),
    analysis: {
      model: { id: 'm', label: 'M', provider: 'p', contextWindow: null },
      method: 'exact',
      tokens: {},
      overhead: zero,
      total: zero,
      cacheable: zero,
    },
    breakpointUse: { kind: 'unknown' },
    findings: [],
    sources: [],
    stale: false,
    usable: true,
    panels: {},
    builtIn: 1,
    watching: 1,
    asks: [],
    trusted: [],
    cause: { kind: 'opening' },
  };
}
