/**
 * Some clients speak HTTP/2 without asking first (Bedrock's SDK does). Their streams are handed to the relay's own
 * HTTP/1.1 side, one request each, so that there is one way through. The first bytes of a connection tell which it is.
 */
import { request as send, type Server } from 'node:http';
import { createServer as createHttp2, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2';
import { createServer, type Server as NetServer, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { endToEnd } from './hop-headers';

/** How every HTTP/2 connection begins. */
const preface = 'PRI * HTTP/2.0';

/** Longer than an agent keeps a connection that it opened ahead, in milliseconds. */
const mostSilence = 10 * 60_000;
/** From the first byte of a connection to the end of its first request's head, in milliseconds. */
const mostForHead = 60_000;

/**
 * Listens in place of `http1`, which gets every connection that is not HTTP/2. `isWelcome` is asked when a connection
 * opens: one that is not is closed before a byte of it is read.
 */
export function bothVersions(http1: Server, isWelcome: (socket: Socket) => boolean): NetServer {
  const http2 = createHttp2((request, response) => hand(request, response, front));
  // A client that breaks off; its streams end with it.
  http2.on('sessionError', () => undefined);
  // Node limits the time for a head only on a server that listens itself.
  const limits = new WeakMap<Duplex, NodeJS.Timeout>();
  const limit = (socket: Socket, time: number): void => {
    clearTimeout(limits.get(socket));
    limits.set(
      socket,
      setTimeout(() => socket.destroy(), time),
    );
  };
  const unlimit = (socket: Duplex): void => clearTimeout(limits.get(socket));
  http1.prependListener('request', ({ socket }) => unlimit(socket));
  http1.prependListener('upgrade', (_, socket) => unlimit(socket));
  // As Node's HTTP server does: small pieces must not wait for one another.
  const front = createServer({ noDelay: true }, (socket) => {
    const fail = (): void => void socket.destroy();
    socket.on('error', fail);
    if (!isWelcome(socket)) return fail();
    limit(socket, mostSilence);
    socket.once('close', () => unlimit(socket));
    socket.once('data', (first: Buffer) => {
      socket.pause();
      socket.removeListener('error', fail);
      socket.unshift(first);
      if (first.subarray(0, preface.length).toString('latin1') === preface) {
        unlimit(socket);
        http2.emit('connection', socket);
      } else {
        limit(socket, mostForHead);
        http1.emit('connection', socket);
        socket.resume();
      }
    });
  });
  return front;
}

/** Secret, host and origin are checked on the other side; the connection there is our own. */
function hand(request: Http2ServerRequest, response: Http2ServerResponse, front: NetServer): void {
  const { stream } = request;
  const address = front.address();
  if (typeof address !== 'object' || address === null) return stream.close();
  const names = request.rawHeaders.flatMap((name, at) => (at % 2 === 0 && !name.startsWith(':') ? [at] : []));
  const headers = names.flatMap((at) => [request.rawHeaders[at] ?? '', request.rawHeaders[at + 1] ?? '']);
  const inner = send({
    host: '127.0.0.1',
    port: address.port,
    method: request.method,
    path: request.url,
    headers: ['host', request.authority, ...headers.filter((_, at, all) => all[at - (at % 2)] !== 'host')],
    agent: false,
  });
  const reset = (): void => {
    inner.destroy();
    stream.close();
  };
  inner.once('error', reset);
  response.once('close', () => inner.destroy());
  inner.once('response', (answer) => {
    response.writeHead(answer.statusCode ?? 502, headersOf(endToEnd(answer.rawHeaders)));
    answer.once('error', reset);
    answer.pipe(response);
  });
  request.pipe(inner);
}

function headersOf(raw: readonly string[]): Record<string, string | string[]> {
  const headers: Record<string, string | string[]> = {};
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const [name, value] = [(raw[at] ?? '').toLowerCase(), raw[at + 1] ?? ''];
    const before = headers[name];
    headers[name] = before === undefined ? value : [...(Array.isArray(before) ? before : [before]), value];
  }
  return headers;
}
