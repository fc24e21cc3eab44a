/** Readers of captured sessions: files that agents and others wrote, headers, addresses and bodies of any kind. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeBody } from '../../electron/host/capture/decode-body';
import { reportedUsage, requestedModel } from '../../electron/host/capture/reported';
import type { SessionWriter } from '../../electron/host/capture/session-writer';
import { createSessionAt, listSessions, readSession } from '../../electron/host/capture/store';
import { createThreads } from '../../electron/host/capture/threads';
import { followRawBodies } from '../../electron/host/capture/watched/raw-bodies';
import { followRolloutTrace } from '../../electron/host/capture/watched/rollout-trace';
import { isRegional, plainModelId } from '../../shared/models/ids';
import { findRow, modelIdAt, neighbourOf } from '../../shared/models/table';
import { modelOfAddress, providerOfAddress, withoutSecrets } from '../../shared/requests/address';
import { keptAddress } from '../../shared/sessions/kept-address';
import { keptHeaders } from '../../shared/sessions/kept-headers';
import { kindOf } from '../../shared/sessions/kind-of';
import { exchange, exchangeKinds, type Exchange } from '../../shared/sessions/types';
import { temporaryFolder } from '../support/host/temporary';
import { hangs, long, runs } from './runs';
import { hostileText, longTexts, mutated } from './texts';

const captures = temporaryFolder();
const fail = (problem: unknown): never => {
  throw problem;
};

const sent: Exchange = {
  version: 1,
  number: 1,
  at: '2026-01-01T00:00:00.000Z',
  method: 'POST',
  address: 'https://api.example.com/v1/messages',
  kind: 'turn',
  thread: { id: 'a', parent: null },
  request: { file: '0001.request.json', wireBytes: 9, encoding: null, fidelity: 'bytes', complete: true, headers: {} },
  response: null,
  times: { requestSent: 1, firstByte: null, ended: null },
  error: null,
  notes: [],
};
const body = JSON.stringify({
  model: 'claude-sonnet-4-5',
  system: 'You are Ada.',
  messages: [{ role: 'user', content: [{ type: 'text', text: 'hi', cache_control: { type: 'ephemeral' } }] }],
  client_metadata: { thread_id: 't', 'x-codex-turn-metadata': '{"request_kind":"turn"}' },
  metadata: { user_id: '{"session_id":"s"}' },
  betas: ['b'],
});
const answer =
  'event: message_start\ndata: {"message":{"usage":{"input_tokens":5,"cache_read_input_tokens":7}}}\n\n' +
  'data: {"usage":{"output_tokens":3}}\n\ndata: [DONE]\n';
const trace = [
  { wall_time_unix_ms: 1000, payload: { type: 'thread_started' } },
  {
    wall_time_unix_ms: 2000,
    payload: { type: 'inference_started', inference_call_id: 'I', request_payload: { path: 'payloads/1.json' } },
  },
  { wall_time_unix_ms: 1e300, payload: { type: 'inference_started', inference_call_id: 'J' } },
  { wall_time_unix_ms: -1, payload: { type: 'inference_failed', inference_call_id: 'J' } },
  {
    wall_time_unix_ms: 3000,
    payload: { type: 'inference_completed', inference_call_id: 'I', response_payload: { path: 'payloads/2.json' } },
  },
];
const traceText = `${trace.map((event) => JSON.stringify(event)).join('\n')}\n`;
const finished = '{"response_id":"r","token_usage":{"input_tokens":9,"total_tokens":10},"output_items":[]}';

/** A session in a folder of its own, gone afterwards. */
async function withSession(use: (writer: SessionWriter) => void | Promise<void>): Promise<void> {
  const writer = await createSessionAt(captures, { agent: null, folder: null, wayIn: 'relay' }, 1e9, new Date());
  try {
    await use(writer);
  } finally {
    rmSync(writer.path, { recursive: true });
  }
}

