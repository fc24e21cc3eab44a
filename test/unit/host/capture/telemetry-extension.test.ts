/** Gemini CLI's telemetry and pi's extension: what they write becomes exchanges, live, and half-written ones wait. */
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { reportedUsage } from '../../../../electron/host/capture/reported';
import type { SessionWriter } from '../../../../electron/host/capture/session-writer';
import { createSessionAt } from '../../../../electron/host/capture/store';
import { makeWatchedFolder, removeLeftFolders } from '../../../../electron/host/capture/watched-folders';
import { followExtension } from '../../../../electron/host/capture/watched/extension';
import { writePiExtension } from '../../../../electron/host/capture/watched/pi-extension';
import { followTelemetry, telemetryFile } from '../../../../electron/host/capture/watched/telemetry';
import type { Exchange, WayIn } from '../../../../shared/sessions/types';
import { temporaryFolder } from '../../../support/host/temporary';

async function watched(wayIn: WayIn): Promise<{ readonly writer: SessionWriter; readonly folder: string }> {
  const writer = await createSessionAt(temporaryFolder(), { agent: null, folder: null, wayIn }, 1e9, new Date());
  return { writer, folder: temporaryFolder() };
}

const fail = (problem: unknown): never => {
  throw problem;
};

function arrived(writer: SessionWriter, is: (exchange: Exchange) => boolean): Promise<void> {
  return new Promise((resolve) =>
    writer.on((event) => {
      if (event.kind === 'exchange' && is(event.exchange)) resolve();
    }),
  );
}

function bodyOf(writer: SessionWriter, name: string): unknown {
  return JSON.parse(readFileSync(join(writer.path, name), 'utf8'));
}

const at = (seconds: number): string => new Date(Date.UTC(2026, 10, 18, 9, 0, seconds)).toISOString();
const contents = [{ role: 'user', parts: [{ text: 'hi }\n}\n there' }] }];
const tools = [{ functionDeclarations: [{ name: 'read_file' }] }];

const span = (spanId: string, system: unknown): unknown => ({
  _spanContext: { spanId },
  name: 'llm_call',
  attributes: {
    'gen_ai.system_instructions': JSON.stringify(system),
    'gen_ai.tool.definitions': JSON.stringify(tools),
  },
});
const asked = (spanId: string, seconds: number, role: string): unknown => ({
  spanContext: { spanId },
  attributes: {
    'event.name': 'gemini_cli.api_request',
    'event.timestamp': at(seconds),
    'session.id': 's1',
    model: 'gemini-2.5-pro',
    prompt_id: role === 'subagent' ? 'reviewer#1' : 's1#1',
    request_text: JSON.stringify(contents),
    role,
  },
});
const details = (spanId: string): unknown => ({
  spanContext: { spanId },
  attributes: {
    'event.name': 'gen_ai.client.inference.operation.details',
    'gen_ai.request.temperature': 1,
    'server.address': 'generativelanguage.googleapis.com',
  },
});
const answered = (seconds: number, ms: number, role: string, more: object): unknown => ({
  attributes: {
    'event.name': 'gemini_cli.api_response',
    'event.timestamp': at(seconds),
    duration_ms: ms,
    prompt_id: role === 'subagent' ? 'reviewer#1' : 's1#1',
    role,
    status_code: 200,
    ...more,
  },
});
const laidOut = (...records: readonly unknown[]): string =>
  records.map((record) => `${JSON.stringify(record, null, 2)}\n`).join('');

