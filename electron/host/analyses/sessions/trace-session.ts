/** A request that was sent beside a folder: every stretch of its text that stands in a file there, and the rest. */
import { searchedText, traceRequest, type RequestToTrace } from '../../../../shared/assemblers/agents/traced/trace';
import type { TracedRequest } from '../../../../shared/assemblers/agents/traced/types';
import { sourceId } from '../../../../shared/document/builders';
import type { PromptDocument } from '../../../../shared/document/types';
import { parseBody, plainBody } from '../../../../shared/requests/body';
import { formOf } from '../../../../shared/requests/form';
import { turnOfSession } from '../../capture/first-turn';
import { readSession } from '../../capture/store';
import { HostError } from '../../errors';
import { candidateFiles } from './candidate-files';

export interface TracedSession extends TracedRequest {
  readonly session: string;
  readonly request: number;
}

/** `path`: the session's folder. Its last request is traced: it contains the earlier ones. */
export async function traceSession(path: string, folder: string): Promise<TracedSession> {
  const captured = readSession(path);
  if (captured === undefined) throw new HostError('not-found', `${path} is not a captured session`);
  const { file } = captured;
  const turn = turnOfSession(path, captured, 'last');
  if (!('text' in turn))
    throw new HostError('bad-arguments', 'problem' in turn ? turn.problem : 'The session has no request yet');
  const { exchange, text: body } = turn;
  const source = { id: sourceId(turn.path), path: turn.path, as: 'request', text: body };
  const { root } = parseBody(source);
  const { address, at, number } = exchange;
  const form =
    root === undefined ? undefined : formOf({ ...plainBody(source, root, file.id), address: address ?? undefined, at });
  if (form === undefined) throw new HostError('bad-arguments', 'The session’s last request is not one to a model');
  const traced = await traceIn(folder, {
    name: `Request ${number} of session ${file.id}`,
    agent: file.agent ?? 'agent',
    version: file.agentVersion,
    session: file.id,
    folder: file.folder,
    at,
    form,
    address,
    body,
  });
  return { ...traced, session: file.id, request: number };
}

/** A request that is shown. Undefined if its body is not kept. */
export function requestShown(
  { sent }: Pick<PromptDocument, 'sent'>,
  about: Pick<RequestToTrace, 'name' | 'agent' | 'version' | 'session' | 'folder'>,
): RequestToTrace | undefined {
  if (sent?.text === undefined) return undefined;
  const { form, address, at, text: body } = sent;
  return { ...about, form, address, at: at ?? '', body };
}

export async function traceIn(folder: string, request: RequestToTrace): Promise<TracedRequest> {
  const candidates = await candidateFiles(folder, searchedText(request.body));
  const elsewhere =
    request.folder !== null && request.folder !== folder
      ? [`The session worked in ${request.folder}, not in ${folder}`]
      : [];
  return traceRequest(request, candidates, elsewhere);
}
