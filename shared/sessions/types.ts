/**
 * A session: what one agent sent and got, request by request, in order. On disk it is a folder:
 *
 *     <captures>/<id>/session.json          who, where, which way in (`SessionFile`)
 *                     0001.exchange.json    one exchange (`Exchange`)
 *                     0001.request.json     the body that was sent, its content encoding undone (`.bin` if no JSON)
 *                     0001.response.json    the response's body, its content encoding undone (`.sse`, `.bin`)
 *
 * Numbers start at 0001 and grow by one in the order in which the requests went out. A body without bytes has no file.
 * Nothing here holds a credential: headers are kept by an allow list, addresses without user, fragment and secret
 * parameters.
 */
import { z } from 'zod';

/**
 * How the requests were seen. With `relay` something stands between agent and provider; in all others the agent itself
 * wrote down what it sent. `log` is what an agent keeps anyway, `files` what the user opened.
 */
const waysIn = ['raw-bodies', 'rollout-trace', 'telemetry', 'extension', 'relay', 'log', 'files'] as const;
export type WayIn = (typeof waysIn)[number];

/**
 * What a request is for. `turn` and `compaction` are the conversation itself; all others are side requests: `title`
 * names the conversation, `routing` picks a model, `summary` sums up an earlier session or a tool result, `count`
 * counts tokens, `models` lists models, `prewarm` fills the cache, `probe` asks whether the server is there, `other` is
 * no request to a model (analytics, accounts, files).
 */
export const exchangeKinds = [
  'turn',
  'compaction',
  'title',
  'routing',
  'summary',
  'count',
  'models',
  'prewarm',
  'probe',
  'other',
] as const;
export type ExchangeKind = (typeof exchangeKinds)[number];

/** True for requests that are not part of the conversation. */
export function isSideRequest(kind: ExchangeKind): boolean {
  return kind !== 'turn' && kind !== 'compaction';
}

/**
 * How close a kept body is to the wire. `bytes`: the very bytes. `json`: the same JSON, perhaps with other white space.
 * `rebuilt`: put together from what the agent wrote down; the notes say what is missing.
 */
const fidelities = ['bytes', 'json', 'rebuilt'] as const;
export type Fidelity = (typeof fidelities)[number];

const time = z.iso.datetime();
const short = z.string().max(8192);
const headers = z.record(z.string().max(200), short).readonly();
const notes = z.array(short).max(1000).readonly();
const size = z.number().int().min(0);

export const sessionFile = z
  .object({
    version: z.literal(1),
    id: z.string().regex(/^[a-z0-9][a-z0-9-]{3,63}$/),
    /** Id of a known agent, or the name of the command; null if unknown. */
    agent: short.nullable(),
    agentVersion: short.nullable(),
    /** The folder the agent worked in; null if unknown. */
    folder: short.nullable(),
    wayIn: z.enum(waysIn),
    startedAt: time,
    /** Null while it runs, or if Strata was killed. */
    endedAt: time.nullable(),
    /** What the user should know: what a relay changes in this agent, what was dropped, what could not be read. */
    notes,
  })
  .readonly();
export type SessionFile = z.infer<typeof sessionFile>;

/** The conversation a request belongs to. A subagent has a conversation of its own and a parent. */
const thread = z.object({ id: short, parent: short.nullable() }).readonly();

const keptBody = z
  .object({
    /** Name of the file in the session's folder; null if the body is empty or was not kept (the notes say why). */
    file: short.nullable(),
    /** Bytes on the wire, encoded as they were; null if unknown. */
    wireBytes: size.nullable(),
    /** `content-encoding` on the wire; null for none. */
    encoding: short.nullable(),
    fidelity: z.enum(fidelities),
    /** False if the body ended early: the connection broke, a limit was reached, or the disk was full. */
    complete: z.boolean(),
    headers,
  })
  .readonly();
export type KeptBody = z.infer<typeof keptBody>;

export const exchange = z
  .object({
    version: z.literal(1),
    number: z.number().int().min(1),
    /** When the request went out. */
    at: time,
    method: z.string().max(40),
    /** Where it went, without anything secret; null if the agent did not write it down. */
    address: short.nullable(),
    kind: z.enum(exchangeKinds),
    thread: thread.nullable(),
    request: keptBody,
    /** Null as long as no response began. */
    response: keptBody.and(z.object({ status: z.number().int().nullable() })).nullable(),
    /** Milliseconds after `at`; null if it did not happen or is not known. */
    times: z.object({ requestSent: size.nullable(), firstByte: size.nullable(), ended: size.nullable() }).readonly(),
    /** Why there is no complete response, in words for the user; null if all went well. */
    error: short.nullable(),
    notes,
  })
  .readonly();
export type Exchange = z.infer<typeof exchange>;

/** A session with its exchanges, as read from disk or as it grows. Bodies stay in their files. */
export interface CapturedSession {
  readonly file: SessionFile;
  readonly exchanges: readonly Exchange[];
}

/** `0001`, the start of the names of an exchange's files. */
export function exchangeStem(number: number): string {
  return String(number).padStart(4, '0');
}
