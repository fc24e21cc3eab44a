/** The agent gets what it would have got directly, and the copy is what passed. */
import { randomBytes } from 'node:crypto';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { startProvider } from '../../../support/capture/provider';
import { call, relayTo } from '../../../support/capture/relayed';

const turn = JSON.stringify({ model: 'claude-sonnet-4-5', max_tokens: 9, messages: [{ role: 'user', content: 'hi' }] });

/** Headers that differ by nature: those of the connection, the host, and the spelling of the length. */
const ofConnection = /^(?:host|connection|keep-alive|transfer-encoding|content-length)$/i;

function endToEnd(raw: readonly string[]): readonly string[] {
  return raw.flatMap((name, at) => (at % 2 === 0 && !ofConnection.test(name) ? [`${name}: ${raw[at + 1]}`] : []));
}

describe('a relayed request', () => {
  it('has method, path, query, headers and body as the agent wrote them', async () => {
    const provider = await startProvider((_request, response) => void response.end('ok'));
    const relay = await relayTo(provider.address);
    const headers = [
      'X-API-Key',
      'sk-ant-made-up',
      'anthropic-beta',
      'one',
      'Anthropic-Beta',
      'two',
      'X-Odd',
      'äÿ',
      'Content-Type',
      'application/json',
      'Accept-Encoding',
      'gzip, br',
      'Content-Length',
      String(turn.length),
    ];
    const path = '/v1/messages?beta=true&x=%20a+b&x=2';
    await call(`${provider.address}${path}`, { headers, body: turn });
    await call(`${relay.base('anthropic')}${path}`, { headers, body: turn });
    expect(provider.received).toHaveLength(2);
    const [direct, relayed] = provider.received;
    expect(relayed?.method).toBe(direct?.method);
    expect(relayed?.url).toBe(direct?.url);
    expect(endToEnd(relayed?.headers ?? [])).toEqual(endToEnd(direct?.headers ?? []));
    expect(relayed?.body).toEqual(direct?.body);
    const [exchange] = await relay.recorded();
    expect(relay.body(exchange, 'request').toString()).toBe(turn);
    expect(exchange).toMatchObject({ number: 1, method: 'POST', kind: 'turn', error: null });
    expect(exchange?.address).toBe(`${provider.address}/v1/messages?beta=true`);
  });

  it.each(['GET', 'HEAD', 'DELETE', 'OPTIONS', 'PATCH', 'PUT'])('may be %s on any path', async (method) => {
    const provider = await startProvider((_request, response) => {
      response.sendDate = false;
      response.writeHead(418, 'Short and stout', { 'x-answer': 'yes', 'content-length': 5 });
      response.end('hello');
    });
    const relay = await relayTo(provider.address);
    const path = '/no/such/path:odd(1)?q';
    const [direct, relayed] = [
      await call(`${provider.address}${path}`, { method }),
      await call(`${relay.base('other')}${path}`, { method }),
    ];
    expect([relayed.status, relayed.statusMessage, relayed.body]).toEqual([
      direct.status,
      direct.statusMessage,
      direct.body,
    ]);
    expect(endToEnd(relayed.headers)).toEqual(endToEnd(direct.headers));
    expect(provider.received.map((each) => [each.method, each.url])).toEqual([
      [method, path],
      [method, path],
    ]);
    expect((await relay.recorded())[0]).toMatchObject({ method, response: { status: 418 } });
  });

  it('keeps its framing: chunked stays chunked, a length stays a length', async () => {
    const provider = await startProvider((_request, response) => void response.end());
    const relay = await relayTo(provider.address);
    await call(`${relay.base('openai')}/responses`, { headers: { 'transfer-encoding': 'chunked' }, body: turn });
    await call(`${relay.base('openai')}/responses`, { headers: { 'content-length': '90' }, body: 'x'.repeat(90) });
    const coding = provider.received.map(({ headers }) =>
      headers.filter((_, at) => at % 2 === 0).filter((name) => /^(?:content-length|transfer-encoding)$/i.test(name)),
    );
    expect(coding.map((names) => names.map((name) => name.toLowerCase()))).toEqual([
      ['transfer-encoding'],
      ['content-length'],
    ]);
    expect(provider.received.map(({ url }) => url)).toEqual(['/v1/responses', '/v1/responses']);
  });
});

