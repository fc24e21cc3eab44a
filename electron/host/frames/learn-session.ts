import { createHash } from 'node:crypto';
import { learnFrame } from '../../../shared/assemblers/agents/frame/learn';
import type { AgentRules } from '../../../shared/assemblers/agents/types';
import { parseBody, plainBody } from '../../../shared/requests/body';
import { formOf } from '../../../shared/requests/form';
import { sourceId } from '../../../shared/document/builders';
import { parseObject } from '../../../shared/assemblers/agents/frame/json';
import type { FramePiece, LearnedFrame } from '../../../shared/sources/learned-frame';
import type { CapturedSession, Exchange } from '../../../shared/sessions/types';
import { turnOfSession } from '../capture/first-turn';

export type LearnedSession =
  | { readonly frame: LearnedFrame }
  | { readonly problem: string }
  /** No request of the conversation is there yet. */
  | { readonly nothing: true };

/**
 * Learns from the first request of a session's own conversation. `path`: the session's folder. A session of an unknown
 * agent teaches something if its request is recognised.
 */
export function learnSession(
  rules: AgentRules,
  path: string,
  session: CapturedSession,
  pieces: readonly FramePiece[] = [],
): LearnedSession {
  const read = turnOfSession(path, session, 'first');
  if (!('text' in read)) return read;
  const { exchange: turn, text } = read;
  const { file } = session;
  if (file.agent === null && !rules.frame.recognises(parseObject(text) ?? null)) return { nothing: true };
  const source = { id: sourceId('request'), path: 'request', as: 'request', text };
  const { root } = parseBody(source);
  const address = turn.address ?? undefined;
  const form = root === undefined ? undefined : formOf({ ...plainBody(source, root, ''), address });
  if (form === undefined) return { problem: 'it is not a request to a model' };
  return learnFrame(
    rules.frame,
    {
      agent: rules.id,
      version: file.agentVersion ?? versionOf(turn),
      session: file.id,
      folder: file.folder,
      at: turn.at,
      address: turn.address,
      form,
      body: text,
    },
    (body) => createHash('sha256').update(body).digest('hex'),
    pieces,
  );
}

/** How agents call themselves in their user agent, which may go on: `codex_exec/0.169.0 (…)`. */
const userAgents = ['codex', 'opencode', 'geminicli', 'claude-cli', 'pi'];
const userAgent = new RegExp(`^(?:${userAgents.join('|')})[\\w-]*/(\\d[\\w.+-]*)`, 'i');

/** From the user agent, or from the header `version`. */
function versionOf({ request: { headers } }: Exchange): string | null {
  const agent = userAgent.exec(headers['user-agent'] ?? '');
  return agent?.[1] ?? headers['version'] ?? null;
}
