import { issueText } from '../../shared/sources/config/issue-text';
import { toInspectorError, UnknownFolder } from '../host/errors';
import {
  channels,
  isChannel,
  type Args,
  type Channel,
  type ErrorCode,
  type Handlers,
  type InspectorError,
  type Reply,
  type Results,
} from '../../shared/ipc/contract';

/** Validates the channel and arguments of one call, runs its handler, and turns every outcome into a reply. */
export async function dispatch(
  handlers: Handlers,
  channel: string,
  args: unknown,
  log: (problem: unknown) => void,
): Promise<Reply<Results[Channel]>> {
  if (!isChannel(channel)) return refuse('forbidden', `There is no channel ${channel}`);
  return dispatchTo(handlers, channel, args, log);
}

async function dispatchTo<C extends Channel>(
  handlers: Handlers,
  channel: C,
  args: unknown,
  log: (problem: unknown) => void,
): Promise<Reply<Results[C]>> {
  const parsed = channels[channel].args.safeParse(args);
  if (!parsed.success)
    return refuse('bad-arguments', `${channel}: ${parsed.error.issues.map(issueText)[0] ?? 'wrong arguments'}`);
  try {
    // The argument type is inferred from the channel's schema; TypeScript cannot follow that through the index.
    const value = await handlers[channel](...(parsed.data as Args<C>));
    return { ok: true, value };
  } catch (problem) {
    const error = knownError(problem);
    if (error.code === 'bug') log(problem);
    return { ok: false, error: error };
  }
}

export function refuse(code: ErrorCode, message: string): { readonly ok: false; readonly error: InspectorError } {
  return { ok: false, error: { code, message } };
}

const codes: Readonly<Record<ErrorCode, true>> = {
  'bad-arguments': true,
  conflict: true,
  forbidden: true,
  'not-found': true,
  'no-workspace': true,
  'outside-workspace': true,
  io: true,
  bug: true,
};

/** The host throws errors with a `code`. Anything else is a bug, and its message stays in the log. */
export function knownError(problem: unknown): InspectorError {
  if (problem instanceof UnknownFolder) return toInspectorError(problem);
  if (problem instanceof Error && 'code' in problem && typeof problem.code === 'string' && isCode(problem.code)) {
    return {
      code: problem.code,
      message: problem.message,
    };
  }
  return { code: 'bug', message: 'Strata made a mistake. Help › Show Logs has the details.' };
}

function isCode(code: string): code is ErrorCode {
  return Object.hasOwn(codes, code);
}