describe('a relayed response', () => {
  it('arrives chunk by chunk while the provider is still sending', async () => {
    const steps: (() => void)[] = [];
    const provider = await startProvider(async (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      for (const part of ['event: a\ndata: 1\n\n', ': ping\n\n', 'data: 2\n\n']) {
        response.write(part);
        await new Promise<void>((resolve) => steps.push(resolve));
      }
      response.end();
    });
    const relay = await relayTo(provider.address);
    const response = await fetch(`${relay.base('anthropic')}/v1/messages`, { method: 'POST', body: turn });
    const seen: string[] = [];
    // The provider sends the next part only after the client has seen this one, so nothing may be held back.
    for await (const part of response.body ?? []) {
      seen.push(Buffer.from(part).toString());
      steps.shift()?.();
    }
    expect(seen).toEqual(['event: a\ndata: 1\n\n', ': ping\n\n', 'data: 2\n\n']);
    const [exchange] = await relay.recorded();
    expect(exchange?.response).toMatchObject({ file: '0001.response.sse', status: 200, complete: true });
    expect(relay.body(exchange, 'response').toString()).toBe(seen.join(''));
  });

  it('keeps headers, their order and spelling, cookies and trailers', async () => {
    const provider = await startProvider((_request, response) => {
      response.sendDate = false;
      response.writeHead(200, [
        'X-Upper',
        '1',
        'set-cookie',
        'a=1',
        'Set-Cookie',
        'b=2',
        'Trailer',
        'X-Sum',
        'Request-Id',
        'r1',
        'Transfer-Encoding',
        'chunked',
      ]);
      response.write('x');
      response.addTrailers([['X-Sum', 'abc']]);
      response.end();
    });
    const relay = await relayTo(provider.address);
    const direct = await call(`${provider.address}/v1/messages`, { body: turn });
    const relayed = await call(`${relay.base('anthropic')}/v1/messages`, { body: turn });
    expect(endToEnd(relayed.headers)).toEqual(endToEnd(direct.headers));
    expect(relayed.trailers).toEqual(direct.trailers);
    expect(relayed.trailers).toEqual(['X-Sum', 'abc']);
  });

  const packed: readonly (readonly [string, (text: Buffer) => Buffer])[] = [
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
    ['deflate', deflateSync],
    ['deflate', deflateRawSync],
    ['gzip, br', (text) => brotliCompressSync(gzipSync(text))],
  ];

  it.each(packed)('passes packed (%s) and is unpacked in the copy alone', async (encoding, pack) => {
    const text = Buffer.from(JSON.stringify({ id: 'msg_1', usage: { input_tokens: 3 }, pad: 'x'.repeat(5000) }));
    const provider = await startProvider((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': encoding }).end(pack(text));
    });
    const relay = await relayTo(provider.address);
    const got = await call(`${relay.base('anthropic')}/v1/messages`, { body: pack(Buffer.from(turn)) });
    expect(got.body).toEqual(pack(text));
    const [exchange] = await relay.recorded();
    expect(relay.body(exchange, 'response')).toEqual(text);
    expect(exchange?.response).toMatchObject({ encoding, complete: true, wireBytes: pack(text).length });
  });

  it('is the same in both directions for random bytes in random pieces', async () => {
    const [up, down] = [randomBytes(3_000_000), randomBytes(2_000_000)];
    const provider = await startProvider((_request, response) => {
      response.writeHead(200);
      for (let at = 0; at < down.length;) {
        const length = 1 + (down[at] ?? 0) * 977;
        response.write(down.subarray(at, at + length));
        at += length;
      }
      response.end();
    });
    const relay = await relayTo(provider.address);
    const got = await call(`${relay.base('other')}/x`, { body: up });
    expect(got.body.equals(down)).toBe(true);
    expect(provider.received[0]?.body.equals(up)).toBe(true);
    const [exchange] = await relay.recorded();
    expect(relay.body(exchange, 'request').equals(up)).toBe(true);
    expect(relay.body(exchange, 'response').equals(down)).toBe(true);
  });

  it('is an error body as it is', async () => {
    const body = '{"type":"error","error":{"type":"rate_limit_error","message":"slow down"}}';
    const provider = await startProvider((_request, response) => {
      response.writeHead(429, { 'content-type': 'application/json', 'retry-after': '7', 'x-should-retry': 'true' });
      response.end(body);
    });
    const relay = await relayTo(provider.address);
    const got = await call(`${relay.base('anthropic')}/v1/messages`, { body: turn });
    expect([got.status, got.body.toString()]).toEqual([429, body]);
    const [exchange] = await relay.recorded();
    expect(exchange).toMatchObject({ error: null, response: { status: 429, headers: { 'retry-after': '7' } } });
    expect(relay.body(exchange, 'response').toString()).toBe(body);
  });
});

describe('addresses', () => {
  it.each([
    ['anthropic', '', '/v1/messages', '/v1/messages'],
    ['anthropic', '/gateway', '/v1/messages', '/gateway/v1/messages'],
    ['anthropic', '/gateway/v1/', '/v1/messages', '/gateway/v1/messages'],
    ['openai', '', '/responses', '/v1/responses'],
    ['openai', '/v1', '/chat/completions', '/v1/chat/completions'],
    ['openai', '/team/llm', '/chat/completions', '/team/llm/chat/completions'],
    [
      'gemini',
      '/v1beta',
      '/v1beta/models/m:streamGenerateContent?alt=sse',
      '/v1beta/models/m:streamGenerateContent?alt=sse',
    ],
    ['other', '/base', '/model/m/converse', '/base/model/m/converse'],
  ] as const)('of %s with the upstream path "%s" and %s', async (vendor, base, path, arrived) => {
    const provider = await startProvider((_request, response) => void response.end());
    const relay = await relayTo(`${provider.address}${base}`);
    await call(`${relay.base(vendor)}${path}`, { body: '{}' });
    expect(provider.received[0]?.url).toBe(arrived);
  });
});
