/** Reads a folder of requests: which files hold one, which response belongs to each, and their order. */
import { counted } from '../../../../shared/basics/grouped';
import { sourceId } from '../../../../shared/document/builders';
import {
  requestFolder,
  type FolderExchange,
  type FolderFile,
  type RequestFolder,
} from '../../../../shared/requests/folder';
import { headBytes, contentIn, wantsMore } from '../../../../shared/requests/content-kind';
import type { LogRequest, ReadLog } from '../../../../shared/requests/log/log-reader';
import { SessionReader } from '../../../../shared/requests/log/session-reader';
import { failureOf } from '../../../../shared/requests/response/failure';
import { readRequests } from '../../../../shared/requests/requests';
import { finding, placeOf, type Finding } from '../../../../shared/sources/findings';
import { redactHeaders } from '../../../../shared/sources/secrets/redact';
import { realOf } from '../../disk/access/allowed-path';
import { decode, maxFileBytes } from '../../disk/decode';
import type { FileBoundary } from '../../disk/files';
import { nodeFiles } from '../../disk/node-files';
import { childOf } from '../../disk/paths';
import { systemCode } from '../../errors';

const candidate = /\.(?:json|jsonl|ndjson|har|curl|log|txt|sh|sse|bin)$/i;
/** Larger bodies fit no model. A response may be longer than a request: it is only read for its usage. */
const mostBytes = 256 * 1024 * 1024;

export interface ExchangeRequest extends LogRequest {
  readonly exchange: FolderExchange;
}

/** Lists what a folder holds, without reading its files whole. */
function listRequestFolder(folder: string, boundary: FileBoundary = nodeFiles): RequestFolder {
  const within = realOf(boundary, folder);
  const files = boundary.list(folder, within).flatMap(({ name, kind }): readonly FolderFile[] => {
    if (kind !== 'file' || !candidate.test(name)) return [];
    const path = childOf(folder, name);
    const read = readBytes(boundary, path, within, headBytes + 1);
    if (read === undefined) return [];
    const { bytes, stat } = read;
    const isWhole = bytes.length <= headBytes;
    const head = decode(isWhole ? bytes : bytes.subarray(0, headBytes)).text;
    const whole = wantsMore(path, head, isWhole) ? readBytes(boundary, path, within, maxFileBytes) : undefined;
    const content = whole === undefined ? contentIn(head, isWhole) : contentIn(decode(whole.bytes).text, true);
    return [{ id: sourceId(name), name, ...content, bytes: stat.size, modified: Number(stat.mtimeNs / 1_000_000n) }];
  });
  return requestFolder(files);
}

/** Reads all requests of a folder in order. They share the nodes they have in common. */
export async function readRequestFolder(
  folder: string,
  boundary: FileBoundary = nodeFiles,
): Promise<ReadLog & { readonly requests: readonly ExchangeRequest[] }> {
  const listed = listRequestFolder(folder, boundary);
  const within = realOf(boundary, folder);
  const findings: Finding[] = [];
  const session = new SessionReader({ id: sourceId(''), path: folder });
  const requests: ExchangeRequest[] = [];
  for (const exchange of listed.exchanges) {
    const text = readText(boundary, childOf(folder, exchange.request), within);
    const id = sourceId(exchange.request);
    if (text === undefined) {
      findings.push(finding('warning', 'unreadable', `${exchange.request} cannot be read`, placeOf(id)));
      continue;
    }
    const read = readOne(session, exchange, { id, path: childOf(folder, exchange.request) }, text);
    findings.push(...(requests.length === 0 || read.request === undefined ? read.findings : []));
    const response =
      exchange.response === undefined
        ? undefined
        : responseOf(readText(boundary, childOf(folder, exchange.response), within));
    if (read.request !== undefined)
      requests.push({
        ...read.request,
        ...(response === undefined ? {} : { response, failed: failureOf(response, undefined) }),
      });
    await new Promise((resolve) => setImmediate(resolve));
  }
  return { requests, findings: [...findings, ...aboutFolder(folder, listed, requests.length)] };
}

interface ReadOne {
  readonly request: ExchangeRequest | undefined;
  readonly findings: readonly Finding[];
}

function readOne(
  session: SessionReader,
  exchange: FolderExchange,
  source: { readonly id: ReturnType<typeof sourceId>; readonly path: string },
  text: string,
): ReadOne {
  const { label, at, address } = exchange;
  const around = { ...(at === undefined ? {} : { at }), ...(address === undefined ? {} : { address }) };
  const read = session.read({ text, start: 0, label, source }, around);
  if (read.kind === 'request') {
    const { document, findings } = read.request;
    return {
      request: { label, document, response: undefined, failed: undefined, at, start: 0, length: text.length, exchange },
      findings,
    };
  }
  // A cURL command, a record around the body, or a body that is cut off.
  const { requests, findings } = readRequests({ ...source, as: 'sequence', text: redactHeaders(text) });
  const [first] = requests;
  if (first === undefined) return { request: undefined, findings };
  return {
    request: { ...first, label, at: at ?? first.at, start: 0, length: text.length, exchange },
    findings,
  };
}

/** What is parsed is used as it is; a stream stays text. */
function responseOf(text: string | undefined): unknown {
  if (text === undefined || text.trim() === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function aboutFolder(folder: string, { exchanges, logs, strays }: RequestFolder, read: number): readonly Finding[] {
  const byTime = exchanges.filter(({ isPairedByTime }) => isPairedByTime === true).length;
  return [
    ...(byTime === 0
      ? []
      : [
          finding(
            'info',
            'request-pairs',
            `${byTime} of ${exchanges.length} responses are paired with their request by the time they were written`,
            undefined,
            { note: 'Their file names do not say which request they answer.' },
          ),
        ]),
    ...(strays.length === 0 ? [] : [finding('info', 'request-pairs', straysText(strays.length))]),
    ...(logs.length === 0 || read === 0
      ? []
      : [
          finding(
            'info',
            'request-others',
            `The folder also has logs of requests: ${logs.slice(0, 5).join(', ')}`,
            undefined,
            {
              note: 'Open one of them to see its requests.',
            },
          ),
        ]),
    ...(read > 0 ? [] : [finding('error', 'request-none', `${folder} holds no request`)]),
  ];
}

function readText(boundary: FileBoundary, path: string, within: string): string | undefined {
  const read = readBytes(boundary, path, within, mostBytes);
  return read === undefined ? undefined : decode(read.bytes).text;
}

function readBytes(
  boundary: FileBoundary,
  path: string,
  within: string,
  most: number,
): ReturnType<FileBoundary['read']> | undefined {
  try {
    return boundary.read(path, { most, within });
  } catch (error) {
    // Deleted meanwhile, unreadable, or no ordinary file: the others are read all the same.
    if (systemCode(error) === '') throw error;
    return undefined;
  }
}

function straysText(strays: number): string {
  const responses = counted(strays, 'response in the folder belongs', 'responses in the folder belong');
  return `${responses} to none of its requests`;
}
