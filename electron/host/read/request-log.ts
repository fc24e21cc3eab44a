/** Reads the requests of a file of any length: streams a log, reads anything else whole. */
import { sourceId } from '../../../shared/document/builders';
import { LogReader, type LogRequest, type ReadLog } from '../../../shared/requests/log/log-reader';
import { readRequests } from '../../../shared/requests/requests';
import { isLog } from '../../../shared/requests/recognise';
import { finding, placeOf } from '../../../shared/sources/findings';
import { redactHeaders } from '../../../shared/sources/secrets/redact';
import { textChunksOf } from '../disk/open-file';
import { realOf } from '../disk/allowed-path';
import { nodeFiles } from '../disk/node-files';
import { childOf } from '../disk/paths';

/** A HAR or a command is parsed whole, so it must fit in memory. */
const mostWhole = 256 * 1024 * 1024;

/** `name` is a file of the opened folder. */
export async function readRequestLog(workspace: string, name: string): Promise<ReadLog> {
  const path = childOf(workspace, name);
  const source = { id: sourceId(name), path };
  const chunks = textChunksOf(path, { within: realOf(nodeFiles, workspace) });
  const first = chunks.next();
  const head = first.done === true ? '' : withoutMark(first.value);
  const log = isLog(head) ? new LogReader(source) : undefined;
  let whole = log === undefined ? head : '';
  log?.push(head);
  for (const chunk of chunks) {
    if (log !== undefined) log.push(chunk);
    else whole += chunk;
    if (whole.length > mostWhole) break;
    await new Promise((resolve) => setImmediate(resolve));
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

function withoutMark(text: string): string {
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
}
