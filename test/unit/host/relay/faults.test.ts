/** Faults on either side: the agent gets what it would have got directly, and the copy has it as far as it came. */
import { randomBytes } from 'node:crypto';
import { request as send } from 'node:http';
import { createServer, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startProvider } from '../../../support/capture/provider';
import { allBytes, call, relayTo, sha256 } from '../../../support/capture/relayed';
import { canMountSmallDisk, smallDisk } from '../../../support/host/small-disk';

const turn = JSON.stringify({ model: 'claude-sonnet-4-5', messages: [{ role: 'user', content: 'hi' }] });

/** A server of bare bytes, for what no HTTP server would send. */
async function startBare(answer: (socket: Socket) => void): Promise<string> {
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.on('error', () => undefined);
    socket.once('data', () => answer(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of open) socket.destroy();
    server.close();
  });
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
}

describe('the provider', () => {
  it('refuses: the agent sees a broken connection, not an answer of ours', async () => {
    const gone = await startProvider(() => undefined);
    const relay = await relayTo('http://127.0.0.1:1');
    expect(gone.received).toEqual([]);
    await expect(call(`${relay.base('anthropic')}/v1/messages`, { body: turn })).rejects.toThrow(/ECONNRESET|hang up/);
    const [exchange] = await relay.recorded();
    expect(exchange).toMatchObject({
      response: null,
      error: 'The provider did not answer: it refused the connection',
      request: { complete: true },
    });
    expect(relay.body(exchange, 'request').toString()).toBe(turn);
  });

  it('is not known by name', async () => {
    const relay = await relayTo('http://no-such-host.invalid');
    await expect(call(`${relay.base('anthropic')}/v1/messages`, { body: turn })).rejects.toThrow(
      /hang up|ECONNRESET|closed/i,
    );
    expect((await relay.recorded())[0]?.error).toMatch(/^The provider did not answer: its name /);
  });

  it('resets in the middle of a stream: the agent gets the same start and a broken end', async () => {
    const part = 'event: message_start\ndata: {"type":"message_start"}\n\n';
    const answer = (socket: Socket): void => {
      const head = 'HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n';
      socket.write(`${head}${part.length.toString(16)}\r\n${part}\r\n`, () => socket.destroy());
    };
    const address = await startBare(answer);
    const relay = await relayTo(address);
    const direct = await call(`${address}/v1/messages`, { body: turn });
    const relayed = await call(`${relay.base('anthropic')}/v1/messages`, { body: turn });
    expect([relayed.status, relayed.body.toString(), relayed.broken]).toEqual([200, part, true]);
    expect([direct.status, direct.body.toString(), direct.broken]).toEqual([200, part, true]);
    const [exchange] = await relay.recorded();
    expect(exchange?.error).toMatch(/^The response broke off: it (?:closed|reset) the connection$/);
    expect(exchange?.response).toMatchObject({ status: 200, complete: false });
    expect(relay.body(exchange, 'response').toString()).toBe(part);
  });

  it('ends before its announced length', async () => {
    const address = await startBare((socket) => {
      socket.end('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"half":');
    });
    const relay = await relayTo(address);
    const got = await call(`${relay.base('anthropic')}/v1/messages`, { body: turn });
    expect([got.body.toString(), got.broken]).toEqual(['{"half":', true]);
    expect((await relay.recorded())[0]?.response).toMatchObject({ complete: false, wireBytes: 8 });
  });

  it('sends no HTTP at all', async () => {
    const address = await startBare((socket) => socket.end('SSH-2.0-OpenSSH_9.6\r\n'));
    const relay = await relayTo(address);
    await expect(call(`${relay.base('anthropic')}/v1/messages`, { body: turn })).rejects.toThrow(
      /hang up|ECONNRESET|closed/i,
    );
    expect((await relay.recorded())[0]?.error).toBe('The provider did not answer: it sent no valid HTTP');
  });

  it('answers slowly: the relay waits as long as the agent does', async () => {
    let answer = (): void => undefined;
    const provider = await startProvider((_request, response) => {
      answer = () => void response.end('late');
    });
    const relay = await relayTo(provider.address);
    const got = call(`${relay.base('anthropic')}/v1/messages`, { body: turn });
    await provider.got(1);
    await relay.recorded();
    expect(relay.events.filter(({ kind }) => kind === 'exchange')).toHaveLength(1);
    answer();
    expect((await got).body.toString()).toBe('late');
    expect((await relay.recorded())[0]).toMatchObject({ error: null, response: { complete: true } });
  });

  it('answers 413 before it has read the body: the answer arrives', async () => {
    const address = await startBare((socket) => {
      socket.write('HTTP/1.1 413 Payload Too Large\r\nContent-Length: 3\r\nConnection: close\r\n\r\nbig', () =>
        socket.end(),
      );
    });
    const relay = await relayTo(address);
    const got = await call(`${relay.base('anthropic')}/v1/messages`, { body: Buffer.alloc(4_000_000, 97) });
    expect([got.status, got.body.toString()]).toEqual([413, 'big']);
    expect((await relay.recorded())[0]).toMatchObject({ response: { status: 413 } });
  });

  it('sends broken gzip: it passes as it is, and the copy says so', async () => {
    const whole = gzipSync(randomBytes(200_000).toString('hex'));
    const broken = Buffer.concat([whole.subarray(0, 100_000), Buffer.from('garbage')]);
    const provider = await startProvider((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end(broken);
    });
    const relay = await relayTo(provider.address);
    const got = await call(`${relay.base('anthropic')}/v1/messages`, { body: turn });
    expect(got.body.equals(broken)).toBe(true);
    const [exchange] = await relay.recorded();
    expect(exchange).toMatchObject({
      error: null,
      response: { complete: false },
      notes: ['The gzip data is broken or ends early'],
    });
    expect(relay.body(exchange, 'response').length).toBeGreaterThan(50_000);
  });

  it('uses an encoding nobody knows', async () => {
    const provider = await startProvider((_request, response) => {
      response.writeHead(200, { 'content-encoding': 'x-own' }).end('abc');
    });
    const relay = await relayTo(provider.address);
    expect((await call(`${relay.base('anthropic')}/v1/messages`, { body: turn })).body.toString()).toBe('abc');
    expect((await relay.recorded())[0]?.notes).toEqual(['The content encoding "x-own" is not known']);
  });
});

