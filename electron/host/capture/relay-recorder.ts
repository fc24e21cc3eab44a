/** Turns what passes the relay into exchanges of a session. Works on copies, after the bytes have gone on. */
import { hideSecrets, keptAddress } from '../../../shared/sessions/kept-address';
import { keptHeaders } from '../../../shared/sessions/kept-headers';
import { kindOf } from '../../../shared/sessions/kind-of';
import type { Exchange, KeptBody } from '../../../shared/sessions/types';
import { headerOf } from '../relay/hop-headers';
import type { ExchangeRecorder, Recorder, RelayedHead, RelayNote } from '../relay/recorder';
import { decodeBody, isEncoded } from './decode-body';
import type { BodySide } from './body-name';
import { inTurn } from './in-turn';
import type { SessionWriter } from './session-writer';
import { createThreads } from './threads';

export interface RelayRecorder extends Recorder {
  /** Waits until everything that has passed is written. */
  settled(): Promise<void>;
}

/**
 * Copies of bodies, until they are written, may take this much memory together; one body at most half of it. Bodies are
 * unpacked one at a time, each to half of it at most: a small body can be made to unpack to any length.
 */
const usualMemory = 512 * 1024 * 1024;

/** Longer than a provider nearby takes to answer, shorter than anybody waits for a row. */
const patienceMs = 50;

export function createRelayRecorder(
  writer: SessionWriter,
  report: (problem: unknown) => void,
  mostMemory = usualMemory,
): RelayRecorder {
  const memory = { used: 0, most: mostMemory };
  const unpacking = inTurn();
  const running = new Set<Promise<void>>();
  const threads = createThreads();
  const track = (work: Promise<void>): void => {
    running.add(work);
    void work.catch(report).finally(() => running.delete(work));
  };
  return {
    begin: (head) => recordExchange({ head, writer, memory, unpacking, threads, track }),
    noted(note) {
      if (note.kind === 'copy-failed') report(note.problem);
      track(writer.note(noteText(note)));
    },
    async settled() {
      while (running.size > 0) await Promise.allSettled(running);
    },
  };
}

function noteText(note: RelayNote): string {
  switch (note.kind) {
    case 'upgrade':
      return 'The agent asked for a WebSocket. The relay answered 426, so that it sends its requests by POST.';
    case 'copy-failed':
      return 'An exchange could not be recorded. It was relayed all the same.';
    case 'refused':
      return refusals[note.why];
  }
}

const refusals = {
  browser: 'A page in a browser tried to use the relay and was refused.',
  host: 'A request with another Host than the relay’s was refused.',
  secret: 'A request without the secret of this launch was refused.',
  user: 'A process of another user tried to use the relay and was refused.',
} as const;

interface Memory {
  used: number;
  readonly most: number;
}

interface Recording {
  readonly head: RelayedHead;
  readonly writer: SessionWriter;
  readonly memory: Memory;
  readonly unpacking: ReturnType<typeof inTurn>;
  readonly threads: ReturnType<typeof createThreads>;
  readonly track: (work: Promise<void>) => void;
}