it('Gemini CLI: span and log record become one request, and the response joins it by its time', async () => {
  const { writer, folder } = await watched('telemetry');
  const follower = followTelemetry(folder, writer, fail);
  const file = join(folder, telemetryFile);
  const first = arrived(writer, ({ number, response }) => number === 1 && response !== null);
  const text = laidOut(span('a', 'Be kind.'), asked('a', 1, 'main'), details('a'));
  appendFileSync(file, text.slice(0, -60));
  appendFileSync(file, text.slice(-60));
  const chunk = (part: object, usage?: object): object => ({ candidates: [{ content: { parts: [part] } }], ...usage });
  const stream = [
    chunk({ text: 'One ' }),
    chunk({ text: 'two' }, { usageMetadata: { promptTokenCount: 9, cachedContentTokenCount: 4 } }),
  ];
  appendFileSync(file, laidOut(answered(3, 2000, 'main', { response_text: JSON.stringify(stream) })));
  await first;
  expect(writer.exchanges[0]).toMatchObject({
    at: at(1),
    kind: 'turn',
    thread: { id: 's1', parent: null },
    address: 'https://generativelanguage.googleapis.com/v1beta/models/gemini-2.5-pro:streamGenerateContent',
    request: { complete: true, fidelity: 'rebuilt' },
    response: { status: 200 },
    times: { ended: 2000 },
  });
  expect(bodyOf(writer, '0001.request.json')).toEqual({
    contents,
    systemInstruction: { parts: [{ text: 'Be kind.' }], role: 'user' },
    tools,
    generationConfig: { temperature: 1 },
  });
  expect(bodyOf(writer, '0001.response.json')).toMatchObject({
    candidates: [{ content: { parts: [{ text: 'One ' }, { text: 'two' }] } }],
  });
  expect(writer.exchanges[0] && reportedUsage(writer.path, writer.exchanges[0])).toMatchObject({ read: 4, context: 9 });
  // Two at once: each answer goes to the call that began when it says.
  appendFileSync(
    file,
    laidOut(
      asked('b', 10, 'subagent'),
      asked('c', 11, 'main'),
      span('c', []),
      answered(12, 1000, 'main', { input_token_count: 5 }),
      span('b', []),
      answered(20, 10_000, 'subagent', { input_token_count: 6 }),
      asked('d', 30, 'utility_router'),
      span('d', []),
      asked('e', 40, 'main'),
    ).slice(0, -20),
  );
  await follower.stop();
  expect(writer.exchanges.map(({ kind, thread }) => [kind, thread?.id, thread?.parent])).toEqual([
    ['turn', 's1', null],
    ['turn', 'reviewer#1', 's1'],
    ['turn', 's1', null],
    ['routing', 's1', null],
  ]);
  const usage = writer.exchanges.map((each) => reportedUsage(writer.path, each)?.context);
  expect(usage).toEqual([9, 6, 5, undefined]);
});

it('Gemini CLI: a call that failed says why, without what looks like a key', async () => {
  const { writer, folder } = await watched('telemetry');
  const follower = followTelemetry(folder, writer, fail);
  const key = 'ghp_Zk3nD8sQ1vB6xT4mR9wL2yH7cJ5pF0aGe8Uu';
  const failed = {
    'event.name': 'gemini_cli.api_error',
    status_code: 429,
    'error.message': `quota of ${key} used up`,
  };
  appendFileSync(
    join(folder, telemetryFile),
    laidOut(asked('a', 1, 'main'), span('a', 'x'), answered(2, 1000, 'main', failed)),
  );
  await follower.stop();
  expect(writer.exchanges[0]?.response).toBeNull();
  expect(writer.exchanges[0]?.error).toMatch(/^Gemini CLI says that this request failed \(429\): quota of /);
  expect(writer.exchanges[0]?.error).not.toContain(key);
});

type Handler = (event: unknown, context: unknown) => unknown;

/** pi as far as an extension sees it. */
async function startPi(extension: string): Promise<(name: string, event: unknown, context?: unknown) => unknown> {
  const handlers = new Map<string, Handler>();
  const loaded: { readonly default: (pi: unknown) => void } = await import(pathToFileURL(extension).href);
  loaded.default({ on: (name: string, handler: Handler) => handlers.set(name, handler) });
  return (name, event, context) => handlers.get(name)?.(event, context);
}