describe('the agent', () => {
  it('dies in the middle of its request', async () => {
    const provider = await startProvider((_request, response) => void response.end());
    const relay = await relayTo(provider.address);
    await new Promise<void>((resolve) => {
      const request = send(`${relay.base('anthropic')}/v1/messages`, {
        method: 'POST',
        headers: { 'content-length': '1000', 'content-type': 'application/json' },
      });
      request.once('error', () => resolve());
      request.write('{"model":"m","mess', () => setImmediate(() => request.destroy(new Error('killed'))));
    });
    await expect.poll(() => relay.recorded()).toHaveLength(1);
    const [exchange] = await relay.recorded();
    expect(exchange).toMatchObject({ response: null, request: { complete: false } });
    expect(exchange?.error).toMatch(/^The agent closed the connection/);
    expect(provider.received).toEqual([]);
  });

  it('dies in the middle of the response: the provider is let go', async () => {
    let isLetGo: () => void = () => undefined;
    const letGo = new Promise<void>((resolve) => (isLetGo = resolve));
    const provider = await startProvider((_request, response) => {
      response.once('close', isLetGo);
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('data: 1\n\n');
    });
    const relay = await relayTo(provider.address);
    const stop = new AbortController();
    const response = await fetch(`${relay.base('anthropic')}/v1/messages`, {
      method: 'POST',
      body: turn,
      signal: stop.signal,
    });
    await response.body?.getReader().read();
    stop.abort();
    await letGo;
    await expect.poll(async () => (await relay.recorded())[0]?.error).toMatch(/^The agent closed the connection/);
    const [exchange] = await relay.recorded();
    expect(exchange?.response).toMatchObject({ status: 200, complete: false });
    expect(relay.body(exchange, 'response').toString()).toBe('data: 1\n\n');
  });

  it('reads slowly: the provider is held back, not the memory filled', async () => {
    const whole = randomBytes(64 * 1024 * 1024);
    let written = 0;
    const provider = await startProvider(async (_request, response) => {
      response.writeHead(200, { 'content-length': whole.length });
      for (let at = 0; at < whole.length; at += 65_536) {
        written = at;
        if (!response.write(whole.subarray(at, at + 65_536)))
          await new Promise<void>((resolve) => response.once('drain', resolve));
      }
      response.end();
    });
    const relay = await relayTo(provider.address);
    const got = await new Promise<Buffer>((resolve, reject) => {
      const request = send(`${relay.base('other')}/x`, { agent: false }, (response) => {
        const parts: Buffer[] = [];
        response.once('readable', () => {
          // Nothing is read until both sides have come to rest; then the provider is far from done.
          const wait = (before: number): void => {
            if (written !== before || written === 0) return void setTimeout(wait, 100, written);
            expect(written).toBeLessThan(whole.length / 2);
            response.on('data', (part: Buffer) => parts.push(part));
            response.once('end', () => resolve(Buffer.concat(parts)));
          };
          wait(-1);
        });
      });
      request.once('error', reject);
      request.end();
    });
    expect(sha256(got)).toBe(sha256(whole));
    await relay.recorded();
  });
});

