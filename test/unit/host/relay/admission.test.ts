/** Who may use the relay: processes of this user that were given the secret, and nobody else. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { startRelay } from '../../../../electron/host/relay/relay';
import { startProvider } from '../../../support/capture/provider';
import { call, relayTo } from '../../../support/capture/relayed';

const turn = JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'hi' }] });

async function relayed() {
  const provider = await startProvider((_request, response) => void response.end('secret answer'));
  const relay = await relayTo(provider.address);
  return { provider, relay, address: `${relay.base('anthropic')}/v1/messages` };
}

it('a page in a browser gets nothing, even if it knew the secret', async () => {
  const { provider, relay, address } = await relayed();
  const browsers: readonly Readonly<Record<string, string>>[] = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: `http://127.0.0.1:${relay.port + 1}` },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ];
  for (const headers of browsers) {
    const got = await call(address, { headers, body: turn });
    expect([got.status, got.body.length, got.headers.join(' ').includes('access-control')]).toEqual([404, 0, false]);
  }
  const preflight = { origin: 'https://evil.example', 'access-control-request-method': 'POST' };
  expect((await call(address, { method: 'OPTIONS', headers: preflight })).status).toBe(404);
  expect(provider.received).toEqual([]);
  await relay.recorded();
  expect(relay.sessionNotes()).toEqual(['A page in a browser tried to use the relay and was refused.']);
});

it('another name for this machine is refused, so that a rebound name leads nowhere', async () => {
  const { provider, relay, address } = await relayed();
  for (const host of ['evil.example', `evil.example:${relay.port}`, '127.0.0.1', `127.0.0.1:${relay.port + 1}`])
    expect((await call(address, { headers: { host }, body: turn })).status).toBe(404);
  expect((await call(address, { headers: { host: `localhost:${relay.port}` }, body: turn })).status).toBe(200);
  expect(provider.received).toHaveLength(1);
  await relay.recorded();
  expect(relay.sessionNotes()).toEqual(['A request with another Host than the relay’s was refused.']);
});

it('without the secret of this launch nothing passes', async () => {
  const { provider, relay, address } = await relayed();
  const origin = `http://127.0.0.1:${relay.port}`;
  const secret = new URL(address).pathname.split('/')[1] ?? '';
  expect(secret).toMatch(/^[\w-]{32}$/);
  const wrong = secret.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a'));
  for (const path of [
    '/',
    '/v1/messages',
    '/anthropic/v1/messages',
    `/${wrong}/anthropic/x`,
    `/${secret}x/anthropic/x`,
  ])
    expect((await call(origin + path, { body: turn })).status).toBe(404);
  // A known secret without a vendor leads nowhere either.
  for (const path of [`/${secret}`, `/${secret}/`, `/${secret}/nobody/v1`])
    expect((await call(origin + path, { body: turn })).status).toBe(404);
  expect(provider.received).toEqual([]);
});

it('every launch has another secret, on a free port of 127.0.0.1 alone', async () => {
  const [a, b] = [await relayed(), await relayed()];
  expect(new URL(a.address).pathname).not.toBe(new URL(b.address).pathname);
  const others = Object.values(networkInterfaces())
    .flatMap((each) => each ?? [])
    .filter(({ family, address }) => family === 'IPv4' && address !== '127.0.0.1');
  for (const host of [...others.map(({ address }) => address), '::1'])
    await expect(
      new Promise((_resolve, reject) => connect({ host, port: a.relay.port }).once('error', reject)),
    ).rejects.toThrow(/ECONNREFUSED|ENETUNREACH|EHOSTUNREACH/);
});

/** Only root can start a process of another user; others see that their own process is let in. */
it('a process of another user is refused, although it has the secret', async () => {
  const { provider, relay, address } = await relayed();
  const isRoot = process.getuid?.() === 0 && process.platform === 'linux';
  const script =
    "require('node:http').request(process.argv[1], { method: 'POST', agent: false, localAddress: process.argv[2] }, " +
    "(response) => process.stdout.write(String(response.resume().statusCode))).on('error', () => " +
    "process.stdout.write('broken')).end()";
  const from = async (localAddress: string): Promise<string> => {
    const child = spawn(process.execPath, ['-e', script, address, localAddress], {
      cwd: '/',
      env: {},
      stdio: ['ignore', 'pipe', 'inherit'],
      ...(isRoot ? { uid: 65_534, gid: 65_534 } : {}),
    });
    let out = '';
    child.stdout.on('data', (part: Buffer) => (out += part.toString()));
    await new Promise((resolve) => child.once('close', resolve));
    return out;
  };
  // Elsewhere than on Linux loopback has one address.
  const out = [await from('127.0.0.1'), await from(process.platform === 'linux' ? '127.0.0.2' : '127.0.0.1')];
  await relay.recorded();
  expect({ out, received: provider.received.length, notes: relay.sessionNotes() }).toEqual(
    isRoot
      ? {
          out: ['broken', 'broken'],
          received: 0,
          notes: ['A process of another user tried to use the relay and was refused.'],
        }
      : { out: ['200', '200'], received: 2, notes: [] },
  );
});

