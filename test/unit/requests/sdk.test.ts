import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Anthropic from '@anthropic-ai/sdk';
import OpenAI from 'openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { requestFile } from '../../../shared/assemblers/request-file';
import { checkDocument } from '../../../shared/document/check';
import { nodeText, visit } from '../../../shared/document/walk';
import { redactHeaders } from '../../../shared/sources/secrets/redact';
import { assembleWorkspace } from '../../support/assemble';

/** The SDK's own bytes, as received. */
const captured: { body: string; headers: Readonly<Record<string, unknown>> }[] = [];
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
  '/v1/responses': { id: 'r', object: 'response', created_at: 0, model: 'gpt-5', output: [], status: 'completed' },
};
const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    captured.push({ body: Buffer.concat(chunks).toString('utf8'), headers: request.headers });
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(answers[request.url?.split('?')[0] ?? ''] ?? {}));
  });
});
let base = '';
const key = 'sk-example-not-a-real-key';

beforeAll(async () => {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  base = `http://127.0.0.1:${address.port}`;
});

afterAll(async () => {
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
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

it('hides the key that an SDK really sends, in a log of the whole call', () => {
  for (const { body, headers } of captured) {
    const log = JSON.stringify({ request: { headers, body: JSON.parse(body) } });
    expect(log).toContain(key);
    expect(redactHeaders(log)).not.toContain(key);
    expect(opened(redactHeaders(log)).messages).toEqual(opened(body).messages);
  }
});