/** Whatever was written down is a session that can be read again, whole. */
function expectReadable({ path, exchanges }: SessionWriter): void {
  const read = readSession(path);
  expect(read?.unreadable).toBe(0);
  expect(read?.exchanges.length).toBe(exchanges.length);
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** `seeds`: good texts, which are mutated. */
interface Reader {
  readonly seeds: readonly string[];
  check(text: string): void | Promise<void>;
}

const readers: Readonly<Record<string, Reader>> = {
  'session files': {
    seeds: [JSON.stringify(sent), JSON.stringify({ ...sent, request: { ...sent.request, file: '../../x' } })],
    check: (text) =>
      withSession(({ path }) => {
        writeFileSync(join(path, '0001.exchange.json'), text);
        const read = readSession(path);
        expect((read?.exchanges.length ?? 0) + (read?.unreadable ?? 0)).toBe(1);
        for (const each of read?.exchanges ?? []) {
          expect(reportedUsage(path, each)).toBeUndefined();
          requestedModel(path, each);
        }
        writeFileSync(join(path, 'session.json'), text);
        expect(readSession(path)).toBeUndefined();
        expect(listSessions(captures)).toEqual([]);
      }),
  },
  'captured bodies': {
    seeds: [body, answer, finished],
    check: (text) =>
      withSession(({ path }) => {
        for (const name of ['0001.response.sse', '0001.response.json', '0001.request.json'])
          writeFileSync(join(path, name), text);
        for (const file of ['0001.response.sse', '0001.response.json']) {
          const usage = reportedUsage(path, { ...sent, response: { ...sent.request, file, status: 200 } });
          for (const count of usage === undefined ? [] : [usage.read, usage.written, usage.uncached, usage.output])
            expect(count === null || (Number.isInteger(count) && count >= 0)).toBe(true);
        }
        const model = requestedModel(path, { ...sent, address: null });
        expect(model === undefined || typeof model === 'string').toBe(true);
      }),
  },
  'raw bodies of an agent': {
    seeds: [body],
    check: (text) =>
      withSession(async (writer) => {
        const folder = mkdtempSync(join(captures, '.raw-'));
        const follower = followRawBodies(folder, writer, fail);
        writeFileSync(join(folder, 'a.request.json'), text);
        writeFileSync(join(folder, 'b.response.json'), text);
        await follower.stop();
        rmSync(folder, { recursive: true });
        expect(writer.exchanges.length).toBe(1);
        expectReadable(writer);
      }),
  },
  'rollout traces': {
    seeds: [traceText],
    check: (text) =>
      withSession(async (writer) => {
        const folder = mkdtempSync(join(captures, '.trace-'));
        const payloads = join(folder, 'trace-a/payloads');
        mkdirSync(payloads, { recursive: true });
        writeFileSync(join(payloads, '1.json'), body);
        writeFileSync(join(payloads, '2.json'), finished);
        writeFileSync(join(folder, 'trace-a/trace.jsonl'), text);
        const follower = followRolloutTrace(folder, writer, fail);
        await follower.stop();
        rmSync(folder, { recursive: true });
        expectReadable(writer);
      }),
  },
  'payloads of a trace': {
    seeds: [body, finished],
    check: (text) =>
      withSession(async (writer) => {
        const folder = mkdtempSync(join(captures, '.trace-'));
        const payloads = join(folder, 'trace-a/payloads');
        mkdirSync(payloads, { recursive: true });
        for (const name of ['1.json', '2.json']) writeFileSync(join(payloads, name), text);
        writeFileSync(join(folder, 'trace-a/trace.jsonl'), traceText);
        const follower = followRolloutTrace(folder, writer, fail);
        await follower.stop();
        rmSync(folder, { recursive: true });
        expect(writer.exchanges.length).toBe(2);
        expectReadable(writer);
      }),
  },
  'what a request is for': {
    seeds: [body],
    check(text) {
      const threads = createThreads();
      const named: Readonly<Record<string, string>> = { 'x-session-id': text, 'x-parent-session-id': text };
      for (const headers of [{}, named])
        for (const address of ['', text, `https://api.example.com/v1/${text}`]) {
          const seen = { method: 'POST', address, headers, body: jsonOf(text) };
          expect(exchangeKinds).toContain(kindOf(seen));
          expect(exchange.safeParse({ ...sent, thread: threads.of(seen) }).success).toBe(true);
        }
    },
  },
  'headers and addresses': {
    seeds: ['https://user:pass@gateway.example.com/v1/a?key=abc&alt=sse#x'],
    check(text) {
      const headers = keptHeaders([
        ...Array<string>(20)
          .fill('accept')
          .flatMap((name) => [name, text]),
        text,
        text,
        'x-session-id',
        text,
        'cookie',
        'planted-1234',
      ]);
      expect(JSON.stringify(headers)).not.toContain('planted-1234');
      const address = keptAddress(text);
      expect(address.length).toBeLessThanOrEqual(text.length);
      for (const read of [modelOfAddress, providerOfAddress, withoutSecrets]) read(text);
      expect(exchange.safeParse({ ...sent, address, request: { ...sent.request, headers } }).success).toBe(true);
    },
  },
  'model ids': {
    seeds: ['us.anthropic.claude-sonnet-4-5-20250929-v1:0', 'models/gemini-2.5-pro', 'openrouter/openai/gpt-5.5:free'],
    check(text) {
      expect(plainModelId(plainModelId(text)).length).toBeLessThanOrEqual(text.length);
      for (const provider of ['bedrock', 'vertex']) isRegional(text, provider);
      for (const provider of [undefined, 'anthropic', 'bedrock', text]) {
        const row = findRow(text, provider);
        expect(row === undefined || row.id !== '').toBe(true);
        modelIdAt(text, provider ?? 'openai');
      }
      neighbourOf(text);
    },
  },
  'packed bodies': {
    seeds: [],
    async check(text) {
      const bytes = Buffer.from(text);
      for (const encoding of ['gzip', 'br', 'deflate', 'zstd', 'gzip, br', text]) {
        const decoded = await decodeBody(bytes, encoding);
        expect(decoded.complete || decoded.problem !== null).toBe(true);
      }
    },
  },
};

const nested = (depth: number): readonly string[] => [
  `${'['.repeat(depth)}${']'.repeat(depth)}`,
  `${'{"messages":['.repeat(depth)}${']}'.repeat(depth)}`,
  `{"messages":[{"role":"user","content":${'['.repeat(depth)}${']'.repeat(depth)}}]}`,
];

describe.each(Object.entries(readers))('%s', (_, { seeds, check }) => {
  it('reads random texts and mutated ones', { timeout: hangs }, async () => {
    await fc.assert(
      fc.asyncProperty(hostileText, async (text) => check(text)),
      runs(60),
    );
    if (seeds.length > 0)
      await fc.assert(
        fc.asyncProperty(fc.constantFrom(...seeds).chain(mutated), async (text) => check(text)),
        runs(150),
      );
    expect(Object.keys(Object.prototype)).toEqual([]);
  });

  it('reads one thing repeated', { timeout: hangs }, async () => {
    for (const text of [...longTexts(long(10_000)), ...nested(long(10_000))]) await check(text);
  });
});