it('pi: the extension keeps what pi sends, changes nothing, and writes no header and no address', async () => {
  const { writer, folder } = await watched('extension');
  const pi = await startPi(await writePiExtension(folder));
  const follower = followExtension(folder, writer, fail);
  const payload = {
    model: 'claude-sonnet-4-5',
    messages: [{ role: 'user', content: 'hi' }],
    tools: [{ name: 'read' }],
  };
  const context = {
    model: {
      id: 'claude-sonnet-4-5',
      api: 'anthropic-messages',
      provider: 'anthropic',
      baseUrl: 'http://me:pw-Zk39@127.0.0.1:9/path-Zk39?key=query-Zk39',
      headers: { 'x-api-key': 'header-Zk39' },
    },
    sessionManager: { getSessionId: () => 'p1' },
  };
  const first = arrived(writer, ({ response }) => response !== null);
  expect(pi('before_provider_request', { payload }, context)).toBeUndefined();
  pi('after_provider_response', { status: 200, headers: { 'set-cookie': 'cookie-Zk39' } });
  const usage = { input: 5, output: 2, cacheRead: 7, cacheWrite: 3 };
  const content = [
    { type: 'text', text: 'Ok.' },
    { type: 'toolCall', id: 't', name: 'read', arguments: { path: 'a' } },
  ];
  pi('message_end', { message: { role: 'user', content: 'hi' } });
  pi('message_end', { message: { role: 'assistant', model: 'm', content, usage, stopReason: 'toolUse' } });
  await first;
  expect(readFileSync(join(writer.path, '0001.request.json'), 'utf8')).toBe(JSON.stringify(payload));
  expect(writer.exchanges[0]).toMatchObject({
    kind: 'turn',
    thread: { id: 'p1', parent: null },
    address: 'http://127.0.0.1:9/v1/messages',
    request: { fidelity: 'json', complete: true },
    response: { status: 200, fidelity: 'rebuilt' },
    error: null,
  });
  expect(writer.exchanges[0] && reportedUsage(writer.path, writer.exchanges[0])).toMatchObject({
    read: 7,
    written: 3,
    uncached: 5,
    output: 2,
  });
  expect(bodyOf(writer, '0001.response.json')).toMatchObject({
    content: [
      { type: 'text', text: 'Ok.' },
      { type: 'tool_use', id: 't', name: 'read', input: { path: 'a' } },
    ],
  });
  const written = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
  expect(written.join('\n')).not.toContain('Zk39');
  const nothing = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };
  pi('before_provider_request', { payload }, context);
  pi('message_end', {
    message: { role: 'assistant', content: [], usage: nothing, stopReason: 'error', errorMessage: 'overloaded' },
  });
  await follower.stop();
  expect(writer.exchanges[1]).toMatchObject({ response: null, error: 'pi says: overloaded' });
});

it('pi: for Google the body is rebuilt from what its library gets', async () => {
  const { writer, folder } = await watched('extension');
  const pi = await startPi(await writePiExtension(folder));
  const follower = followExtension(folder, writer, fail);
  const config = { systemInstruction: 'Be kind.', tools, temperature: 1, abortSignal: {} };
  const model = { id: 'gemini-2.5-pro', api: 'google-generative-ai', baseUrl: 'https://g.example/v1beta' };
  pi('before_provider_request', { payload: { model: 'gemini-2.5-pro', contents, config } }, { model });
  await follower.stop();
  expect(bodyOf(writer, '0001.request.json')).toEqual({
    contents,
    systemInstruction: { parts: [{ text: 'Be kind.' }], role: 'user' },
    tools,
    generationConfig: { temperature: 1 },
  });
  expect(writer.exchanges[0]).toMatchObject({
    address: 'https://g.example/v1beta/models/gemini-2.5-pro:streamGenerateContent',
    request: { fidelity: 'rebuilt' },
  });
});

it('pi goes on when the copy cannot be kept', async () => {
  const folder = join(temporaryFolder(), 'gone');
  mkdirSync(folder);
  const pi = await startPi(await writePiExtension(folder));
  rmSync(folder, { recursive: true });
  expect(() => pi('before_provider_request', { payload: {} }, undefined)).not.toThrow();
});

it('a folder that a killed capture left behind is removed, one in use is not', () => {
  const used = makeWatchedFolder();
  onTestFinished(() => rmSync(used, { recursive: true }));
  // No process has this number: Linux and others stop before it.
  const left = join(tmpdir(), 'strata-capture-2147483646-abcdef');
  mkdirSync(left, { recursive: true });
  expect(removeLeftFolders()).toBeGreaterThanOrEqual(1);
  expect([existsSync(used), existsSync(left)]).toEqual([true, false]);
});
