/** Exchanges of an agent that writes its requests down itself: the request first, the response when it comes. */
import { keptAddress } from '../../../../shared/sessions/kept-address';
import { kindOf, type SeenThread } from '../../../../shared/sessions/kind-of';
import { maskSecrets } from '../../../../shared/sources/secrets/secrets';
import type { Exchange, ExchangeKind, Fidelity } from '../../../../shared/sessions/types';
import type { KeptFile, SessionWriter } from '../session-writer';
import { createThreads } from '../threads';

export interface WrittenBody {
  readonly bytes: Buffer;
  readonly fidelity: Fidelity;
  readonly complete: boolean;
  readonly notes: readonly string[];
}

/** What an agent says of a request beside its body. */
export interface WrittenAbout {
  readonly address?: string | undefined;
  readonly kind?: ExchangeKind | undefined;
  readonly thread?: SeenThread | undefined;
}

export interface WrittenExchanges {
  /** Returns the exchange's number. */
  request(atMs: number, body: WrittenBody, value: unknown, about?: WrittenAbout): Promise<number>;
  response(number: number, atMs: number, body: WrittenBody, status?: number | null): Promise<void>;
  failed(number: number, atMs: number, error: string): Promise<void>;
}

const json = 'application/json';

export function createWrittenExchanges(writer: SessionWriter): WrittenExchanges {
  const threads = createThreads();
  const change = async (number: number, with_: (before: Exchange) => Exchange): Promise<void> => {
    const before = writer.exchanges[number - 1];
    if (before !== undefined) await writer.put(with_(before));
  };
  return {
    async request(atMs, body, value, about = {}) {
      const number = writer.begin();
      const written = await writer.writeBody(number, 'request', body.bytes, json);
      const seen = { method: 'POST', address: about.address ?? '', headers: {}, body: value };
      await writer.put({
        version: 1,
        number,
        at: new Date(possibleTime(atMs)).toISOString(),
        method: 'POST',
        address: about.address === undefined ? null : keptAddress(about.address),
        kind: about.kind ?? kindOf(seen),
        thread: about.thread ?? threads.of(seen),
        request: kept(body, written),
        response: null,
        times: { requestSent: null, firstByte: null, ended: null },
        error: null,
        notes: notesOf(body, written),
      });
      return number;
    },
    async response(number, atMs, body, status = null) {
      const written = await writer.writeBody(number, 'response', body.bytes, json);
      await change(number, (before) => ({
        ...before,
        response: { ...kept(body, written), status },
        times: { ...before.times, ended: afterMs(before, atMs) },
        notes: [...before.notes, ...notesOf(body, written)],
      }));
    },
    failed: (number, atMs, error) =>
      change(number, (before) => ({
        ...before,
        // Masked, because providers repeat parts of what they were sent.
        error: maskSecrets(error.slice(0, longestError)).text,
        times: { ...before.times, ended: afterMs(before, atMs) },
      })),
  };
}

const longestError = 1000;

function afterMs({ at }: Exchange, atMs: number): number {
  return Math.max(0, Math.round(possibleTime(atMs) - Date.parse(at)));
}

/** The time comes from a file: within years of four digits, or now. */
function possibleTime(ms: number): number {
  return ms >= 0 && ms < Date.UTC(10_000, 0) ? ms : Date.now();
}

function kept(body: WrittenBody, written: KeptFile): Exchange['request'] {
  return {
    file: written.file,
    wireBytes: null,
    encoding: null,
    fidelity: body.fidelity,
    complete: body.complete && written.problem === null,
    headers: {},
  };
}

function notesOf({ notes }: WrittenBody, { problem }: KeptFile): readonly string[] {
  return problem === null ? notes : [...notes, problem];
}
