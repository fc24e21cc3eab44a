import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readFileSync, writeFileSync } from 'node:fs';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { analyze } from '../../../../shared/analysis/count/analyze';
import { findModel } from '../../../../shared/analysis/models';
import { frame, image, message, nodeId, tool } from '../../../../shared/document/builders';
import { writeJson } from '../../../../shared/document/json-text';
import type { PromptDocument } from '../../../../shared/document/types';
import { loadEncoding } from '../../../../shared/tokenizers/load';
import { openCalibrations } from '../../../../electron/host/count/calibration-store';
import { countAtProvider, planCount } from '../../../../electron/host/ask/count-endpoint';
import type { Keychain } from '../../../../electron/host/ask/keychain';
import { createSession } from '../../../../electron/host/session';
import { temporaryFolder, writeFiles } from '../../../support/host/temporary';
import { sampleDocument } from '../../../support/sample-document';

const key = 'sk-test-0123456789abcdef';
const encoding = await loadEncoding('o200k_base');
const spoken: PromptDocument = sampleDocument({
  tools: [tool(nodeId('tool', 'find'), 'find', 'L0', [frame('Finds a ship')], writeJson({ type: 'object' }))],
  messages: [
    message(nodeId('system'), 'system', 'L0', 'system', [frame('You are a pilot.')]),
    message(nodeId('asked'), 'user', 'active', 'prompt', [
      frame('Which ship?'),
      image(nodeId('asked', 'i'), 'image/png', 'QQ==', { width: 100, height: 100 }),
    ]),
    message(nodeId('said'), 'assistant', 'active', 'history', [frame('The Otter.')]),
  ],
});

interface Asked {
  readonly url: string | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: unknown;
}

/** A fake provider on this machine that answers with `answer`. */
async function provider(answer: (response: ServerResponse, asked: Asked) => void) {
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString()));
    request.on('end', () => {
      const one = { url: request.url, headers: request.headers, body: JSON.parse(body) as unknown };
      asked.push(one);
      answer(response, one);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    asked,
    environment: {
      ANTHROPIC_API_KEY: key,
      ANTHROPIC_BASE_URL: base,
      OPENAI_API_KEY: key,
      OPENAI_BASE_URL: `${base}/v1`,
    },
  };
}

const json = (response: ServerResponse, status: number, body: unknown): void => {
  response
    .writeHead(status, { 'content-type': 'application/json' })
    .end(typeof body === 'string' ? body : JSON.stringify(body));
};

const count = (modelId: string, options: Parameters<typeof countAtProvider>[2], document = spoken) =>
  countAtProvider(document, analyze(document, findModel(modelId), encoding), options);

