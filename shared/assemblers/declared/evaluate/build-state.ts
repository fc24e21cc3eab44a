import type { Omission } from '../../../document/types';
import type { ConfigNode } from '../../../sources/config/config-node';
import { finding, type Finding } from '../../../sources/findings';
import type { Place, SourceRequest } from '../../../sources/types';
import type { AssembleInput } from '../../types';
import { createBudget, maxDepth, type Budget } from './budget';
import type { Source } from '../layout/layout';
import type { Layout } from '../layout/read-layout';
import { cyclicSources } from '../layout/references';
import { nothing, type Value } from './values';

export type SourceOfKind<K extends Source['kind']> = Extract<Source, { readonly kind: K }>;

/** The state of one build: requests, findings, and whether there is a prompt at all. */
export interface BuildState {
  readonly layout: Layout;
  readonly input: AssembleInput;
  readonly cyclic: ReadonlySet<string>;
  readonly requests: Map<string, SourceRequest>;
  readonly findings: Finding[];
  readonly named: Map<string, Value>;
  readonly budget: Budget;
  /** How deep the source being evaluated is nested in other sources. */
  depth: number;
  usable: boolean;
}

export function createBuildState(layout: Layout, input: AssembleInput): BuildState {
  return {
    layout,
    input,
    cyclic: cyclicSources(layout),
    requests: new Map(),
    findings: [],
    named: new Map(),
    budget: createBudget(),
    depth: 0,
    usable: true,
  };
}

export const conditionFalse = (condition: string): Omission => ({ reason: 'condition-false', condition });

/** A short layout can expand beyond memory if each source uses another one twice. */
export function overBudget(build: BuildState, node: ConfigNode | undefined): Value {
  const problem =
    build.depth > maxDepth
      ? `sources are made of one another more than ${maxDepth} deep`
      : 'the layout makes more text than Strata holds';
  if (!build.findings.some(({ ruleId }) => ruleId === 'layout-too-large'))
    build.findings.push(
      finding('error', 'layout-too-large', `A part is left out: ${problem}`, placeOfNode(build, node)),
    );
  return nothing({ reason: 'source-broken', source: build.layout.file.id, problem });
}

export function placeOfNode({ layout }: BuildState, node: ConfigNode | undefined): Place | undefined {
  return node === undefined ? undefined : { source: layout.file.id, span: node.span };
}
