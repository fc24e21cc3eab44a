/** Tells from the start of a file whether it holds requests, and what else a folder of captured requests has. */
import type { ContentKind } from '../sources/types';
import { isCurl } from './curl';
import { isEventStream, isLog } from './recognise';

/** How much of each file is read to find out. */
export const headBytes = 64 * 1024;
/** How much of that is kept: the metadata of a request fits, and a model is named early. */
const keptCharacters = 8192;

export interface FileStart {
  readonly holds: ContentKind;
  readonly text: string;
}

export function contentIn(head: string, isWhole: boolean): FileStart {
  const holds = kindOf(head, isWhole);
  return { holds, text: holds === 'about' ? head : head.slice(0, keptCharacters) };
}

/**
 * True if the start does not tell one long record from the first of many. A `.json` file of that size is taken for one
 * body without looking further: reading every body of a folder whole would take seconds.
 */
export function wantsMore(path: string, head: string, isWhole: boolean): boolean {
  return !isWhole && !/\.json$/i.test(path) && /^\s*\{/.test(head) && !head.includes('\n');
}

/** Keys of a body, or of a record around one. */
const bodyKeys = new Set([
  'messages',
  'contents',
  'input',
  'instructions',
  'system',
  'systemInstruction',
  'system_instruction',
  'request',
  'params',
  'body',
  'payload',
  'request_body',
  'body_raw',
]);
const responseKeys = new Set(['choices', 'candidates', 'output_items', 'usageMetadata', 'stopReason', 'stop_reason']);
/** Lines that agents write into their own logs. */
const agentLine = new RegExp(
  [
    /"type"\s*:\s*"(?:session_meta|response_item|turn_context|inference_started)"/,
    /"(?:parentUuid|projectHash|parentId)"\s*:/,
    /"gen_ai\.|"gemini_cli\./,
  ]
    .map(({ source }) => source)
    .join('|'),
);
const bodyKey =
  /"(?:messages|contents|input|instructions|systemInstruction|system_instruction|request|params|body)"\s*:/;

function kindOf(head: string, isWhole: boolean): ContentKind {
  const start = head.trimStart();
  if (isCurl(start)) return 'request';
  if (isEventStream(start)) return 'response';
  if (!start.startsWith('{') && !start.startsWith('[')) return 'none';
  if (/^\[\s*\{\s*"role"\s*:/.test(start)) return 'request';
  if (isLog(start)) return bodyKey.test(start) || agentLine.test(start) ? 'log' : 'none';
  const keys = topKeys(start);
  if (keys.has('log')) return 'log';
  if (keys.has('messages') && (keys.has('info') || keys.has('projectHash'))) return 'log';
  if (isResponse(keys)) return 'response';
  if (isExchange(keys)) return 'about';
  if ([...bodyKeys].some((key) => keys.has(key))) return 'request';
  if (isWhole) return isAbout(keys) ? 'about' : agentLine.test(start) ? 'log' : 'none';
  return keys.has('model') || keys.has('tools') ? 'request' : 'none';
}

function isResponse(keys: ReadonlyMap<string, string>): boolean {
  const object = keys.get('object') ?? '';
  return (
    object === 'response' ||
    object.startsWith('chat.completion') ||
    (keys.get('type') === 'message' && keys.get('role') === 'assistant') ||
    [...responseKeys].some((key) => keys.has(key)) ||
    keys.get('type') === 'error'
  );
}

/** An exchange of a captured session: it names the files of its request and response, and holds neither. */
function isExchange(keys: ReadonlyMap<string, string>): boolean {
  return ['version', 'number', 'at', 'kind', 'thread', 'request', 'times'].every((key) => keys.has(key));
}

/** The file beside a request that says when and where it was sent. */
function isAbout(keys: ReadonlyMap<string, string>): boolean {
  const has = (...names: readonly string[]): boolean => names.some((name) => keys.has(name));
  return has('at', 'startedAt', 'started_at', 'timestamp') && has('address', 'url', 'method', 'status');
}

/** The keys of the outermost object, each with its value if that is a short string. The text may end anywhere. */
function topKeys(text: string): ReadonlyMap<string, string> {
  const keys = new Map<string, string>();
  let [depth, key, isKey] = [0, '', true];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 34) {
      const start = at + 1;
      at = closingQuote(text, start);
      if (depth !== 1) continue;
      if (isKey) {
        key = text.slice(start, at);
        if (!keys.has(key)) keys.set(key, '');
      } else if (at - start < 100) keys.set(key, text.slice(start, at));
    } else if (code === 123 || code === 91) depth += 1;
    else if (code === 125 || code === 93) {
      depth -= 1;
      if (depth === 0) break;
    } else if (depth === 1 && code === 58) isKey = false;
    else if (depth === 1 && code === 44) isKey = true;
  }
  return keys;
}

function closingQuote(text: string, from: number): number {
  for (let at = from; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 92) at += 1;
    else if (code === 34) return at;
  }
  return text.length;
}
