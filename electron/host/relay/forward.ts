/** One exchange: the agent's request goes to the provider and the response comes back, byte for byte, as it arrives. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { PassThrough } from 'node:stream';
import type { Dispatcher } from 'undici';
import { systemCode } from '../errors';
import { endToEnd } from './hop-headers';
import type { ExchangeRecorder } from './recorder';
import type { Target } from './routes';

/** Settles when the exchange is over, however it ended. */
export function forward(
  request: IncomingMessage,
  response: ServerResponse,
  { origin, path }: Target,
  dispatcher: Dispatcher,
  recorder: ExchangeRecorder,
): Promise<void> {
  return new Promise((resolve) => {
    let upstream: Dispatcher.DispatchController | undefined;
    let isOver = false;
    const end = (problem?: string): void => {
      if (isOver) return;
      isOver = true;
      recorder.ended(problem);
      resolve();
    };
    const body = bodyOf(request, recorder);
    response.sendDate = false;
    const agentLeft = new Error('the agent closed the connection');
    response.once('close', () => {
      if (isOver) return;
      end('The agent closed the connection before the response was complete');
      body?.destroy();
      upstream?.abort(agentLeft);
    });
    response.on('drain', () => upstream?.resume());
    // The connection to the agent is gone; `close` follows.
    response.on('error', () => undefined);

    const fail = (error: Error): void => {
      const problem = problemOf(error);
      body?.destroy();
      end(response.headersSent ? `The response broke off: ${problem}` : `The provider did not answer: ${problem}`);
      breakOff(request, response);
    };
    try {
      dispatcher.dispatch(
        {
          origin,
          path,
          method: request.method ?? 'GET',
          // `Expect: 100-continue` was answered by the server on its own.
          headers: endToEnd(request.rawHeaders, ['host', 'expect']),
          body: body ?? null,
          // No time-out of our own, as in a direct connection: the agent decides how long it waits.
          headersTimeout: 0,
          bodyTimeout: 0,
        },
        {
          onRequestStart(controller) {
            upstream = controller;
            if (isOver) controller.abort(agentLeft);
          },
          onResponseStart(controller, status, _headers, statusMessage) {
            // Node has answered 100 itself, and sends no other informational response.
            if (status < 200 || isOver) return;
            const headers = textsOf(controller.rawHeaders);
            recorder.responseStarted(status, headers);
            response.writeHead(status, statusMessage, endToEnd(headers));
            response.flushHeaders();
          },
          onResponseData(controller, chunk) {
            if (isOver) return;
            recorder.responseData(chunk);
            if (!response.write(chunk)) controller.pause();
          },
          onResponseEnd(controller) {
            if (isOver) return;
            const trailers = textsOf(controller.rawTrailers);
            if (trailers.length > 0) response.addTrailers(pairsOf(trailers));
            response.end();
            // The provider answered before it read the whole request, for example with 413: the rest is dropped.
            if (!request.complete) request.resume();
            end();
          },
          onResponseError(_controller, error) {
            if (!isOver) fail(error);
          },
        },
      );
    } catch (error) {
      // A header or path that no HTTP request may have.
      if (!(error instanceof Error)) throw error;
      fail(error);
    }
  });
}

/** A smaller buffer would pause the agent's connection for each piece of a long body. */
const heldBytes = 1024 * 1024;

/** A stream of its own: when the provider stops reading, the agent's connection must stay for the answer. */
function bodyOf(request: IncomingMessage, recorder: ExchangeRecorder): PassThrough | undefined {
  const { 'content-length': length, 'transfer-encoding': coding } = request.headers;
  if (coding === undefined && (length === undefined || length === '0')) {
    request.resume();
    recorder.requestEnded();
    return undefined;
  }
  // undici would send the length of a finished byte stream; a chunked request must stay chunked.
  const body = new PassThrough({
    writableHighWaterMark: heldBytes,
    // Counted in pieces if it came chunked.
    readableHighWaterMark: coding === undefined ? heldBytes : 16,
    readableObjectMode: coding !== undefined,
  });
  request.on('data', (chunk: Buffer) => recorder.requestData(chunk));
  request.once('end', () => recorder.requestEnded());
  request.pipe(body);
  // Errors of either end are reported by the response.
  request.on('error', () => undefined);
  body.on('error', () => undefined);
  body.once('close', () => request.unpipe(body));
  return body;
}

/**
 * Before the response began, the agent sees a connection that broke, as it would without us. Behind a part of it, what
 * came is still delivered; then the connection ends without the end of the response.
 */
function breakOff(request: IncomingMessage, response: ServerResponse): void {
  const { socket } = request;
  if (!response.headersSent) socket.resetAndDestroy();
  else if (socket.writableLength === 0) socket.destroy();
  else {
    socket.once('error', () => undefined);
    socket.end(() => socket.destroy());
  }
}

function textsOf(raw: Dispatcher.DispatchController['rawHeaders']): readonly string[] {
  if (!Array.isArray(raw)) return [];
  return raw.map((each: Buffer | string) => (typeof each === 'string' ? each : each.toString('latin1')));
}

function pairsOf(raw: readonly string[]): [string, string][] {
  return raw.flatMap((name, at) => (at % 2 === 0 ? [[name, raw[at + 1] ?? '']] : []));
}

const problems: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'it refused the connection',
  ECONNRESET: 'it reset the connection',
  ENOTFOUND: 'its name is not known here (DNS)',
  EAI_AGAIN: 'its name could not be looked up (DNS)',
  ETIMEDOUT: 'the connection timed out',
  EHOSTUNREACH: 'it cannot be reached',
  ENETUNREACH: 'there is no network',
  EPIPE: 'it closed the connection',
  UND_ERR_SOCKET: 'it closed the connection',
  UND_ERR_CONNECT_TIMEOUT: 'the connection timed out',
};

/** Without addresses or headers, which may hold secrets. */
function problemOf(error: Error): string {
  const code = systemCode(error) || systemCode(error.cause);
  if (error.name === 'HTTPParserError') return 'it sent no valid HTTP';
  if (/CERT|TLS|SSL/.test(code)) return `its certificate was not accepted (${code})`;
  return problems[code] ?? (code === '' ? 'an unknown fault' : code);
}
