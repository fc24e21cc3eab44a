import type { Analysis } from '../../../shared/analysis/types';
import { rulesFor, type ModelRules } from '../../../shared/cache/packs/rule-pack';
import { sequenceOf, type SentRequest, type Sequence } from '../../../shared/cache/script/sequence';
import { parseUsage, type Usage } from '../../../shared/cache/usage/usage';
import type { Inspection } from '../../../shared/ipc/inspection';
import type { Finding } from '../../../shared/sources/findings';
import { HostError } from '../errors';
import { readRequestLog } from '../read/request-log';
import type { Session } from '../session';

/** The requests of the open request file, in order. */
export async function sequenceOfSession(session: Session, inspection: Inspection): Promise<Sequence> {
  const name = inspection.controls.find((control) => control.name === 'file')?.value;
  if (inspection.architecture !== 'request' || typeof name !== 'string')
    throw new HostError('bad-arguments', 'A sequence is read from a request file');
  const { requests, findings } = await readRequestLog(inspection.workspace, name);
  const analyses = await session.analyzeSession(requests.map(({ document }) => document));
  const sent = requests.flatMap(({ label, document, response, at }, index): readonly SentRequest[] => {
    const analysis = analyses[index];
    const seconds = at === undefined ? undefined : Date.parse(at) / 1000;
    return analysis === undefined ? [] : [{ label, document, analysis, at: seconds, usage: usageOf(response) }];
  });
  const rules = (analysis: Analysis): ModelRules | undefined =>
    rulesFor(session.packs, analysis.model.provider, analysis.model.id);
  // Findings about the file itself come first. A long log is read in full here, even if only part of it is shown.
  const ofFile = inspection.findings.filter(({ lint, ruleId }) => lint !== true && ruleId !== 'cut-off');
  return { modelId: inspection.modelId, steps: sequenceOf(sent, rules), findings: distinct([...ofFile, ...findings]) };
}

/** Removes duplicates: the findings of the shown request are also among those of the file. */
function distinct<Each extends Finding>(findings: readonly Each[]): readonly Each[] {
  const keys = new Set<string>();
  return findings.filter(({ ruleId, message, place }) => {
    const before = keys.size;
    return keys.add(JSON.stringify([ruleId, message, place?.source, place?.span])).size > before;
  });
}

function usageOf(response: unknown): Usage | null {
  return response === undefined ? null : (parseUsage(JSON.stringify(response)).usage ?? null);
}
