import { configAt, type ConfigNode } from '../sources/config/config-node';
import { counted, grouped } from '../basics/grouped';
import { finding, placeOf, type Finding } from '../sources/findings';
import type { SourceFile } from '../sources/types';
import { parseBody, plainBody, stringIn, textAt, wrappedBody, type Body } from './body';
import { curlBody, isCurl } from './curl';
import { withoutSecrets } from './address';
import { addressIn, bodyIn, looksLikeBody, responseIn, timeIn, wrappedNode } from './record';
import { statusIn } from './response/failure';
import { AgentLogReader, isAgentLog } from './agent-logs/agent-log-reader';
import { notRequests } from './not-requests';
import { aboutRebuilt, rebuiltBody } from './agent-logs/rebuilt';
import { RecordSplitter } from './log/record-splitter';
import { isEventStream, isLog } from './recognise';

export interface Bodies {
  readonly bodies: readonly Body[];
  readonly findings: readonly Finding[];
}

/**
 * Reads every request in a file, recognised by content: a body, a list of bodies, a log, a HAR or a cURL command.
 * Unreadable parts become findings.
 */
export function readBodies(source: SourceFile): Bodies {
  const none = (severity: Finding['severity'], ruleId: string, message: string): Bodies => ({
    bodies: [],
    findings: [finding(severity, ruleId, message, placeOf(source.id))],
  });
  if (source.text.trim() === '')
    return none(
      'error',
      'request-empty',
      'The file is empty: a request body, a cURL command, a HAR or JSON lines were expected',
    );
  if (isCurl(source.text)) return curlBody(source);
  if (isEventStream(source.text))
    return none('error', 'request-none', 'This is the stream of a response: it does not hold the request');
  if (/\.(?:jsonl|ndjson)$/i.test(source.path) || isLog(source.text) || isAgentLog(source.text)) return fromLog(source);
  const { root, findings } = parseBody(source);
  if (root === undefined) return { bodies: [], findings };
  const entries = configAt(root, ['log', 'entries']);
  if (entries?.kind === 'array') return fromHar(source, root, entries.items, findings);
  const label = source.path.slice(source.path.lastIndexOf('/') + 1);
  return { bodies: [fromRecord(source, root, label) ?? plainBody(source, root, label)], findings };
}

/** More would make a list that nobody reads. */
const mostRequests = 20_000;
/** Logs of events have many records that are no requests. */
const mostRecords = 1_000_000;

/** One finding for all records that are not requests, and one for all broken records. */
function fromLog(source: SourceFile): Bodies {
  const splitter = new RecordSplitter();
  const all = [...splitter.push(source.text), ...splitter.end()];
  const isList = source.text.trimStart().startsWith('[');
  const agentLog = new AgentLogReader();
  const bodies: Body[] = [];
  const broken: Finding[] = [];
  let others = 0;
  let line = 1;
  let countedTo = 0;
  let read = 0;
  for (const [index, { text, start }] of all.entries()) {
    if (bodies.length >= mostRequests || index >= mostRecords) break;
    read += 1;
    line += newlines(source.text, countedTo, start);
    countedTo = start;
    if (agentLog.take({ text, start })) continue;
    const { root, findings } = parseBody(source, start, start + text.length);
    broken.push(...findings);
    const body = root === undefined ? undefined : fromRecord(source, root, isList ? `#${index + 1}` : `line ${line}`);
    if (body !== undefined) bodies.push(body);
    else if (findings.length === 0) others += 1;
  }
  for (const request of agentLog.requests()) {
    if (bodies.length >= mostRequests) break;
    bodies.push(rebuiltBody(source, request, bodies.length + 1));
  }
  const [first, ...more] = broken;
  const cut = `The log has ${grouped(all.length)} records; the first ${grouped(read)} are read`;
  return {
    bodies,
    findings: [
      ...aboutRebuilt(agentLog, bodies.length, source.id),
      ...(all.length > read ? [finding('warning', 'cut-off', cut, placeOf(source.id))] : []),
      ...(first === undefined
        ? []
        : [
            more.length === 0
              ? first
              : { ...first, message: `${first.message} (and in ${counted(more.length, 'more record')})` },
          ]),
      ...(others === 0
        ? []
        : [
            finding(
              bodies.length === 0 ? 'error' : 'info',
              bodies.length === 0 ? 'request-none' : 'request-others',
              notRequests(others, read),
              placeOf(source.id),
            ),
          ]),
      ...(bodies.length === 0 && broken.length === 0 && others === 0
        ? [finding('error', 'request-none', 'The log holds no request', placeOf(source.id))]
        : []),
    ],
  };
}

function newlines(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = text.indexOf('\n', from); at !== -1 && at < to; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}

