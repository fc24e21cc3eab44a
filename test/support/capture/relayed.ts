/** A relay with a session on disk behind it, for one test. */
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { request as send } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { createRelayRecorder } from '../../../electron/host/capture/relay-recorder';
import { createSessionWriter, type SessionEvent } from '../../../electron/host/capture/session-writer';
import type { RelayNote } from '../../../electron/host/relay/recorder';
import { startRelay } from '../../../electron/host/relay/relay';
import type { Vendor } from '../../../electron/host/relay/routes';
import type { Exchange } from '../../../shared/sessions/types';

export interface Relayed {
  readonly port: number;
  readonly folder: string;
  readonly events: readonly SessionEvent[];
  readonly notes: readonly RelayNote[];
  readonly problems: readonly unknown[];
  base(vendor: Vendor): string;
  /** What was recorded, after everything that has passed is written. */
  recorded(): Promise<readonly Exchange[]>;
  /** The bytes of a kept body. */
  body(exchange: Exchange | undefined, side: 'request' | 'response'): Buffer;
  sessionNotes(): readonly string[];
}

export interface RelayedOptions {
  readonly folder?: string;
  readonly mostBytes?: number;
  /** For the copies of bodies that are under way. */
  readonly mostMemory?: number;
}

export async function relayTo(upstream: string, options: RelayedOptions = {}): Promise<Relayed> {
  const parent = options.folder ?? mkdtempSync(join(tmpdir(), 'strata-relay-'));
  const folder = join(parent, 'session');
  const writer = await createSessionWriter({
    path: folder,
    session: {
      version: 1,
      id: 'test-session',
      agent: null,
      agentVersion: null,
      folder: null,
      wayIn: 'relay',
      startedAt: new Date().toISOString(),
      endedAt: null,
      notes: [],
    },
    mostBytes: options.mostBytes ?? Number.MAX_SAFE_INTEGER,
  });
  const events: SessionEvent[] = [];
  writer.on((event) => events.push(event));
  const problems: unknown[] = [];
  const notes: RelayNote[] = [];
  const inner = createRelayRecorder(writer, (problem) => problems.push(problem), options.mostMemory);
  const recorder = {
    ...inner,
    noted(note: RelayNote) {
      notes.push(note);
      inner.noted(note);
    },
  };
  const upstreams = { anthropic: upstream, openai: upstream, gemini: upstream, other: upstream };
  const relay = await startRelay({ recorder, upstreams, environment: {} });
  onTestFinished(async () => {
    await relay.close();
    await inner.settled();
    if (options.folder === undefined) rmSync(parent, { recursive: true, force: true });
  });
  return {
    port: relay.port,
    folder,
    events,
    notes,
    problems,
    base: relay.baseFor,
    async recorded() {
      await inner.settled();
      return readdirSync(folder)
        .filter((name) => name.endsWith('.exchange.json'))
        .toSorted()
        .map((name): Exchange => JSON.parse(readFileSync(join(folder, name), 'utf8')));
    },
    body(exchange, side) {
      const file = exchange?.[side]?.file ?? null;
      return file === null ? Buffer.alloc(0) : readFileSync(join(folder, file));
    },
    sessionNotes: () => writer.session.notes,
  };
}

export interface Got {
  readonly status: number;
  readonly statusMessage: string;
  readonly headers: readonly string[];
  readonly trailers: readonly string[];
  readonly body: Buffer;
  /** Chunks of the body as the client saw them. */
  readonly chunks: readonly Buffer[];
  /** Set if the response broke off. */
  readonly broken: boolean;
}

export interface Sent {
  readonly method?: string;
  readonly headers?: readonly string[] | Readonly<Record<string, string>>;
  readonly body?: Buffer | string;
}

/** Sends one request with Node's own client on a connection of its own. Rejects if no response began. */
export function call(address: string, { method = 'POST', headers = {}, body }: Sent = {}): Promise<Got> {
  // Node adds no Host to a flat list.
  const sent = Array.isArray(headers) ? ['Host', new URL(address).host, ...headers] : headers;
  return new Promise((resolve, reject) => {
    const request = send(address, { method, headers: sent as Record<string, string>, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      const done = (broken: boolean): void =>
        resolve({
          status: response.statusCode ?? 0,
          statusMessage: response.statusMessage ?? '',
          headers: response.rawHeaders,
          trailers: response.rawTrailers,
          body: Buffer.concat(chunks),
          chunks,
          broken,
        });
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('end', () => done(false));
      response.once('error', () => done(true));
    });
    request.once('error', reject);
    request.end(body);
  });
}

export function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** The whole of a folder, for a search. */
export function allBytes(folder: string): string {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.name}\n${readFileSync(join(entry.parentPath, entry.name), 'latin1')}`)
    .join('\n');
}
