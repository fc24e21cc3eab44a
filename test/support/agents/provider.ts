import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { answerFor, type Billed, type Step } from './answers';

/** A request as it arrived. */
export interface Received {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: Buffer;
  /** What was answered: the bytes of the body. */
  readonly answer: Buffer;
}

/**
 * A provider on loopback that answers the four forms as documented. It records what arrives. Requests with tools take
 * the next scripted step; side requests (titles, routing) get plain text and use up no step.
 */
export interface Provider {
  readonly port: number;
  /** Everything received since the last call. */
  take(): readonly Received[];
  /** The next answers; after the last one every answer is "Ok.". */
  script(steps: readonly Step[]): void;
  close(): Promise<void>;
}

/** `bill` says what the answer to this body reports; without it ten tokens. */
export async function startProvider(bill?: (body: Buffer) => Billed): Promise<Provider> {
  let received: Received[] = [];
  let steps: Step[] = [];
  const server: Server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      const { method = '', url = '', headers } = request;
      const next = answerFor(url, body, () => steps.shift(), bill?.(body));
      received.push({ method, url, headers, body, answer: Buffer.from(next.chunks.join('')) });
      respond(response, next);
    });
  });
  server.on('upgrade', (_request, socket) => {
    socket.end('HTTP/1.1 426 Upgrade Required\r\ncontent-length: 0\r\nconnection: close\r\n\r\n');
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    take: () => {
      const taken = received;
      received = [];
      return taken;
    },
    script: (next) => {
      steps = [...next];
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}

function respond(response: ServerResponse, { status, type, chunks }: ReturnType<typeof answerFor>): void {
  response.writeHead(status, { 'content-type': type });
  for (const chunk of chunks) response.write(chunk);
  response.end();
}
