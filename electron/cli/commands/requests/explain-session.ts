import { counted } from '../../../../shared/basics/grouped';
import { shippedPacks } from '../../../../shared/cache/packs/packs';
import { createSessionAnalysis } from '../../../host/analyses/sessions/session-analysis';
import { readSession } from '../../../host/capture/store';
import type { Learned } from '../../learned';
import { agentFolder } from '../../named/agent-folder';
import { jsonText, visible, type Output } from '../../print/output';
import { requestText, sessionText } from '../../print/session-text';
import { UsageError } from '../../usage-error';

export interface ExplainSession {
  readonly json: boolean;
  readonly learned?: Learned;
  /** Corrects the estimates of the agent's models by what the session reported. */
  readonly learn?: boolean;
  /** Forgets the corrections of the agent. */
  readonly forget?: boolean;
  readonly find?: string;
  /** Changed words are looked for in its files. */
  readonly folder?: string;
  readonly trust?: readonly (string | true)[];
}

/** `strata explain` of a captured session: its bill, or one of its requests. Undefined if there is no session. */
export async function runExplainSession(
  path: string,
  number: string | undefined,
  options: ExplainSession,
  output: Output,
): Promise<number | undefined> {
  const { json, learned, learn, forget, find } = options;
  const session = readSession(path);
  if (session === undefined) return undefined;
  const { file, exchanges, unreadable } = session;
  const store = learned?.calibrations;
  if ((learn === true || forget === true) && store === undefined)
    throw new UsageError('--learn and --forget need the corrections: leave out --no-calibration');
  const analysis = createSessionAnalysis({
    path,
    packs: shippedPacks,
    calibrationOf: (modelId) => store?.ofAgent(file.agent, modelId),
  });
  for (const exchange of exchanges) await analysis.put(exchange);
  if (unreadable > 0)
    output.err(
      `strata: ${counted(unreadable, 'exchange')} could not be read and ${unreadable === 1 ? 'is' : 'are'} left out`,
    );
  const place = agentFolder(path, options);
  const asked = number === undefined ? undefined : numberOf(number);
  const from = place?.folder ?? null;
  const wanted =
    asked === undefined ? undefined : from === null ? analysis.explain(asked) : await analysis.explainIn(from, asked);
  if (number !== undefined && wanted === undefined)
    throw new UsageError(`There is no request ${number} to a model in this session`);
  const found = find === undefined ? undefined : (analysis.find(find) ?? null);
  const { id, agent, folder, wayIn } = file;
  if (json)
    await output.out(
      jsonText({
        version: 1,
        session: { id, agent, folder, wayIn },
        ...(place === undefined ? {} : { agentFolder: place }),
        requests: analysis.rows(),
        ...analysis.summary(),
        request: wanted ?? null,
        found: found ?? null,
      }),
    );
  else {
    if (wanted !== undefined) await output.out(requestText(wanted, place?.why ?? null));
    else if (find === undefined) await output.out(sessionText(analysis.rows(), analysis.summary()));
    if (found === null) await output.out('No request has this text.\n');
    else if (found !== undefined)
      await output.out(
        `First in request ${found.first}, ${visible(found.role)}, ${visible(found.node)}: ${visible(found.excerpt)}\n` +
          `In ${counted(found.requests.length, 'request')}: ${found.requests.join(', ')}\n`,
      );
  }
  if (learn === true) {
    const all = analysis.calibrations(new Date().toISOString());
    for (const each of all) store?.putAgent(agent, each);
    const models = all.map(({ modelId }) => visible(modelId)).join(', ');
    output.err(
      models === ''
        ? 'Nothing to learn: no estimate has a reported count to compare with.'
        : `Corrections kept for ${visible(agent ?? 'any agent')}: ${models}`,
    );
  }
  if (forget === true)
    output.err(`Forgot ${counted(store?.forgetAgent(agent) ?? 0, 'correction')} of ${visible(agent ?? 'any agent')}`);
  return 0;
}

function numberOf(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new UsageError('The number of a request is a whole number from 1');
  return Number(text);
}