/** Sends bytes as they are, and returns all that comes back until the connection ends. */
function raw(port: number, bytes: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    let text = '';
    socket.on('data', (part: Buffer) => (text += part.toString('latin1')));
    socket.on('error', () => undefined);
    socket.once('close', () => resolve(text));
    socket.write(bytes, 'latin1');
  });
}

it('a request that means two things is refused, and no second one is hidden in its body', async () => {
  const { provider, relay, address } = await relayed();
  const { pathname } = new URL(address);
  const host = `Host: 127.0.0.1:${relay.port}\r\n`;
  const hidden = `GET ${pathname}/hidden HTTP/1.1\r\n${host}\r\n`;
  const start = `POST ${pathname} HTTP/1.1\r\n${host}`;
  for (const head of [
    'Content-Length: 5\r\nTransfer-Encoding: chunked\r\n',
    'Transfer-Encoding: chunked\r\nContent-Length: 5\r\n',
    'Content-Length: 5\r\nContent-Length: 6\r\n',
    'Content-Length: 5, 6\r\n',
    'Content-Length: +5\r\n',
    'Transfer-Encoding: xchunked\r\n',
    'Transfer-Encoding : chunked\r\n',
    'Content-Length: 5\nTransfer-Encoding: chunked\r\n',
    'X: a\r\n b\x00\r\nContent-Length: 5\r\n',
  ])
    expect(await raw(relay.port, `${start}${head}\r\n0\r\n\r\n${hidden}`), head).toMatch(/^HTTP\/1\.1 400 /);
  // A second Host, a target with an address of its own, and a connection to somebody else.
  for (const bytes of [
    `GET ${pathname} HTTP/1.1\r\nHost: evil.example\r\n${host}\r\n`,
    `GET http://evil.example${pathname} HTTP/1.1\r\n${host}\r\n`,
    `CONNECT evil.example:443 HTTP/1.1\r\n${host}\r\n`,
    `GET ${pathname} HTTP/1.0\r\n\r\n`,
  ])
    expect(await raw(relay.port, bytes), bytes).not.toContain('secret answer');
  expect(provider.received).toEqual([]);
});

it('no path leads to another host, and each arrives as it was written', async () => {
  const { provider, relay } = await relayed();
  const base = new URL(relay.base('anthropic')).pathname;
  const paths = [
    '/../../x',
    '//evil.example/x',
    '/@evil.example/x',
    '/%2e%2e/x',
    '/x%0d%0aHost:%20evil',
    '/\\evil.example',
    '?a=http://evil.example',
    '/http://evil.example/',
  ];
  for (const path of paths)
    expect(
      await raw(
        relay.port,
        `GET ${base}${path} HTTP/1.1\r\nHost: 127.0.0.1:${relay.port}\r\nConnection: close\r\n\r\n`,
      ),
      path,
    ).toContain('secret answer');
  expect(provider.received.map(({ url }) => url)).toEqual(
    paths.map((path) => (path.startsWith('?') ? `/${path}` : path)),
  );
});

it('HTTP/2 is no way around: secret, host, browser and user are checked as with HTTP/1.1', async () => {
  const { provider, relay, address } = await relayed();
  const script = `
    const client = require('node:http2').connect(process.argv[1]);
    let isOver = false;
    const end = (text) => {
      if (!isOver) process.stdout.write(text, () => process.exit());
      isOver = true;
    };
    client.on('error', () => end('broken'));
    const more = JSON.parse(process.argv[3]);
    const stream = client.request({ ':method': 'POST', ':path': process.argv[2], ...more });
    stream.on('response', (headers) => end(String(headers[':status'])));
    stream.on('error', () => end('broken'));
    stream.on('close', () => end('broken'));
    stream.end('{}');
  `;
  const ask = async (path: string, more: object, uid?: number): Promise<string> => {
    const child = spawn(process.execPath, ['-e', script, new URL(address).origin, path, JSON.stringify(more)], {
      cwd: '/',
      env: {},
      stdio: ['ignore', 'pipe', 'inherit'],
      ...(uid === undefined ? {} : { uid, gid: uid }),
    });
    let out = '';
    child.stdout.on('data', (part: Buffer) => (out += part.toString()));
    await new Promise((resolve) => child.once('close', resolve));
    return out;
  };
  const { pathname } = new URL(address);
  expect(await ask(pathname, {})).toBe('200');
  expect(await ask('/anthropic/v1/messages', {})).toBe('404');
  expect(await ask(pathname, { origin: 'https://evil.example' })).toBe('404');
  expect(await ask(pathname, { ':authority': 'evil.example' })).toBe('404');
  const isRoot = process.getuid?.() === 0 && process.platform === 'linux';
  expect(await ask(pathname, {}, isRoot ? 65_534 : undefined)).toBe(isRoot ? 'broken' : '200');
  expect(provider.received).toHaveLength(isRoot ? 1 : 2);
  await relay.recorded();
  expect(relay.sessionNotes()).toHaveLength(isRoot ? 4 : 3);
});

