import { realpathSync } from 'node:fs';
import type { CapturedSession, Exchange } from '../../../shared/sessions/types';
import { readTextOf } from '../disk/open-file';
import { childOf, toSlash } from '../disk/paths';
import { systemCode, systemReason } from '../errors';

export type TurnOfSession =
  | { readonly exchange: Exchange; readonly text: string; readonly path: string }
  | { readonly problem: string }
  /** No request of the conversation is there yet. */
  | { readonly nothing: true };

const maxBytes = 64 * 1024 * 1024;

/** A request of a session's own conversation that was kept as it was sent: the first or the last. */
export function turnOfSession(
  path: string,
  { exchanges }: Pick<CapturedSession, 'exchanges'>,
  which: 'first' | 'last',
): TurnOfSession {
  const turns = exchanges.filter(
    ({ kind, thread, request }) => kind === 'turn' && (thread?.parent ?? null) === null && request.file !== null,
  );
  const whole = turns.filter(({ request }) => request.complete && request.fidelity !== 'rebuilt');
  const exchange = which === 'first' ? whole[0] : whole.at(-1);
  if (exchange === undefined)
    return turns.length === 0 ? { nothing: true } : { problem: 'its requests are not kept as they were sent' };
  const file = childOf(path, exchange.request.file ?? '');
  try {
    return {
      exchange,
      path: file,
      text: readTextOf(file, { most: maxBytes, within: toSlash(realpathSync.native(path)) }),
    };
  } catch (error) {
    if (systemCode(error) === '') throw error;
    return { problem: systemReason(error) };
  }
}
