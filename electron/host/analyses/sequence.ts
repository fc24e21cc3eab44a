import { readRequests } from '../../../shared/requests/requests';
import { rulesFor } from '../../../shared/cache/packs/rule-pack';
import { sequenceOf, type SentRequest, type Sequence } from '../../../shared/cache/script/sequence';
import { parseUsage, type Usage } from '../../../shared/cache/usage/usage';
import { sourceId } from '../../../shared/document/builders';
import type { Inspection } from '../../../shared/ipc/inspection';
import { finding, type Finding } from '../../../shared/sources/findings';
import { HostError } from '../errors';
import { childOf } from '../disk/paths';
import type { Session } from '../session';

/** More would neither be read by a person nor fit the memory a window may take. */
const maxRequests = 1000;

/** The requests of the open request file, one after the other. */
export async function sequenceOfSession(session: Session, inspection: Inspection): Promise<Sequence> {
  const name = inspection.controls.find((control) => control.name === 'file')?.value;
  if (inspection.architecture !== 'request' || typeof name !== 'string')
    throw new HostError('bad-arguments', 'A sequence is read from a request file');
  const { text } = await session.read(name);
  const { requests, findings } = readRequests({
    id: sourceId(name),
    path: childOf(inspection.workspace, name),
    as: 'sequence',
    text,
  });
  const sent: SentRequest[] = [];
  for (const { label, document, response, at } of requests.slice(0, maxRequests)) {
    sent.push({
      label,
      document,
      analysis: await session.analyze(document),
      at: at === undefined ? undefined : Date.parse(at) / 1000,
      usage: usageOf(response),
    });
  }
  const rules = rulesFor(session.packs, inspection.analysis.model.provider, inspection.modelId);
  const more =
    requests.length > maxRequests
      ? [
          finding(
            'warning',
            'cut-off',
            `The file has ${requests.length} requests; the first ${maxRequests} are compared`,
          ),
        ]
      : [];
  // What is known of the file itself comes first: that it goes on behind what was read of it, for one.
  const ofFile = inspection.findings.filter(({ lint }) => lint !== true);
  return {
    modelId: inspection.modelId,
    steps: sequenceOf(sent, rules),
    findings: distinct([...ofFile, ...more, ...findings]),
  };
}

/** The shown request's findings are among those of the file. */
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