describe('a connection that sends nothing, or never the end of a head', () => {
  const socketTo = async (port: number): Promise<{ readonly socket: Socket; readonly closed: Promise<unknown> }> => {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    const closed = once(socket.resume(), 'close');
    await once(socket, 'connect');
    onTestFinished(() => void socket.destroy());
    return { socket, closed };
  };

  it('is closed after its time, and others go on', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const { provider, relay, address } = await relayed();
    const silent = await socketTo(relay.port);
    const slow = await socketTo(relay.port);
    slow.socket.write(`POST ${new URL(address).pathname} HTTP/1.1\r\nHost: 127.0.0.1:${relay.port}\r\nX-`);
    // Connections come in order: this one was answered, so both others are there.
    expect((await call(address, { body: turn })).status).toBe(200);
    vi.advanceTimersByTime(60_000);
    await slow.closed;
    expect(silent.socket.closed).toBe(false);
    vi.advanceTimersByTime(9 * 60_000);
    await silent.closed;
    expect((await call(address, { body: turn })).status).toBe(200);
    expect(provider.received).toHaveLength(2);
  });

  it('has no limit once its head is whole: a provider may think for an hour', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    let asked = (_response: ServerResponse): void => undefined;
    const response = new Promise<ServerResponse>((resolve) => (asked = resolve));
    const provider = await startProvider((_request, each) => asked(each));
    const relay = await relayTo(provider.address);
    const got = call(`${relay.base('anthropic')}/v1/messages`, { body: turn });
    const answer = await response;
    vi.advanceTimersByTime(3_600_000);
    answer.end('late');
    expect((await got).body.toString()).toBe('late');
  });
});

it('a head longer than any provider allows is refused, and the relay goes on', async () => {
  const { provider, relay, address } = await relayed();
  const { pathname } = new URL(address);
  const head = `GET ${pathname} HTTP/1.1\r\nHost: 127.0.0.1:${relay.port}\r\n`;
  expect(await raw(relay.port, `${head}X: ${'a'.repeat(300_000)}\r\n\r\n`)).toMatch(/^HTTP\/1\.1 431 /);
  expect(await raw(relay.port, head + 'X: a\r\n'.repeat(500_000))).toMatch(/^HTTP\/1\.1 431 /);
  expect(await raw(relay.port, `GET /${'a'.repeat(300_000)} HTTP/1.1\r\n`)).toMatch(/^HTTP\/1\.1 431 /);
  expect((await call(address, { body: turn })).status).toBe(200);
  expect(provider.received).toHaveLength(1);
});

it('an upgrade is answered with 426, so that Codex posts instead', async () => {
  const { provider, relay, address } = await relayed();
  const upgrade = (path: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const socket = connect(relay.port, '127.0.0.1');
      let text = '';
      socket.on('data', (part: Buffer) => (text += part.toString()));
      socket.once('end', () => resolve(text));
      socket.once('error', reject);
      socket.write(
        `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${relay.port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
          'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n',
      );
    });
  expect(await upgrade(new URL(address).pathname)).toMatch(/^HTTP\/1\.1 426 Upgrade Required\r\n/);
  expect(await upgrade('/v1/responses')).toMatch(/^HTTP\/1\.1 404 /);
  expect(provider.received).toEqual([]);
  expect(await relay.recorded()).toEqual([]);
  expect(relay.notes).toEqual([{ kind: 'upgrade' }, { kind: 'refused', why: 'secret' }]);
});

it('reports a port that is in use', async () => {
  const taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void taken.close());
  const address = taken.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  const recorder = { begin: () => expect.fail(), noted: () => undefined };
  await expect(startRelay({ recorder, port })).rejects.toThrow(`Port ${port} of 127.0.0.1 is taken`);
});

it('an upstream that is no web address is refused at once', async () => {
  const recorder = { begin: () => expect.fail(), noted: () => undefined };
  for (const openai of ['', 'localhost:1', 'file:///etc/passwd', 'nonsense'])
    await expect(startRelay({ recorder, upstreams: { openai } })).rejects.toThrow('must be an http or https address');
});
