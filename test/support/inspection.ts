import type { Inspection } from '../../shared/ipc/inspection';

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
    document: {
      irVersion: 2,
      architecture: 'x',
      variant: '',
      parameters: [],
      tools: [],
      messages: [],
      breakpoints: [],
      aside: [],
    },
    analysis: {
      model: { id: 'm', label: 'M', provider: 'p', contextWindow: null },
      method: 'exact',
      tokens: {},
      overhead: zero,
      total: zero,
      cacheable: zero,
    },
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
