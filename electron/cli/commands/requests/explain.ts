import type { z } from 'zod';
import type { RequestBill, Sequence } from '../../../../shared/cache/bill/types';
import type { Inspection } from '../../../../shared/ipc/inspection/inspection';
import { requestBillSchema, type explainReportSchema } from '../../../../shared/ipc/written/bill-report';
import { correctionOf } from '../../../../shared/ipc/written/report';
import { billOfOpen } from '../../../host/analyses/sequence';
import type { Session } from '../../../host/session';
import { lacksFrame, partText } from '../../../../shared/document/lacks-frame';
import { wrapped } from '../../bill/words';
import { explainText } from '../../bill/explain-text';
import { agentFolder } from '../../named/agent-folder';
import { findingLine } from '../../print/findings';
import { withFolder, type BuildOptions } from '../../inspect-folder';
import { jsonText, type Output } from '../../print/output';
import { printStaleRules } from '../../print/stale-rules';
import { UsageError } from '../../usage-error';
import { runExplainSession, type ExplainSession } from './explain-session';

export type ExplainOptions = BuildOptions & ExplainSession;

export type ExplainReport = z.infer<typeof explainReportSchema>;

/** `strata explain`: what one request read, wrote and cost, and why; without a number, the one that lost most. */
export async function runExplain(
  path: string,
  number: string | undefined,
  options: ExplainOptions,
  output: Output,
): Promise<number> {
  const ofSession = await runExplainSession(path, number, options, output);
  if (ofSession !== undefined) return ofSession;
  if (options.learn === true || options.forget === true || options.find !== undefined)
    throw new UsageError('--learn, --forget and --find need a captured session');
  return withFolder(path, options, async (inspection, session) => {
    const bill = await billOfOpen(session, inspection, agentFolder(path, options)?.folder);
    for (const finding of bill.findings) output.err(findingLine(finding));
    if (bill.steps.length === 0 || !inspection.usable) return 1;
    const step = chosenStep(bill.steps, number);
    printStaleRules([step], session.packs, options.now, output);
    const isPart = inspection.architecture !== 'request' && lacksFrame(inspection.document);
    await output.out(
      options.json
        ? jsonText(reportOf(bill, step, inspection))
        : `${explainText(step, bill.steps.length)}${isPart ? `\n${wrapped('', partText)}` : ''}`,
    );
    return 0;
  });
}

/** The same as JSON. */
export async function explained(
  session: Session,
  inspection: Inspection,
  number: string | undefined,
): Promise<ExplainReport> {
  const bill = await billOfOpen(session, inspection);
  return reportOf(bill, chosenStep(bill.steps, number), inspection);
}

function reportOf({ modelId, steps, findings }: Sequence, step: RequestBill, { analysis }: Inspection): ExplainReport {
  return {
    version: 1,
    model: modelId,
    ...correctionOf(analysis),
    requests: steps.length,
    request: plain(step),
    findings: findings.map((finding) => ({ ...finding })),
  };
}

/** The same as mutable JSON, the form that schemas infer. */
function plain(step: RequestBill): ExplainReport['request'] {
  return requestBillSchema.parse(JSON.parse(JSON.stringify(step)));
}

function chosenStep(steps: readonly RequestBill[], number: string | undefined): RequestBill {
  const step = number === undefined ? worstOf(steps) : numbered(steps, number);
  if (step !== undefined) return step;
  throw new UsageError(
    steps.length === 0
      ? 'There is no request in this file'
      : `There is no request ${number ?? ''}: there ${steps.length === 1 ? 'is only 1' : `are 1 to ${steps.length}`}`,
  );
}

function numbered(steps: readonly RequestBill[], number: string): RequestBill | undefined {
  return /^[1-9]\d{0,8}$/.test(number) ? steps[Number(number) - 1] : undefined;
}

/** The request that lost most money, else the first that is not as predicted, else the last. */
function worstOf(steps: readonly RequestBill[]): RequestBill | undefined {
  const weight = ({ lost }: RequestBill): number => (lost?.cost?.high ?? 0) + (lost?.tokens.high ?? 0) * 1e-9;
  const [worst] = steps.toSorted((a, b) => weight(b) - weight(a));
  if (worst !== undefined && weight(worst) > 0) return worst;
  return steps.find(({ disagreements }) => disagreements.length > 0) ?? steps.at(-1);
}
