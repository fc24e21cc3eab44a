import { billOf } from '../../../shared/cache/bill/bill';
import type { BilledRequest, RequestBill, Sequence } from '../../../shared/cache/bill/types';
import { finishedResponse } from '../../../shared/requests/response/finished-response';
import { parseUsage, type Usage } from '../../../shared/cache/usage/usage';
import type { Inspection } from '../../../shared/ipc/inspection/inspection';
import type { LogRequest } from '../../../shared/requests/log/log-reader';
import type { Finding } from '../../../shared/sources/findings';
import { HostError } from '../errors';
import { placesInFiles } from '../read/requests/places-in-files';
import { readRequestFolder, type ExchangeRequest } from '../read/requests/request-folder';
import { readRequestLog } from '../read/requests/request-log';
import type { Session } from '../session';
import { blameChanges } from './sessions/blame-changes';

/**
 * The requests of the open request file, or of all files of the folder, in order. Changed words are looked for in the
 * folder that the agent worked in, if one is given.
 */
export async function sequenceOfSession(
  session: Session,
  inspection: Inspection,
  agentFolder: string | null = null,
): Promise<Sequence> {
  const name = requestFileOf(inspection);
  if (name === undefined) throw new HostError('bad-arguments', 'A sequence is read from a request file');
  const { requests, findings } =
    name === '' ? await readRequestFolder(inspection.workspace) : await readRequestLog(inspection.workspace, name);
  const analyses = await session.analyzeSession(requests.map(({ document }) => document));
  const sent = requests.flatMap((request, index): readonly BilledRequest[] => {
    const { label, document, response, failed, at } = request;
    const analysis = analyses[index];
    const seconds = at === undefined ? undefined : Date.parse(at) / 1000;
    if (analysis === undefined) return [];
    const failure = failed === undefined ? {} : { failed };
    const firstToken = firstTokenOf(request);
    const began = firstToken === undefined ? {} : { firstToken };
    return [{ label, document, analysis, at: seconds, usage: usageOf(response), ...began, ...failure }];
  });
  // Findings about the file itself come first. A long log is read in full here, even if only part of it is shown.
  const ofFile = inspection.findings.filter(({ lint, ruleId }) => lint !== true && ruleId !== 'cut-off');
  const { requests: steps, totals } = billOf(sent, session.packs);
  return {
    modelId: inspection.modelId,
    steps: await blamed(agentFolder, await located(inspection.workspace, steps), sent),
    totals,
    findings: distinct([...ofFile, ...findings]),
  };
}

/** The bill of the requests in the open folder, or of the prompt that it builds: one request that was not sent. */
export async function billOfOpen(
  session: Session,
  inspection: Inspection,
  agentFolder: string | null = null,
): Promise<Sequence> {
  if (requestFileOf(inspection) !== undefined) return sequenceOfSession(session, inspection, agentFolder);
  const { document, analysis, modelId, findings } = inspection;
  const built = { label: inspection.architecture, document, analysis, at: undefined, usage: null };
  const { requests: steps, totals } = billOf([built], session.packs);
  return { modelId, steps, totals, findings: findings.filter(({ lint }) => lint !== true) };
}

/** Name of the request file; an empty one for a folder of requests. Undefined if no requests are open. */
function requestFileOf({ controls, architecture }: Inspection): string | undefined {
  const name = controls.find((control) => control.name === 'file')?.value;
  return architecture === 'request' && typeof name === 'string' ? name : undefined;
}

/** Adds line and column to the places of changed words. */
async function located(workspace: string, steps: readonly RequestBill[]): Promise<readonly RequestBill[]> {
  const places = steps.flatMap(({ changed }) => changed?.place ?? []);
  const lines = await placesInFiles(workspace, places);
  return steps.map((step) => {
    const { changed } = step;
    if (changed === null || changed.place === null) return step;
    return { ...step, changed: { ...changed, at: lines(changed.place) } };
  });
}

async function blamed(
  folder: string | null,
  steps: readonly RequestBill[],
  sent: readonly BilledRequest[],
): Promise<readonly RequestBill[]> {
  if (folder === null) return steps;
  const changes = steps.flatMap(({ changed }, index) => {
    const document = sent[index]?.document;
    return changed === null || document === undefined ? [] : [{ index, document, changed }];
  });
  const places = await blameChanges(folder, changes);
  const byStep = new Map(changes.map(({ index }, at) => [index, places[at] ?? null]));
  return steps.map((step, index) =>
    step.changed === null ? step : { ...step, changed: { ...step.changed, inFolder: byStep.get(index) ?? null } },
  );
}

/** Removes duplicates: the findings of the shown request are also among those of the file. */
function distinct<Each extends Finding>(findings: readonly Each[]): readonly Each[] {
  const keys = new Set<string>();
  return findings.filter(({ ruleId, message, place }) => {
    const before = keys.size;
    return keys.add(JSON.stringify([ruleId, message, place?.source, place?.span])).size > before;
  });
}

/** Only a file beside the request says when its response began. */
function firstTokenOf(request: LogRequest | ExchangeRequest): number | undefined {
  return 'exchange' in request ? request.exchange.firstToken : undefined;
}

function usageOf(response: unknown): Usage | null {
  return response === undefined ? null : (parseUsage(JSON.stringify(finishedResponse(response))).usage ?? null);
}