describe('the counting endpoint', () => {
  it('of Anthropic is asked as documented', async () => {
    const { asked, environment } = await provider((response) => json(response, 200, { input_tokens: 412 }));
    expect(await count('claude-sonnet-4-5', { environment })).toEqual({ ok: true, tokens: 412 });
    expect(asked).toMatchObject([
      {
        url: '/v1/messages/count_tokens',
        headers: { 'x-api-key': key, 'anthropic-version': '2023-06-01', 'content-type': 'application/json' },
        body: {
          model: 'claude-sonnet-4-5',
          system: [{ type: 'text', text: 'You are a pilot.' }],
          messages: [
            {
              role: 'user',
              content: [
                { type: 'text', text: 'Which ship?' },
                { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'QQ==' } },
              ],
            },
            { role: 'assistant', content: 'The Otter.' },
          ],
          tools: [{ name: 'find', description: 'Finds a ship', input_schema: { type: 'object' } }],
        },
      },
    ]);
    expect(Object.keys(asked[0]?.body as object).toSorted()).toEqual(['messages', 'model', 'system', 'tools']);
  });

  it('of Anthropic takes a message of one token for none, and that is taken off', async () => {
    const { asked, environment } = await provider((response) => json(response, 200, { input_tokens: 20 }));
    const system = { ...spoken, tools: [], messages: spoken.messages.slice(0, 1) };
    expect(await count('claude-sonnet-4-5', { environment }, system)).toEqual({ ok: true, tokens: 19 });
    expect(asked[0]?.body).toMatchObject({ messages: [{ role: 'user', content: '.' }] });
  });

  it('of OpenAI is asked as documented', async () => {
    const { asked, environment } = await provider((response) =>
      json(response, 200, { object: 'response.input_tokens', input_tokens: 77 }),
    );
    expect(await count('gpt-5', { environment })).toEqual({ ok: true, tokens: 77 });
    expect(asked).toMatchObject([
      {
        url: '/v1/responses/input_tokens',
        headers: { authorization: `Bearer ${key}` },
        body: {
          model: 'gpt-5',
          instructions: 'You are a pilot.',
          input: [
            {
              role: 'user',
              content: [
                { type: 'input_text', text: 'Which ship?' },
                { type: 'input_image', image_url: 'data:image/png;base64,QQ==' },
              ],
            },
            { role: 'assistant', content: 'The Otter.' },
          ],
          tools: [{ type: 'function', name: 'find', description: 'Finds a ship', parameters: { type: 'object' } }],
        },
      },
    ]);
  });

  it.each([
    [
      'refuses',
      (response: ServerResponse) => json(response, 401, { error: { message: `invalid x-api-key ${key}` } }),
      'Anthropic refused (401): invalid x-api-key …',
    ],
    ['fails', (response: ServerResponse) => json(response, 529, 'overloaded'), 'Anthropic refused (529)'],
    [
      'answers with something else',
      (response: ServerResponse) => json(response, 200, { tokens: 5 }),
      'Anthropic answered, but with no count',
    ],
    [
      'answers with a wrong count',
      (response: ServerResponse) => json(response, 200, { input_tokens: -3 }),
      'Anthropic answered, but with no count',
    ],
    [
      'answers with no JSON',
      (response: ServerResponse) => json(response, 200, '<html>'),
      'Anthropic answered, but with no count',
    ],
    [
      'answers with far too much',
      (response: ServerResponse) => json(response, 200, 'x'.repeat(200_000)),
      'Anthropic answered with more than a count',
    ],
    [
      'sends elsewhere',
      (response: ServerResponse) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
      'Anthropic cannot be reached',
    ],
    ['hangs up', (response: ServerResponse) => response.destroy(), 'Anthropic cannot be reached'],
    ['never answers', () => undefined, 'Anthropic did not answer within 0.3 s'],
    [
      'begins and never ends',
      (response: ServerResponse) => response.writeHead(200).write('{"input_'),
      'Anthropic did not answer within 0.3 s',
    ],
  ] as const)('that %s is a sentence without the key', async (_, answer, problem) => {
    const { environment } = await provider((response) => void answer(response));
    const counted = await count('claude-sonnet-4-5', { environment, timeoutMs: 300 });
    expect(counted).toEqual({ ok: false, problem: expect.stringContaining(problem) });
    expect(JSON.stringify(counted)).not.toContain(key);
  });

  it('is not asked without a key, over plain http, or for a model that has none', async () => {
    const { asked, environment } = await provider((response) => json(response, 200, { input_tokens: 1 }));
    expect(await count('claude-sonnet-4-5', { environment: { ...environment, ANTHROPIC_API_KEY: ' ' } })).toEqual({
      ok: false,
      problem: expect.stringContaining('ANTHROPIC_API_KEY'),
    });
    expect(await count('gpt-5', { environment: { ...environment, OPENAI_BASE_URL: 'http://example.com' } })).toEqual({
      ok: false,
      problem: expect.stringContaining('OPENAI_BASE_URL'),
    });
    expect(await count('gpt-5', { environment: { ...environment, OPENAI_BASE_URL: 'nonsense' } })).toMatchObject({
      ok: false,
    });
    expect(await count('gemini-2.5-pro', { environment })).toEqual({
      ok: false,
      problem: 'There is no counting endpoint for Gemini 2.5 Pro',
    });
    expect(asked).toEqual([]);
  });

  it('is asked with the key of the keychain when the environment has none', async () => {
    const { asked, environment } = await provider((response) => json(response, 200, { input_tokens: 5 }));
    const names: string[] = [];
    const keychain: Keychain = (name) => {
      names.push(name);
      return Promise.resolve({ found: true, key });
    };
    expect(
      await count('claude-sonnet-4-5', { environment: { ...environment, ANTHROPIC_API_KEY: undefined }, keychain }),
    ).toEqual({ ok: true, tokens: 5 });
    expect(asked).toMatchObject([{ headers: { 'x-api-key': key } }]);
    expect(await count('claude-sonnet-4-5', { environment, keychain })).toMatchObject({ ok: true });
    expect(names).toEqual(['ANTHROPIC_API_KEY']);
    const none: Keychain = () => Promise.resolve({ found: false, why: 'the keychain is asleep' });
    expect(await count('gpt-5', { environment: {}, keychain: none })).toEqual({
      ok: false,
      problem:
        'OpenAI counts only with a key: OPENAI_API_KEY is not in the environment Strata was started in, ' +
        'and the keychain is asleep',
    });
  });

  it('gets secrets masked when asked to, and every other text as it is', async () => {
    const { asked, environment } = await provider((response) => json(response, 200, { input_tokens: 5 }));
    const secret = 'AKIAQX7PZ2MNB3RT5YWK';
    const document = {
      ...spoken,
      tools: [],
      messages: [message(nodeId('system'), 'system', 'L0', 'system', [frame(`Say "${secret}" and \\"quotes\\".`)])],
    };
    await count('claude-sonnet-4-5', { environment, maskSecrets: true }, document);
    await count('claude-sonnet-4-5', { environment }, document);
    expect(asked.map(({ body }) => JSON.stringify(body).includes(secret))).toEqual([false, true]);
    expect(asked[0]?.body).toMatchObject({
      system: [{ text: expect.stringMatching(/^Say "AKIA•{16}" and \\"quotes\\"\.$/) }],
    });
  });

  it('is described before it is asked', () => {
    const plan = (modelId: string, environment: Record<string, string>) =>
      planCount(spoken, analyze(spoken, findModel(modelId), encoding), environment);
    expect(plan('claude-sonnet-4-5', { ANTHROPIC_API_KEY: key })).toMatchObject({
      ok: true,
      provider: 'Anthropic',
      address: 'https://api.anthropic.com/v1/messages/count_tokens',
      messages: 3,
      tools: 1,
      key: { name: 'ANTHROPIC_API_KEY', from: 'environment' },
    });
    expect(plan('gpt-5', { OPENAI_BASE_URL: 'https://eu.example/v1/' })).toMatchObject({
      address: 'https://eu.example/v1/responses/input_tokens',
      key: { name: 'OPENAI_API_KEY', from: 'keychain', service: 'strata' },
    });
    expect(plan('gemini-2.5-pro', {})).toEqual({
      ok: false,
      problem: 'There is no counting endpoint for Gemini 2.5 Pro',
    });
    expect(JSON.stringify(plan('claude-sonnet-4-5', { ANTHROPIC_API_KEY: key }))).not.toContain(key);
  });

  it('can be cancelled', async () => {
    const { environment } = await provider(() => undefined);
    const controller = new AbortController();
    const counting = count('claude-sonnet-4-5', { environment, signal: controller.signal });
    controller.abort();
    expect(await counting).toEqual({ ok: false, problem: 'Counting was cancelled' });
  });
});

