/** The best breakpoints as a list, as a request to send, or as a patch of strata.json. */
import { nothingToPlace } from '../../../../shared/ipc/cache/nothing-to-place';
import type { z } from 'zod';
import type { Layout } from '../../../../shared/cache/script/run-turns';
import { breakpoint, nodeId } from '../../../../shared/document/builders';
import type { PromptDocument } from '../../../../shared/document/types';
import { exportDocument } from '../../../../shared/exporters';
import type { SimulationView } from '../../../../shared/ipc/cache/cache-view';
import { withTried } from '../../../../shared/ipc/cache/tried-breakpoints';
import type { Inspection } from '../../../../shared/ipc/inspection/inspection';
import { breakpointsFileSchema } from '../../../../shared/ipc/written/cache-report';
import { takenPatch } from '../../../host/analyses/cache/taken-patch';
import type { Session } from '../../../host/session';
import { readNamed } from '../../named/read-named';
import { jsonText, visible, type Output } from '../../print/output';
import type { TakenForm } from '../../print/report-formats';
import { UsageError } from '../../usage-error';

/** Prints the result of the first provider in this form and nothing else. */
export async function takeOut(
  form: TakenForm,
  { runs }: SimulationView,
  inspection: Inspection,
  session: Session,
  output: Output,
): Promise<number> {
  const [first] = runs;
  if (first === undefined || first.optimum === null)
    throw new UsageError(
      `--take-out: ${first === undefined ? 'no provider is known' : nothingToPlace(first.run.rules)}: there is ` +
        'nothing to print',
    );
  const { optimum } = first;
  const { provider, model } = optimum.run.rules;
  if (form === 'breakpoints') {
    const breakpoints = optimum.breakpoints.map(({ after, tier, ttl }) => ({ after, tier, ttl }));
    const file = { version: 1, suggested: true, provider, model, breakpoints, end: optimum.end } as const;
    await output.out(jsonText(file satisfies z.infer<typeof breakpointsFileSchema>));
    return 0;
  }
  if (form === 'patch') {
    const taken = await takenPatch(session, inspection, optimum);
    if ('problem' in taken) throw new UsageError(`--take-out patch: ${visible(taken.problem)}`);
    await output.out(taken.patch);
    return 0;
  }
  const { analysis } = inspection;
  const { body, warnings } = exportDocument(
    withTried(inspection.document, optimum),
    provider === 'bedrock' ? 'bedrock' : 'anthropic',
    { ...analysis, model: { ...analysis.model, id: model, provider } },
  );
  for (const { severity, ruleId, message } of warnings) output.err(`- ${severity} ${ruleId} ${visible(message)}`);
  if (warnings.some(({ severity }) => severity === 'error')) return 1;
  await output.out(body);
  return 0;
}

/** Reads breakpoints that were taken out before. */
export function readBreakpoints(path: string, { tools, messages }: PromptDocument): Layout {
  const text = readNamed(path, { before: '--breakpoints: ' });
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new UsageError(`--breakpoints: ${path} is not JSON`);
  }
  const read = breakpointsFileSchema.safeParse(value);
  if (!read.success)
    throw new UsageError(
      `--breakpoints: ${path} is not what strata cache --optimize --take-out breakpoints prints: ` +
        `${read.error.issues[0]?.path.join('.') ?? ''} ${read.error.issues[0]?.message ?? ''}`,
    );
  const { breakpoints, end } = read.data;
  const ids = new Set<string>([
    ...tools.map(({ id }) => id),
    ...messages.flatMap(({ id, children }) => [id, ...children.map((child) => ('id' in child ? child.id : ''))]),
  ]);
  const missing = breakpoints.find(({ after }) => !ids.has(after));
  if (missing !== undefined)
    throw new UsageError(`--breakpoints: there is no section "${missing.after}" in this prompt`);
  return { breakpoints: breakpoints.map(({ after, tier, ttl }) => breakpoint(nodeId(after), tier, ttl)), end };
}
