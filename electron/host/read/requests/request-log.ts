/** Reads the requests of a file of any length: streams a log, reads anything else whole. */
import { sourceId } from '../../../../shared/document/builders';
import { LogReader, type LogRequest, type ReadLog } from '../../../../shared/requests/log/log-reader';
import { readRequests } from '../../../../shared/requests/requests';
import { isLog } from '../../../../shared/requests/recognise';
import { finding, placeOf } from '../../../../shared/sources/findings';
import { redactHeaders } from '../../../../shared/sources/secrets/redact';
import { maxFileBytes } from '../../disk/decode';
import { textChunksOf } from '../../disk/open-file';
import { realOf } from '../../disk/access/allowed-path';
import type { FileStat } from '../../disk/files';
import { nodeFiles } from '../../disk/node-files';
import { childOf } from '../../disk/paths';
import { KeptLogs, type OneRequest } from './kept-logs';

/** A HAR or a command is parsed whole, so it must fit in memory. */
const mostWhole = 256 * 1024 * 1024;

/** Where the requests of long files are, so that one of them is found again without reading all. */
const kept = new KeptLogs();

/** `name` is a file of the opened folder. */
export async function readRequestLog(workspace: string, name: string): Promise<ReadLog> {
  const path = childOf(workspace, name);
  const within = realOf(nodeFiles, workspace);
  const stat = nodeFiles.stat(path);
  const reading = readInSteps(path, name, within);
  for (;;) {
    const step = reading.next();
    if (step.done === true) {
      keep(path, stat, step.value);
      return step.value;
    }
    await new Promise((resolve) => setImmediate(resolve));
  }
}

export interface LongFile {
  readonly path: string;
  /** Relative to the opened folder. */
  readonly name: string;
  readonly within: string;
  readonly stat: FileStat;
}

/** True if all requests of the file are known. */
export function hasRead({ path, stat }: LongFile): boolean {
  return kept.of(path, stat) !== undefined;
}

/** One request of a file that is too long to be read whole. The number is from 1. */
export function requestOfLog({ path, name, within, stat }: LongFile, number: number): OneRequest {
  if (kept.of(path, stat) === undefined) {
    const reading = readInSteps(path, name, within);
    let step = reading.next();
    while (step.done !== true) step = reading.next();
    keep(path, stat, step.value);
  }
  const requests = kept.of(path, stat) ?? [];
  const labels = requests.map(({ label }) => label);
  const request = requests[number - 1];
  if (request === undefined) return { text: '', labels };
  const { alone, start, length } = request;
  if (alone !== undefined) return { ...alone(), labels };
  return { text: redactHeaders(textAt(path, within, start, length)), labels };
}

function keep(path: string, stat: FileStat | undefined, { requests }: ReadLog): void {
  if (stat !== undefined && stat.size > maxFileBytes) kept.keep(path, stat, requests);
}

function* readInSteps(path: string, name: string, within: string): Generator<undefined, ReadLog> {
  const source = { id: sourceId(name), path };
  const chunks = textChunksOf(path, { within });
  const first = chunks.next();
  const head = first.done === true ? '' : withoutMark(first.value);
  const log = isLog(head) ? new LogReader(source) : undefined;
  let whole = log === undefined ? head : '';
  log?.push(head);
  for (const chunk of chunks) {
    if (log !== undefined) log.push(chunk);
    else whole += chunk;
    if (whole.length > mostWhole) break;
    yield;
  }
  if (log !== undefined) return log.end();
  const { requests, findings } = readRequests({ ...source, as: 'sequence', text: redactHeaders(whole) });
  const tooLong = whole.length > mostWhole;
  return {
    requests: requests.map((each): LogRequest => ({ ...each, start: 0, length: 0 })),
    findings: tooLong
      ? [...findings, finding('warning', 'cut-off', 'The file is too long to be read whole', placeOf(source.id))]
      : findings,
  };
}

/** Offsets are in characters, so the text is decoded from the start. */
function textAt(path: string, within: string, start: number, length: number): string {
  let [at, text, isFirst] = [0, '', true];
  for (const each of textChunksOf(path, { within })) {
    const chunk = isFirst ? withoutMark(each) : each;
    isFirst = false;
    if (at + chunk.length > start) text += chunk.slice(Math.max(0, start - at), start + length - at);
    at += chunk.length;
    if (at >= start + length) break;
  }
  return text;
}

function withoutMark(text: string): string {
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
}
