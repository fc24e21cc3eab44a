/**
 * Stands on 127.0.0.1 between an agent and its provider. Only who knows the secret of this launch may use it. Nothing
 * that passes is changed, delayed or kept here: a recorder gets a copy.
 */
import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Server, Socket } from 'node:net';
import { Agent, EnvHttpProxyAgent, type Dispatcher } from 'undici';
import { HostError, systemCode, systemReason } from '../errors';
import { admit, holderOf, type Refusal } from './admission';
import { forward } from './forward';
import { bothVersions } from './http2-front';
import { guarded, type Recorder } from './recorder';
import { isUpstream, targetOf, vendorPath, type Upstreams, type Vendor } from './routes';

export interface RelayOptions {
  readonly recorder: Recorder;
  /** Where each vendor's requests go instead of its own address. */
  readonly upstreams?: Upstreams;
  /** A free port if missing. */
  readonly port?: number;
  /** Names a proxy between here and the provider, if this machine needs one. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
}

export interface Relay {
  readonly port: number;
  /** The base address to give to a program of this vendor. It holds the secret. */
  baseFor(vendor: Vendor): string;
  /** Ends what runs and gives the port back. */
  close(): Promise<void>;
}

/** Above what providers allow; Node's own limit is 16 KB. */
const maxHeaderSize = 256 * 1024;
/** Longer than agents pause between two requests: closing a connection just as it is used again would be a fault. */
const keepAliveTimeout = 10 * 60_000;

export async function startRelay({
  recorder,
  upstreams = {},
  port = 0,
  environment = process.env,
}: RelayOptions): Promise<Relay> {
  for (const address of Object.values(upstreams))
    if (!isUpstream(address)) throw new HostError('bad-arguments', 'The upstream must be an http or https address');
  const secret = randomBytes(24).toString('base64url');
  const dispatcher = dispatcherFor(environment);
  const running = new Set<Promise<void>>();
  const sockets = new Set<Socket>();
  const server = createServer({ maxHeaderSize, keepAliveTimeout, requestTimeout: 0 });
  const front = bothVersions(server, (socket) => {
    const holder = holderOf(socket, portOf(front));
    if (holder === 'another user') recorder.noted({ kind: 'refused', why: 'user' });
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    return holder === 'this user';
  });
  const admission = (): { port: number; secret: string } => ({ port: portOf(front), secret });
  const refuse = (request: IncomingMessage, response: ServerResponse, why: Refusal): void => {
    recorder.noted({ kind: 'refused', why });
    // The same answer for all: it tells nobody whether the secret was right.
    request.resume();
    response.writeHead(404, { 'content-length': 0, connection: 'close' }).end();
  };
  server.on('request', (request, response) => {
    const admitted = admit(request, admission());
    if (!admitted.ok) return refuse(request, response, admitted.refusal);
    const target = targetOf(admitted.rest, upstreams);
    if (target === undefined) {
      request.resume();
      return void response.writeHead(404, { 'content-type': 'text/plain' }).end(noVendor);
    }
    const recorded = guarded(recorder, {
      method: request.method ?? 'GET',
      address: target.origin + target.path,
      headers: request.rawHeaders,
    });
    const exchange = forward(request, response, target, dispatcher, recorded);
    running.add(exchange);
    void exchange.finally(() => running.delete(exchange));
  });
  // Codex asks for a WebSocket first. Told that there is none, it posts; a relay that reads bodies needs that.
  server.on('upgrade', (request, socket) => {
    socket.on('error', () => undefined);
    const admitted = admit(request, admission());
    if (admitted.ok) recorder.noted({ kind: 'upgrade' });
    else recorder.noted({ kind: 'refused', why: admitted.refusal });
    const status = admitted.ok ? '426 Upgrade Required\r\nUpgrade: HTTP/1.1' : '404 Not Found';
    socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
  });
  await listen(front, port);
  return {
    port: portOf(front),
    baseFor: (vendor) => `http://127.0.0.1:${portOf(front)}/${secret}${vendorPath(vendor)}`,
    async close() {
      const closed = new Promise<void>((resolve) => front.close(() => resolve()));
      for (const socket of sockets) socket.destroy();
      await Promise.allSettled(running);
      await dispatcher.destroy();
      await closed;
    },
  };
}

const noVendor = 'Strata relays only what follows one of the base addresses it printed.\n';

function portOf(server: Server): number {
  const address: AddressInfo | string | null = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => {
      reject(
        systemCode(error) === 'EADDRINUSE'
          ? new HostError(
              'io',
              `Port ${port} of 127.0.0.1 is taken: choose another, or leave --port out for any free one`,
            )
          : new HostError(
              'io',
              `The relay could not start: ${systemCode(error) === '' ? error.message : systemReason(error)}`,
              { cause: error },
            ),
      );
    });
    server.listen({ host: '127.0.0.1', port, exclusive: true }, resolve);
  });
}

function dispatcherFor(environment: Readonly<Record<string, string | undefined>>): Dispatcher {
  const named = (name: string): string | undefined => environment[name.toLowerCase()] ?? environment[name];
  const [http, https, none] = [named('HTTP_PROXY'), named('HTTPS_PROXY'), named('NO_PROXY')];
  // One request a connection at a time, and as many connections as there are requests.
  const options = { connect: { timeout: 0 }, headersTimeout: 0, bodyTimeout: 0, pipelining: 1 };
  if (http === undefined && https === undefined) return new Agent(options);
  return new EnvHttpProxyAgent({
    ...options,
    ...(http === undefined ? {} : { httpProxy: http }),
    ...(https === undefined ? {} : { httpsProxy: https }),
    ...(none === undefined ? {} : { noProxy: none }),
  });
}