function recordExchange({ head, writer, memory, unpacking, threads, track }: Recording): ExchangeRecorder {
  const number = writer.begin();
  const started = performance.now();
  const at = new Date().toISOString();
  const after = (): number => Math.round(performance.now() - started);
  const copies = { request: copyOf(memory), response: copyOf(memory) };
  const times: { requestSent: number | null; firstByte: number | null; ended: number | null } = {
    requestSent: null,
    firstByte: null,
    ended: null,
  };
  let answered: { readonly status: number; readonly headers: readonly string[] } | undefined;
  let exchange: Exchange | undefined;
  let before: Promise<void> = Promise.resolve();
  const inOrder = (work: () => Promise<void>): void => {
    before = before.then(work);
    track(before);
  };
  let goOn = (): void => undefined;
  /** Parsing a long body takes milliseconds. It waits for a moment in which the provider thinks, or for the end. */
  const idle = (): Promise<void> =>
    new Promise((resolve) => {
      if (times.ended !== null) return resolve();
      const timer = setTimeout(resolve, patienceMs);
      goOn = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  const keep = async (side: BodySide, headers: readonly string[], isComplete: boolean): Promise<KeptCopy> => {
    // The value is written into the exchange and its notes, so it must not contain a secret.
    const encoding = hideSecrets(headerOf(headers, 'content-encoding') ?? '') || null;
    try {
      const work = (): Promise<KeptCopy> => keepNow(side, headers, encoding, isComplete);
      return await (isEncoded(encoding) ? unpacking(work) : work());
    } finally {
      copies[side].release();
    }
  };
  const keepNow = async (
    side: BodySide,
    headers: readonly string[],
    encoding: string | null,
    isComplete: boolean,
  ): Promise<KeptCopy> => {
    const copy = copies[side];
    const wire = copy.bytes();
    const decoded = await decodeBody(wire, encoding, memory.most / 2);
    // Nothing could be unpacked: the bytes as they came are better than none.
    const isRaw = decoded.bytes.length === 0 && wire.length > 0;
    const written = await writer.writeBody(
      number,
      side,
      isRaw ? wire : decoded.bytes,
      isRaw ? 'application/octet-stream' : headerOf(headers, 'content-type'),
    );
    const body: KeptBody = {
      file: written.file,
      wireBytes: copy.length,
      encoding: encoding?.slice(0, 200) ?? null,
      fidelity: 'bytes',
      complete: isComplete && decoded.complete && !copy.isCut && written.problem === null,
      headers: keptHeaders(headers),
    };
    const problems = [
      copy.isCut ? `The ${side} was too long to be kept whole` : null,
      decoded.problem,
      written.problem,
    ];
    return { body, text: decoded.bytes, notes: problems.filter((each) => each !== null) };
  };
  const putRequest = async (isComplete: boolean): Promise<void> => {
    if (exchange !== undefined) return;
    const { body, text, notes } = await keep('request', head.headers, isComplete);
    const seen = { method: head.method, address: head.address, headers: lowerCased(head.headers), body: parsed(text) };
    exchange = {
      version: 1,
      number,
      at,
      method: head.method.slice(0, 40),
      address: keptAddress(head.address),
      kind: kindOf(seen),
      thread: threads.of(seen),
      request: body,
      response: null,
      // A fast response may have ended already: its times are written together with it.
      times: { requestSent: times.requestSent, firstByte: null, ended: null },
      error: null,
      notes,
    };
    await writer.put(exchange);
  };
  return {
    requestData: (chunk) => copies.request.add(chunk),
    requestEnded() {
      times.requestSent = after();
      inOrder(async () => {
        await idle();
        await putRequest(true);
      });
    },
    responseStarted(status, headers) {
      times.firstByte = after();
      answered = { status, headers };
    },
    responseData: (chunk) => copies.response.add(chunk),
    ended(problem) {
      times.ended = after();
      goOn();
      inOrder(async () => {
        await putRequest(false);
        if (exchange === undefined) return;
        const response = answered === undefined ? undefined : await keep('response', answered.headers, !problem);
        exchange = {
          ...exchange,
          response: response === undefined ? null : { ...response.body, status: answered?.status ?? null },
          times: { ...times },
          error: problem ?? null,
          notes: [...exchange.notes, ...(response?.notes ?? [])],
        };
        await writer.put(exchange);
      });
      // Frees the memory also if a write failed before it used the copies.
      track(before.finally(() => Object.values(copies).forEach((copy) => copy.release())));
    },
  };
}

interface KeptCopy {
  readonly body: KeptBody;
  readonly text: Buffer;
  readonly notes: readonly string[];
}

interface Copy {
  readonly length: number;
  readonly isCut: boolean;
  add(chunk: Buffer): void;
  /** All that was kept. A second call returns nothing. */
  bytes(): Buffer;
  /** The bytes are no longer needed. */
  release(): void;
}

function copyOf(memory: Memory): Copy {
  let chunks: Buffer[] = [];
  let [inMemory, length, isCut] = [0, 0, false];
  return {
    get length() {
      return length;
    },
    get isCut() {
      return isCut;
    },
    add(chunk) {
      length += chunk.length;
      isCut ||= memory.used + chunk.length > memory.most || inMemory + chunk.length > memory.most / 2;
      if (isCut) return;
      chunks.push(chunk);
      inMemory += chunk.length;
      memory.used += chunk.length;
    },
    bytes() {
      const bytes = Buffer.concat(chunks);
      chunks = [];
      return bytes;
    },
    release() {
      memory.used -= inMemory;
      inMemory = 0;
    },
  };
}

function lowerCased(raw: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(raw.flatMap((name, at) => (at % 2 === 0 ? [[name.toLowerCase(), raw[at + 1] ?? '']] : [])));
}

/** Parsing blocks the thread: the kind of a longer body is read from its address alone. */
const mostParsed = 16 * 1024 * 1024;

function parsed(bytes: Buffer): unknown {
  if (bytes.length > mostParsed) return undefined;
  const start = bytes.subarray(0, 64).toString('latin1').trimStart();
  if (!start.startsWith('{') && !start.startsWith('[')) return undefined;
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}