/** Returns the body in a record with its metadata; undefined if there is none. */
function fromRecord(source: SourceFile, root: ConfigNode, label: string): Body | undefined {
  const around = { at: timeIn(root), address: addressIn(root), model: textAt(root, 'model'), status: statusIn(root) };
  const name = textAt(root, 'custom_id') ?? label;
  const found = bodyIn(root);
  if (found !== undefined) {
    const { node, path } = found;
    return { ...plainBody(source, node, name, responseIn(root)), ...(path.length === 0 ? {} : around) };
  }
  const wrapped = wrappedNode(root);
  if (wrapped === undefined) return root.kind === 'array' ? plainBody(source, root, label) : undefined;
  const { body } = wrappedBody(source, wrapped.rope, name, responseIn(root));
  return body === undefined || !looksLikeBody(body.root) ? undefined : { ...body, ...around };
}

function fromHar(
  source: SourceFile,
  root: ConfigNode,
  entries: readonly ConfigNode[],
  syntax: readonly Finding[],
): Bodies {
  const findings: Finding[] = [...syntax];
  const bodies: Body[] = [];
  const holder = plainBody(source, root, '');
  const others: string[] = [];
  const isCut = entries.length > mostRequests;
  const cut = `The HAR has ${grouped(entries.length)} entries; the first ${grouped(mostRequests)} are read`;
  if (isCut) findings.push(finding('warning', 'cut-off', cut, placeOf(source.id)));
  for (const [index, entry] of entries.slice(0, mostRequests).entries()) {
    const address = textAt(entry, 'request', 'url') ?? '';
    const posted = configAt(entry, ['request', 'postData', 'text']);
    if (textAt(entry, 'request', 'method') !== 'POST' || posted?.kind !== 'string' || posted.value === '') {
      others.push(withoutSecrets(address));
      continue;
    }
    const label = `#${index + 1} ${hostOf(withoutSecrets(address))}`;
    const read = wrappedBody(source, stringIn(holder, posted), label, answerOf(entry));
    const [at, status] = [timeIn(entry), statusIn(entry)];
    if (read.body !== undefined && looksLikeBody(read.body.root)) bodies.push({ ...read.body, at, address, status });
    else if (read.body === undefined) findings.push(...read.findings);
    else others.push(withoutSecrets(address));
  }
  if (others.length > 0) findings.push(leftOut(source, others, entries.length));
  if (bodies.length === 0)
    findings.push(finding('error', 'request-none', 'The HAR holds no request to a model', placeOf(source.id)));
  return { bodies, findings };
}

const named = 5;

function leftOut(source: SourceFile, addresses: readonly string[], total: number): Finding {
  const distinct = [...new Set(addresses)];
  const more =
    distinct.length > named ? ` and ${counted(distinct.length - named, 'more address', 'more addresses')}` : '';
  return finding(
    'info',
    'request-others',
    `${addresses.length} of the ${counted(total, 'entry', 'entries')} of the HAR ` +
      (addresses.length === 1
        ? 'is not a request to a model and is left out'
        : 'are not requests to a model and are left out'),
    placeOf(source.id),
    { note: `They went to ${distinct.slice(0, named).join(', ')}${more}.` },
  );
}

function hostOf(url: string): string {
  return /^https?:\/\/([^/?#]+)/.exec(url)?.[1] ?? '';
}

/** Reads the response of a HAR entry: parsed JSON, or the text of a stream. */
function answerOf(entry: ConfigNode): unknown {
  const text = textAt(entry, 'response', 'content', 'text');
  if (text === undefined) return undefined;
  const isEncoded = textAt(entry, 'response', 'content', 'encoding') === 'base64';
  return parsedOrText(isEncoded ? fromBase64(text) : text);
}

function parsedOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
/** By character code. */
const values = new Map(Array.from(alphabet, (character, value) => [character.charCodeAt(0), value]));

/** Decodes UTF-8 in base64: without Node or a page there is no built-in decoder. */
function fromBase64(text: string): string {
  let [bits, length, decoded, escaped] = [0, 0, '', ''];
  try {
    for (let at = 0; at < text.length; at += 1) {
      const value = values.get(text.charCodeAt(at));
      if (value === undefined) continue;
      bits = ((bits << 6) | value) & 0xff_ffff;
      length += 6;
      if (length < 8) continue;
      length -= 8;
      const byte = (bits >> length) & 0xff;
      if (byte >= 0x80) escaped += `%${byte.toString(16)}`;
      else {
        if (escaped !== '') decoded += decodeURIComponent(escaped);
        escaped = '';
        decoded += String.fromCharCode(byte);
      }
    }
    return decoded + decodeURIComponent(escaped);
  } catch {
    return '';
  }
}