describe('what was learned', () => {
  const learned = {
    modelId: 'claude-opus-5',
    ratio: 1.1,
    low: 1,
    high: 1.2,
    samples: [1.1],
    newest: { from: 'usage' as const, tokens: 900, at: '2026-11-16T08:00:00.000Z' },
  };

  it('is kept in its file, by workspace and model, until it is forgotten', () => {
    const path = `${temporaryFolder()}/data/calibration.json`;
    const store = openCalibrations(path);
    expect(store.get('/a', 'claude-opus-5')).toBeUndefined();
    store.put('/a', learned);
    store.put('/b', { ...learned, ratio: 1.2 });
    expect(openCalibrations(path).get('/a', 'claude-opus-5')).toEqual(learned);
    expect(openCalibrations(path).get('/a', 'gpt-5')).toBeUndefined();
    store.forget('/a');
    expect(openCalibrations(path).get('/a', 'claude-opus-5')).toBeUndefined();
    expect(openCalibrations(path).get('/b', 'claude-opus-5')?.ratio).toBe(1.2);
  });

  it.each(['', '{', '[]', '{"version":2,"workspaces":{}}', '{"version":1,"workspaces":{"/a":{"m":{"ratio":-1}}}}'])(
    'counts as nothing when its file is broken: %j',
    (text) => {
      const path = `${temporaryFolder()}/calibration.json`;
      writeFileSync(path, text);
      const store = openCalibrations(path);
      expect(store.get('/a', 'm')).toBeUndefined();
      store.put('/a', learned);
      expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ version: 1 });
    },
  );
});

