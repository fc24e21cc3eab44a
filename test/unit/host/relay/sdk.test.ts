/** The official SDKs through the relay: provider and SDK get what they would get directly. */
import { createServer, type Http2Server } from 'node:http2';
import Anthropic from '@anthropic-ai/sdk';
import { BedrockRuntimeClient, ConverseCommand } from '@aws-sdk/client-bedrock-runtime';
import { GoogleGenAI } from '@google/genai';
import OpenAI from 'openai';
import { expect, it, onTestFinished } from 'vitest';
import { answerFor } from '../../../support/agents/answers';
import { startProvider, type Received } from '../../../support/capture/provider';
import { allBytes, relayTo } from '../../../support/capture/relayed';

const key = 'made-up-key-Zk39';
const prompt = 'Say “ok” — with ümlauts, 🌿 and\u2028separators.';

/** Answers as the providers document it, chunk by chunk, the same for everybody. */
function provider() {
  return startProvider((request, response, body) => {
    const { status, type, chunks } = answerFor(request.url ?? '', body, () => undefined);
    response.writeHead(status, { 'content-type': type, 'set-cookie': `session=${key}` });
    for (const chunk of chunks) response.write(chunk);
    response.end();
  });
}

type Use = (bases: { anthropic: string; openai: string; gemini: string }) => Promise<unknown>;

async function eventsOf(stream: AsyncIterable<unknown>): Promise<readonly unknown[]> {
  const events: unknown[] = [];
  for await (const event of stream) events.push(event);
  return events;
}

const sdks: Readonly<Record<string, Use>> = {
  'Anthropic, streamed': async ({ anthropic }) =>
    eventsOf(
      await new Anthropic({ apiKey: key, baseURL: anthropic, maxRetries: 0 }).messages.create({
        model: 'claude-sonnet-4-5',
        max_tokens: 9,
        stream: true,
        system: [{ type: 'text', text: 'Be kind.', cache_control: { type: 'ephemeral' } }],
        messages: [{ role: 'user', content: prompt }],
      }),
    ),
  'OpenAI responses, streamed': async ({ openai }) =>
    eventsOf(
      await new OpenAI({ apiKey: key, baseURL: openai, maxRetries: 0 }).responses.create({
        model: 'gpt-5.5',
        stream: true,
        input: prompt,
      }),
    ),
  'OpenAI chat, streamed': async ({ openai }) =>
    eventsOf(
      await new OpenAI({ apiKey: key, baseURL: openai, maxRetries: 0 }).chat.completions.create({
        model: 'gpt-5.5',
        stream: true,
        messages: [{ role: 'user', content: prompt }],
      }),
    ),
  'Google GenAI, streamed': async ({ gemini }) =>
    eventsOf(
      await new GoogleGenAI({ apiKey: key, httpOptions: { baseUrl: gemini } }).models.generateContentStream({
        model: 'gemini-2.5-pro',
        contents: prompt,
      }),
    ),
  'Google GenAI, at once': async ({ gemini }) =>
    new GoogleGenAI({ apiKey: key, httpOptions: { baseUrl: gemini } }).models
      .generateContent({ model: 'gemini-2.5-pro', contents: prompt })
      .then(({ text, usageMetadata }) => ({ text, usageMetadata })),
};

/** Without what belongs to the connection: the address differs, and nothing else may. */
function sent({ method, url, headers, body }: Received): unknown {
  const kept = headers.flatMap((name, at) =>
    at % 2 === 0 && !/^(?:host|connection)$/i.test(name) ? [[name, headers[at + 1]]] : [],
  );
  return { method, url, headers: kept, body: body.toString('utf8') };
}

/** Without ids that the mock counts up, and without the headers of the connection. */
function plain(value: unknown): unknown {
  const text = JSON.stringify(value, (name, each: unknown) => (/^(?:keep-alive|date)$/.test(name) ? undefined : each));
  return JSON.parse(text.replaceAll(/(msg|resp|chatcmpl|fc|call)_\d+/g, '$1'));
}

it.each(Object.keys(sdks))('%s', async (name) => {
  const use: Use = sdks[name] ?? (() => Promise.reject(new Error(name)));
  const upstream = await provider();
  const relay = await relayTo(upstream.address);
  const { address } = upstream;
  const direct = await use({ anthropic: address, openai: `${address}/v1`, gemini: address });
  const relayed = await use({
    anthropic: relay.base('anthropic'),
    openai: relay.base('openai'),
    gemini: relay.base('gemini'),
  });
  expect(plain(relayed)).toEqual(plain(direct));
  const [first, second] = upstream.received;
  if (first === undefined || second === undefined) throw new Error('the provider got too little');
  expect(sent(second)).toEqual(sent(first));
  expect(JSON.stringify(sent(second))).toContain(key);
  const [exchange] = await relay.recorded();
  expect(relay.body(exchange, 'request')).toEqual(second.body);
  expect(exchange).toMatchObject({ kind: 'turn', error: null, response: { status: 200, complete: true } });
  expect(allBytes(relay.folder)).not.toContain(key);
});

/** What Bedrock's SDK sends, with a bearer key. It speaks HTTP/2 to whoever it is told. */
async function startBedrock(): Promise<{ readonly address: string; readonly bodies: Buffer[] }> {
  const bodies: Buffer[] = [];
  const server: Http2Server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      bodies.push(Buffer.concat(parts));
      expect(request.headers.authorization).toBe(`Bearer ${key}`);
      response.setHeader('content-type', 'application/json');
      response.end(converse);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  return { address: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`, bodies };
}

const converse = JSON.stringify({
  output: { message: { role: 'assistant', content: [{ text: 'ok' }] } },
  stopReason: 'end_turn',
  usage: { inputTokens: 1, outputTokens: 1, totalTokens: 2, cacheReadInputTokens: 4 },
  metrics: { latencyMs: 1 },
});

function bedrock(endpoint: string): Promise<unknown> {
  const client = new BedrockRuntimeClient({
    region: 'eu-central-1',
    endpoint,
    maxAttempts: 1,
    token: { token: key },
    authSchemePreference: ['httpBearerAuth'],
  });
  onTestFinished(() => client.destroy());
  const command = new ConverseCommand({
    modelId: 'eu.amazon.nova-pro-v1:0',
    messages: [{ role: 'user', content: [{ text: prompt }] }],
  });
  return client.send(command).then(({ output, usage }) => ({ output, usage }));
}

it('Bedrock with a bearer key', async () => {
  const direct = await startBedrock();
  const answered = await bedrock(direct.address);
  const upstream = await startProvider((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(converse);
  });
  const relay = await relayTo(upstream.address);
  expect(await bedrock(relay.base('other'))).toEqual(answered);
  const [got] = upstream.received;
  expect(got?.body).toEqual(direct.bodies[0]);
  expect(got?.url).toBe('/model/eu.amazon.nova-pro-v1%3A0/converse');
  expect(got?.headers.join('\n')).toContain(`Bearer ${key}`);
  const [exchange] = await relay.recorded();
  expect(relay.body(exchange, 'request')).toEqual(got?.body);
  expect(exchange).toMatchObject({ kind: 'turn', error: null, response: { status: 200 } });
  expect(allBytes(relay.folder)).not.toContain(key);
});
