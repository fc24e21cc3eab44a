/** Compares a captured session with what the open folder builds as that agent: equal, or what differs by section. */
import { createHash } from 'node:crypto';
import { agentRules } from '../../../shared/assemblers/agents';
import { compareBodies, differingPaths } from '../../../shared/assemblers/agents/frame/compare';
import { parseObject, promptText } from '../../../shared/assemblers/agents/frame/json';
import type { BuiltSent } from '../../../shared/ipc/comparisons';
import { exportDocument } from '../../../shared/exporters';
import { turnOfSession } from '../capture/first-turn';
import { readSession } from '../capture/store';
import { HostError } from '../errors';
import { createSession, type Session } from '../session';
import { sentAgainstBuilt } from './sent';

/** `path`: the session's folder. `built`: the open folder. */
export async function builtAgainstSession(path: string, built: Session): Promise<BuiltSent> {
  const captured = readSession(path);
  const { inspection } = built;
  if (captured === undefined || inspection === null)
    throw new HostError('not-found', `${path} is not a captured session`);
  const { file } = captured;
  const turn = turnOfSession(path, captured, 'first');
  if (!('text' in turn))
    throw new HostError('bad-arguments', 'problem' in turn ? turn.problem : 'The session has no request yet');
  const sentBody = parseObject(turn.text);
  const rules = agentRules.find(({ id, frame }) =>
    file.agent === null ? frame.recognises(sentBody ?? null) : id === file.agent,
  );
  if (rules === undefined)
    throw new HostError(
      'bad-arguments',
      `Strata has no rules for ${file.agent ?? 'the agent of this session'}; ` +
        'strata inspect <session> --folder traces it',
    );
  const prompt = sentBody === undefined ? undefined : promptText(sentBody)?.text;
  const { assembled } = await built.variant({
    architecture: rules.id,
    settings: {
      ...(prompt === undefined ? {} : { prompt }),
      ...(knowsFrame(built, rules.id, file.id) ? { frame: file.id } : {}),
    },
  });
  const compared =
    assembled.document.sent === undefined
      ? undefined
      : compareBodies(rules.frame, turn.text, exportDocument(assembled.document, 'sent').body);
  const reader = createSession({ watch: false });
  try {
    const sent = await reader.open(turn.path, { architecture: 'request' });
    const rows = await sentAgainstBuilt(sent, { ...inspection, document: assembled.document }, built);
    const elsewhere =
      file.folder !== null && file.folder !== inspection.workspace
        ? [`The session worked in ${file.folder}, not in ${inspection.workspace}`]
        : [];
    return {
      session: file.id,
      request: turn.exchange.number,
      agent: rules.id,
      hash: compared?.equal === true ? createHash('sha256').update(compared.sent).digest('hex') : null,
      volatile: compared?.volatile ?? [],
      fields: compared === undefined || compared.equal ? [] : differingFields(compared.sent, compared.built),
      rows,
      notes: [
        ...elsewhere,
        ...(assembled.document.sent === undefined
          ? ['The agent’s own prompt is not known: only texts are compared']
          : []),
      ],
    };
  } finally {
    await reader.close();
  }
}

const mostFields = 20;

/** Differences besides the texts of messages, which the rows show. */
function differingFields(sent: string, built: string): readonly string[] {
  return differingPaths(sent, built, mostFields).filter((path) => !/\.text$|\.content$/.test(path));
}

function knowsFrame({ inspection }: Session, agent: string, session: string): boolean {
  if (inspection?.architecture !== agent) return false;
  return inspection.controls.some(
    ({ name, choices }) => name === 'frame' && choices?.some(({ value }) => value === session) === true,
  );
}
