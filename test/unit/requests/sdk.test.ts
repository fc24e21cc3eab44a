import { createServer, type IncomingMessage } from 'node:http';
import { createServer as createHttp2Server, type Http2ServerRequest } from 'node:http2';
import type { Readable } from 'node:stream';
import type { AddressInfo } from 'node:net';
import Anthropic from '@anthropic-ai/sdk';
import { BedrockRuntimeClient, ConverseCommand, InvokeModelCommand } from '@aws-sdk/client-bedrock-runtime';
import { GoogleGenAI } from '@google/genai';
import OpenAI from 'openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { requestFile } from '../../../shared/assemblers/request-file';
import { checkDocument } from '../../../shared/document/check';
import { nodeText, visit } from '../../../shared/document/walk';
import { exportDocument } from '../../../shared/exporters';
import { redactHeaders } from '../../../shared/sources/secrets/redact';
import { assembleWorkspace } from '../../support/assemble';
import { openBody } from '../../support/request-bodies';

/** What came over the wire: the SDK's own bytes. */
const captured: { body: string; path: string; headers: Readonly<Record<string, unknown>> }[] = [];
const answers: Readonly<Record<string, unknown>> = {
  '/v1/messages': {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'claude-example',
    content: [{ type: 'text', text: 'ok' }],
    stop_reason: 'end_turn',
    stop_sequence: null,
    usage: { input_tokens: 1, output_tokens: 1 },
  },
  '/v1/chat/completions': {
    id: 'c',
    object: 'chat.completion',
    created: 0,
    model: 'gpt-5',
    choices: [
      { index: 0, finish_reason: 'stop', logprobs: null, message: { role: 'assistant', content: 'ok', refusal: null } },
    ],
  },
  '/v1beta/models/gemini-2.5-pro:generateContent': {
    candidates: [{ content: { role: 'model', parts: [{ text: 'ok' }] }, finishReason: 'STOP' }],
  },
  '/model/eu.amazon.nova-pro-v1%3A0/converse': {
    output: { message: { role: 'assistant', content: [{ text: 'ok' }] } },
    stopReason: 'end_turn',
    usage: { inputTokens: 1, outputTokens: 1, totalTokens: 2 },
    metrics: { latencyMs: 1 },
  },
  '/v1/responses': { id: 'r', object: 'response', created_at: 0, model: 'gpt-5', output: [], status: 'completed' },
};
function answer(
  request: IncomingMessage | Http2ServerRequest,
  response: { setHeader(name: string, value: string): unknown; end(body: string): unknown },
): void {
  const chunks: Buffer[] = [];
  const stream: Readable = request;
  stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  stream.on('end', () => {
    const path = request.url ?? '';
    captured.push({ body: Buffer.concat(chunks).toString('utf8'), path, headers: { ...request.headers } });
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(answers[path.split('?')[0] ?? ''] ?? {}));
  });
}
const server = createServer(answer);
/** Bedrock's SDK speaks HTTP/2 and nothing else. */
const secondServer = createHttp2Server((request, response) => {
  answer(request, response);
});
let base = '';
let secondBase = '';
const key = 'sk-example-not-a-real-key';

async function listening(each: typeof server | typeof secondServer): Promise<string> {
  await new Promise<void>((resolve) => {
    each.listen(0, '127.0.0.1', resolve);
  });
  const address: AddressInfo | string | null = each.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return `http://127.0.0.1:${address.port}`;
}

beforeAll(async () => {
  base = await listening(server);
  secondBase = await listening(secondServer);
});

afterAll(async () => {
  for (const each of [server, secondServer])
    await new Promise<void>((resolve) => {
      each.close(() => resolve());
    });
});

function lastSent() {
  const sent = captured.at(-1);
  if (sent === undefined) throw new Error('nothing was sent');
  return sent;
}

function opened(text: string, name = 'sent.request.json') {
  const built = assembleWorkspace(requestFile, { [name]: text });
  expect(checkDocument(built.document, built.sourceTexts)).toEqual([]);
  expect(built.findings).toEqual([]);
  const sections: string[] = [];
  visit(built.document, (node) => sections.push(node.id));
  return {
    document: built.document,
    sections,
    messages: built.document.messages.map((message) => [message.role, nodeText(message)] as const),
  };
}

const identity =
  '<Identity>\nYou are "Fern" — a gardener’s 🌿 helper.\n</Identity>\n\n<Rules>\nNever\tguess.\n</Rules>';
const parameters = { type: 'object' as const, properties: { station: { type: 'integer' } } };

