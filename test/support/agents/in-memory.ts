import { agentRules } from '../../../shared/assemblers/agents';
import { agentArchitecture } from '../../../shared/assemblers/agents/common/architecture';
import type { Load } from '../../../shared/assemblers/agents/load';
import type { Settings } from '../../../shared/assemblers/types';
import { checkDocument } from '../../../shared/document/check';
import type { Finding } from '../../../shared/sources/findings';
import { assembleWorkspace } from '../assemble';
import { testFacts } from '../memory';
import { builtStretches } from './built';
import type { Stretches } from './wire';

export interface InMemory {
  readonly stretches: Stretches;
  readonly loads: readonly Load[];
  readonly findings: readonly Finding[];
  /** Problems of the document itself: characters without an origin, ids that occur twice. */
  readonly broken: readonly unknown[];
}

/** What an agent makes of files in memory, given by absolute path. The home is `/home/k`. */
export function agentInMemory(
  agent: string,
  files: Readonly<Record<string, string>>,
  workspace = '/repo/app',
  settings: Settings = {},
): InMemory {
  const rules = agentRules.find(({ id }) => id === agent);
  if (rules === undefined) throw new Error(agent);
  const built = assembleWorkspace(agentArchitecture(rules), files, settings, {
    ...testFacts,
    home: '/home/k',
    workspace,
  });
  return {
    stretches: builtStretches(built),
    loads: built.panels?.loads ?? [],
    findings: built.findings,
    broken: checkDocument(built.document, built.sourceTexts),
  };
}