describe('much at once', () => {
  it('a body of 100 MB in each direction', async () => {
    const [up, down] = [randomBytes(100 * 1024 * 1024), randomBytes(100 * 1024 * 1024)];
    const provider = await startProvider((_request, response) => void response.end(down));
    const relay = await relayTo(provider.address);
    const got = await call(`${relay.base('other')}/x`, { body: up });
    expect(sha256(got.body)).toBe(sha256(down));
    expect(sha256(provider.received[0]?.body ?? Buffer.alloc(0))).toBe(sha256(up));
    const [exchange] = await relay.recorded();
    expect(sha256(relay.body(exchange, 'request'))).toBe(sha256(up));
    expect(sha256(relay.body(exchange, 'response'))).toBe(sha256(down));
  });

  it('200 streams side by side, each with its own bytes in its own order', async () => {
    const all: (() => void)[] = [];
    const provider = await startProvider(async (_request, response, body) => {
      // All are open before one goes on.
      await new Promise<void>((resolve) => {
        all.push(resolve);
        if (all.length === 200) for (const each of all) each();
      });
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      for (let step = 0; step < 20; step += 1) {
        response.write(`data: ${body.toString()} ${step}\n\n`);
        await new Promise((resolve) => setImmediate(resolve));
      }
      response.end();
    });
    const relay = await relayTo(provider.address);
    const expected = (name: string): string =>
      Array.from({ length: 20 }, (_, step) => `data: ${name} ${step}\n\n`).join('');
    const names = Array.from({ length: 200 }, (_, at) => `stream-${at}`);
    const got = await Promise.all(
      names.map(async (name) => (await call(`${relay.base('openai')}/responses`, { body: name })).body.toString()),
    );
    expect(got).toEqual(names.map(expected));
    const recorded = await relay.recorded();
    expect(recorded).toHaveLength(200);
    for (const exchange of recorded)
      expect(relay.body(exchange, 'response').toString()).toBe(expected(relay.body(exchange, 'request').toString()));
  });
});

