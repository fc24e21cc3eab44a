/** A provider on loopback: remembers what it got, byte for byte, and answers as a test says. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export interface Received {
  readonly method: string;
  readonly url: string;
  /** Names and values, flat, as they came. */
  readonly headers: readonly string[];
  readonly body: Buffer;
}

export interface Provider {
  readonly address: string;
  readonly port: number;
  readonly received: readonly Received[];
  /** Resolves when this many requests have come whole. */
  got(count: number): Promise<void>;
}

type Answer = (request: IncomingMessage, response: ServerResponse, body: Buffer) => void | Promise<void>;

export async function startProvider(answer: Answer): Promise<Provider> {
  const received: Received[] = [];
  const waiting = new Set<() => void>();
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    response.on('error', () => undefined);
    request.on('error', () => undefined);
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const body = Buffer.concat(parts);
      received.push({ method: request.method ?? '', url: request.url ?? '', headers: request.rawHeaders, body });
      for (const each of waiting) each();
      void answer(request, response, body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}`,
    port,
    received,
    got: (count) =>
      new Promise((resolve) => {
        const look = (): void => {
          if (received.length < count) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
      }),
  };
}