describe('requests of the official SDKs come back section for section', () => {
  it('@anthropic-ai/sdk', async () => {
    const client = new Anthropic({ apiKey: key, baseURL: base, maxRetries: 0 });
    await client.messages.create({
      model: 'claude-example',
      max_tokens: 64,
      system: [
        { type: 'text', text: identity, cache_control: { type: 'ephemeral', ttl: '1h' } },
        { type: 'text', text: '# Plan\nWater.' },
      ],
      tools: [
        { name: 'read_station', description: 'Reads.', input_schema: parameters, cache_control: { type: 'ephemeral' } },
      ],
      messages: [
        { role: 'user', content: 'Is it hot?' },
        {
          role: 'assistant',
          content: [
            { type: 'text', text: 'I look.' },
            { type: 'tool_use', id: 't1', name: 'read_station', input: { station: 4 } },
          ],
        },
        {
          role: 'user',
          content: [
            { type: 'tool_result', tool_use_id: 't1', content: '31 °C' },
            { type: 'text', text: 'So?', cache_control: { type: 'ephemeral' } },
          ],
        },
      ],
    });
    expect(JSON.stringify(lastSent().headers)).toContain(key);
    const { document, sections, messages } = opened(lastSent().body);
    expect(document.variant).toBe('anthropic');
    expect(document.tools).toMatchObject([
      { name: 'read_station', description: [{ value: 'Reads.' }], inputSchema: JSON.stringify(parameters) },
    ]);
    expect(messages[0]).toEqual(['system', `${identity}# Plan\nWater.`]);
    expect(messages[1]).toEqual(['user', 'Is it hot?']);
    expect(messages[3]).toEqual(['user', '31 °CSo?']);
    expect(sections).toEqual(
      expect.arrayContaining([
        'system/block-0/Identity',
        'system/block-0/Rules',
        'system/block-1/Plan',
        'messages/2/block-1',
        'messages/3/block-0',
        'messages/3/block-1',
      ]),
    );
    expect(document.breakpoints.map(({ after, ttl }) => [after, ttl])).toEqual([
      ['tools/0', '5m'],
      ['system/block-0', '1h'],
      ['messages/3', '5m'],
    ]);
  });

  it('openai chat completions', async () => {
    const client = new OpenAI({ apiKey: key, baseURL: `${base}/v1`, maxRetries: 0 });
    await client.chat.completions.create({
      model: 'gpt-5',
      messages: [
        { role: 'developer', content: identity },
        { role: 'user', content: [{ type: 'text', text: 'Is it hot?' }] },
        {
          role: 'assistant',
          tool_calls: [{ id: 'c1', type: 'function', function: { name: 'read_station', arguments: '{}' } }],
        },
        { role: 'tool', tool_call_id: 'c1', content: '31 °C' },
      ],
      tools: [{ type: 'function', function: { name: 'read_station', description: 'Reads.', parameters } }],
    });
    expect(lastSent().headers['authorization']).toBe(`Bearer ${key}`);
    const { document, sections, messages } = opened(lastSent().body);
    expect(document.variant).toBe('openai-chat');
    expect(document.tools).toMatchObject([{ name: 'read_station', inputSchema: JSON.stringify(parameters) }]);
    expect(messages).toEqual([
      ['developer', identity],
      ['user', 'Is it hot?'],
      ['assistant', 'read_station {}'],
      ['tool', '31 °C'],
    ]);
    expect(sections).toEqual(expect.arrayContaining(['system/Identity', 'system/Rules']));
  });

  it('openai responses', async () => {
    const client = new OpenAI({ apiKey: key, baseURL: `${base}/v1`, maxRetries: 0 });
    await client.responses.create({
      model: 'gpt-5',
      instructions: identity,
      input: [{ role: 'user', content: [{ type: 'input_text', text: 'Is it hot?' }] }],
      tools: [{ type: 'function', name: 'read_station', description: 'Reads.', parameters, strict: false }],
    });
    const { document, sections, messages } = opened(lastSent().body);
    expect(document.variant).toBe('openai-responses');
    expect(messages).toEqual([
      ['system', identity],
      ['user', 'Is it hot?'],
    ]);
    expect(sections).toEqual(expect.arrayContaining(['system/Identity', 'system/Rules']));
  });
});

/** The body with the address it was sent to, as a host of the provider. */
function readSent(host: string) {
  const { body, path } = lastSent();
  const read = openBody(body, `https://${host}${path}`);
  if (read === undefined) throw new Error(`not read: ${body}`);
  expect(checkDocument(read.document, read.sources)).toEqual([]);
  return read.document;
}