describe('a session', () => {
  afterEach(() => vi.unstubAllEnvs());

  async function opened(model = 'claude-opus-5') {
    const folder = temporaryFolder();
    writeFiles(folder, {
      'agents/a/agent.json': JSON.stringify({ name: 'A', trust: 'sandbox', identity: 'You are a pilot. '.repeat(100) }),
    });
    const session = createSession({ watch: false });
    onTestFinished(() => session.close());
    return { session, folder, inspection: await session.open(folder, { model }) };
  }

  it('corrects by a report, says so, and forgets it', async () => {
    const { session, inspection } = await opened();
    const reported = Math.round(inspection.analysis.total.tokens * 1.1);
    const corrected = await session.calibrate(reported);
    expect(corrected.analysis.calibration?.samples.length).toBe(1);
    expect(corrected.analysis.calibration?.newest).toMatchObject({ from: 'usage', tokens: reported });
    expect(Math.abs(corrected.analysis.total.tokens - reported)).toBeLessThanOrEqual(2);
    expect((await session.configure({ model: 'claude-sonnet-4-5' })).analysis.calibration).toBeUndefined();
    expect((await session.configure({ model: 'claude-opus-5' })).analysis.calibration).toBeDefined();
    expect((await session.forgetCalibration()).analysis).toEqual(inspection.analysis);
  });

  it('refuses a report that cannot be, and one for an exact count', async () => {
    const { session, inspection } = await opened();
    await expect(session.calibrate(5_000_000)).rejects.toThrow('cannot be what this prompt took');
    expect(session.inspection?.analysis).toEqual(inspection.analysis);
    const exact = await opened('gpt-5');
    await expect(exact.session.calibrate(900)).rejects.toThrow('nothing to correct');
  });

  it('corrects by the provider’s own count, and leaves everything as it is when that fails', async () => {
    const { session, inspection } = await opened();
    const reported = Math.round(inspection.analysis.total.tokens * 0.9);
    const { environment, asked } = await provider((response) =>
      asked.length === 1 ? json(response, 200, { input_tokens: reported + 1 }) : json(response, 500, {}),
    );
    for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
    expect(await session.countAtProvider()).toEqual({ ok: true, tokens: reported });
    const corrected = session.inspection?.analysis;
    expect(corrected?.calibration?.newest).toMatchObject({ from: 'endpoint', tokens: reported });
    expect(await session.countAtProvider()).toMatchObject({ ok: false });
    expect(session.inspection?.analysis).toEqual(corrected);
  });

  it('tells the provider’s count of an exact model, and keeps its own', async () => {
    const { session, inspection } = await opened('gpt-5');
    const { environment } = await provider((response) => json(response, 200, { input_tokens: 901 }));
    for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
    expect(await session.countAtProvider()).toEqual({
      ok: true,
      tokens: 901,
      kept: expect.stringContaining('nothing to correct'),
    });
    expect(session.inspection?.analysis).toEqual(inspection.analysis);
  });
});
