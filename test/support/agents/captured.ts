import { createSessionAt } from '../../../electron/host/capture/store';
import type { SessionWriter } from '../../../electron/host/capture/session-writer';
import type { Exchange } from '../../../shared/sessions/types';

export interface MadeCapture {
  readonly agent?: string;
  /** Of November 2026. */
  readonly day: number;
  readonly version?: string;
  readonly folder?: string;
  readonly body: string;
  readonly address?: string;
  readonly fidelity?: 'bytes' | 'rebuilt';
}

/** Writes a session with one request, as a capture does. Returns its id. */
export async function capture(captures: string, made: MadeCapture): Promise<string> {
  const writer = await beginCapture(captures, made);
  await sendCaptured(writer, made);
  await writer.end(new Date(Date.UTC(2026, 10, made.day, 9)).toISOString());
  return writer.session.id;
}

export function beginCapture(
  captures: string,
  { day, agent = 'codex', folder = '/repo/app' }: Pick<MadeCapture, 'day' | 'agent' | 'folder'>,
): Promise<SessionWriter> {
  const at = new Date(Date.UTC(2026, 10, day, 8));
  return createSessionAt(captures, { agent, folder, wayIn: 'relay' }, 1e9, at);
}

export async function sendCaptured(writer: SessionWriter, made: MadeCapture): Promise<void> {
  const { day, body, version = '0.169.0', fidelity = 'bytes' } = made;
  const number = writer.begin();
  const { file } = await writer.writeBody(number, 'request', Buffer.from(body), 'application/json');
  const exchange: Exchange = {
    version: 1,
    number,
    at: new Date(Date.UTC(2026, 10, day, 8, 1)).toISOString(),
    method: 'POST',
    address: made.address ?? 'https://api.openai.com/v1/responses',
    kind: 'turn',
    thread: null,
    request: {
      file,
      wireBytes: body.length,
      encoding: null,
      fidelity,
      complete: true,
      headers: { 'user-agent': `codex_exec/${version} (made up)` },
    },
    response: null,
    times: { requestSent: null, firstByte: null, ended: null },
    error: null,
    notes: [],
  };
  await writer.put(exchange);
}