describe('bodies that do not name their model', () => {
  const picture = Buffer.from('not really a picture');

  it('@google/genai', async () => {
    const client = new GoogleGenAI({ apiKey: key, httpOptions: { baseUrl: base } });
    await client.models.generateContent({
      model: 'gemini-2.5-pro',
      contents: [
        {
          role: 'user',
          parts: [{ text: 'Is it hot?' }, { inlineData: { mimeType: 'image/png', data: picture.toString('base64') } }],
        },
        {
          role: 'model',
          parts: [{ functionCall: { id: 'c1', name: 'read_station', args: { station: 4 } }, thoughtSignature: 'c2ln' }],
        },
        {
          role: 'user',
          parts: [{ functionResponse: { id: 'c1', name: 'read_station', response: { output: '31 °C' } } }],
        },
      ],
      config: {
        systemInstruction: identity,
        temperature: 1,
        tools: [
          { functionDeclarations: [{ name: 'read_station', description: 'Reads.', parametersJsonSchema: parameters }] },
          { googleSearch: {} },
        ],
        thinkingConfig: { includeThoughts: true, thinkingBudget: 8192 },
      },
    });
    const document = readSent('generativelanguage.googleapis.com');
    expect(document.sent).toMatchObject({ form: 'gemini', model: 'gemini-2.5-pro', provider: 'gemini' });
    expect(document.tools.map(({ name, kind, inputSchema }) => [name, kind, inputSchema])).toEqual([
      ['read_station', undefined, JSON.stringify(parameters)],
      ['googleSearch', 'googleSearch', '{}'],
    ]);
    expect(document.messages.map((message) => [message.role, nodeText(message)])).toEqual([
      ['system', identity],
      ['user', 'Is it hot?'],
      ['assistant', 'read_station {"station":4}'],
      ['user', '31 °C'],
    ]);
    expect(document.parameters.map(({ name }) => name)).toEqual(['generationConfig']);
    expect(exportDocument(document, 'sent').body).toBe(lastSent().body);
  });

  const clients: BedrockRuntimeClient[] = [];
  const aws = (): BedrockRuntimeClient => {
    const client = new BedrockRuntimeClient({
      region: 'eu-central-1',
      endpoint: secondBase,
      maxAttempts: 1,
      credentials: { accessKeyId: 'example', secretAccessKey: key },
    });
    clients.push(client);
    return client;
  };

  afterAll(() => {
    for (const client of clients) client.destroy();
  });

  it('@aws-sdk/client-bedrock-runtime, Converse', async () => {
    await aws().send(
      new ConverseCommand({
        modelId: 'eu.amazon.nova-pro-v1:0',
        system: [{ text: identity }, { cachePoint: { type: 'default' } }],
        messages: [
          { role: 'user', content: [{ text: 'Is it hot?' }, { image: { format: 'png', source: { bytes: picture } } }] },
          {
            role: 'assistant',
            content: [{ toolUse: { toolUseId: 't1', name: 'read_station', input: { station: 4 } } }],
          },
          {
            role: 'user',
            content: [
              { toolResult: { toolUseId: 't1', content: [{ text: '31 °C' }], status: 'success' } },
              { cachePoint: { type: 'default' } },
            ],
          },
        ],
        toolConfig: {
          tools: [
            { toolSpec: { name: 'read_station', description: 'Reads.', inputSchema: { json: parameters } } },
            { cachePoint: { type: 'default' } },
          ],
        },
        inferenceConfig: { maxTokens: 64 },
        additionalModelRequestFields: { topK: 20 },
      }),
    );
    const document = readSent('bedrock-runtime.eu-central-1.amazonaws.com');
    expect(document.sent).toMatchObject({ form: 'bedrock', model: 'eu.amazon.nova-pro-v1:0', provider: 'bedrock' });
    expect(document.messages.map((message) => [message.role, nodeText(message)])).toEqual([
      ['system', identity],
      ['user', 'Is it hot?'],
      ['assistant', 'read_station {"station":4}'],
      ['user', '31 °C'],
    ]);
    expect(document.breakpoints.map(({ after }) => after)).toEqual(['tools/0', 'system', 'messages/3']);
    expect(document.tools).toMatchObject([{ name: 'read_station', inputSchema: JSON.stringify(parameters) }]);
    const images: string[] = [];
    visit(document, (node) => node.type === 'image' && images.push(node.data));
    expect(images).toEqual([picture.toString('base64')]);
    expect(exportDocument(document, 'sent').body).toBe(lastSent().body);
  });

  it('@aws-sdk/client-bedrock-runtime, InvokeModel', async () => {
    const body = JSON.stringify({
      anthropic_version: 'bedrock-2023-05-31',
      max_tokens: 64,
      system: identity,
      messages: [{ role: 'user', content: 'Is it hot?' }],
    });
    await aws().send(
      new InvokeModelCommand({
        modelId: 'anthropic.claude-haiku-4-5-v1:0',
        contentType: 'application/json',
        body: Buffer.from(body),
      }),
    );
    const document = readSent('bedrock-runtime.eu-central-1.amazonaws.com');
    expect(document.sent).toMatchObject({
      form: 'anthropic',
      model: 'anthropic.claude-haiku-4-5-v1:0',
      provider: 'bedrock',
    });
    expect(exportDocument(document, 'sent').body).toBe(body);
  });
});

it('hides the key that an SDK really sends, in a log of the whole call', () => {
  const withKey = captured.filter(({ headers }) => JSON.stringify(headers).includes(key));
  expect(withKey.length).toBeGreaterThan(0);
  for (const { body, headers } of withKey) {
    const log = JSON.stringify({ request: { headers, body: JSON.parse(body) } });
    expect(log).toContain(key);
    expect(redactHeaders(log)).not.toContain(key);
    expect(opened(redactHeaders(log)).messages).toEqual(opened(body).messages);
  }
});