describe('what cannot be kept', () => {
  it.runIf(canMountSmallDisk())('the disk is full: relaying goes on, and it is said', async () => {
    const provider = await startProvider((_request, response) => void response.end(Buffer.alloc(300_000, 98)));
    const relay = await relayTo(provider.address, { folder: smallDisk(256) });
    const [big, small] = [Buffer.alloc(400_000, 97), Buffer.from('{"small":1}')];
    const first = await call(`${relay.base('other')}/x`, { body: big });
    // While its response is tried too, nothing else finds a place on the disk.
    await relay.recorded();
    const second = await call(`${relay.base('other')}/x`, { body: small });
    expect([first.body.length, second.body.length]).toEqual([300_000, 300_000]);
    expect(provider.received.map(({ body }) => body.length)).toEqual([400_000, small.length]);
    const recorded = await relay.recorded();
    expect(recorded).toHaveLength(2);
    expect(recorded[0]).toMatchObject({ error: null, request: { file: null, complete: false } });
    expect(recorded[0]?.notes).toContain('The request was not kept: the disk is full');
    expect(relay.body(recorded[1], 'request')).toEqual(small);
    expect(relay.events).toContainEqual({ kind: 'problem', text: 'The session is not fully kept: the disk is full' });
  });

  it('a session has a limit of size: beyond it exchanges are kept without bodies', async () => {
    const provider = await startProvider((_request, response) => void response.end('answer'));
    const relay = await relayTo(provider.address, { mostBytes: 5000 });
    await call(`${relay.base('other')}/x`, { body: Buffer.alloc(6000, 97) });
    const [exchange] = await relay.recorded();
    expect(exchange?.notes).toEqual(['The request was not kept: this session has reached its limit of size']);
    expect(relay.body(exchange, 'response').toString()).toBe('answer');
  });

  it('nothing secret is on disk: headers, addresses, cookies', async () => {
    const secrets = ['Zq81k', 'Zq82k', 'Zq83k', 'Zq84k', 'Zq85k', 'Zq86k', 'Zq87k', 'Zq88k', 'Zq89k'].map(
      (start) => `${start}-${randomBytes(12).toString('hex')}`,
    );
    const [bearer, xkey, google, cookie, query, user, setCookie, account, inPath] = secrets;
    const provider = await startProvider((_request, response) => {
      response.writeHead(200, { 'set-cookie': `session=${setCookie}; HttpOnly`, 'x-auth-token': bearer ?? '' });
      response.end('{"ok":true}');
    });
    const relay = await relayTo(provider.address.replace('http://', `http://${user}:${user}@`));
    const headers = {
      authorization: `Bearer ${bearer}`,
      'x-api-key': `${xkey}`,
      'x-goog-api-key': `${google}`,
      cookie: `sid=${cookie}`,
      'proxy-authorization': `Basic ${user}`,
      'chatgpt-account-id': `${account}`,
      'user-agent': `agent/1 sk-ant-api03-${inPath}${inPath}-AAAA`,
      'x-stainless-auth-token': `${bearer}`,
    };
    const path = `/v1/messages?key=${query}&access_token=${query}&unknown=${query}&beta=true#${query}`;
    await call(`${relay.base('anthropic')}${path}`, { headers, body: turn });
    await call(`${relay.base('other')}/proxy/sk-ant-api03-${inPath}${inPath}-AAAA/v1/messages`, { body: turn });
    // Where a header is cut, no part of a key is left; and no header is written as it came under another name.
    const long = `sk-ant-api03-${inPath}${inPath}-AAAA`;
    const odd = { 'user-agent': `${'x '.repeat(980)}${long}`, 'content-encoding': long, 'session-id': long };
    await call(`${relay.base('other')}/v1/messages`, { headers: odd, body: turn });
    const recorded = await relay.recorded();
    expect(recorded).toHaveLength(3);
    const onDisk = allBytes(relay.folder);
    expect(onDisk).toContain('beta=true');
    for (const secret of secrets) expect(onDisk.toLowerCase()).not.toContain(secret.slice(0, 16).toLowerCase());
    // The secret of the launch is not kept either.
    expect(onDisk).not.toContain(new URL(relay.base('anthropic')).pathname.split('/')[1]);
  });
});
