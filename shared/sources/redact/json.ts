/**
 * Finds secrets of requests in JSON: in a HAR (`{name, value}`), in a log (`{name: value}`, `[name, value]`, `"name:
 * value"`), in parameters and URLs. One pass over the text, which may be truncated, broken, or hold several values.
 */
import { headerSecrets, isSecretName, isSecretParameter, urlSecrets, type TextRange } from './names';
import { wholeAlternatives } from '../text/alternatives';

/**
 * How to treat the strings below a key: headers, cookies (all secret), parameters, a secret, or content for the model.
 */
type Role = 'headers' | 'cookies' | 'parameters' | 'secret' | 'content' | 'plain';

const roles: Readonly<Record<string, Role>> = {
  headers: 'headers',
  rawheaders: 'headers',
  header: 'headers',
  trailers: 'headers',
  request_headers: 'headers',
  response_headers: 'headers',
  default_headers: 'headers',
  extra_headers: 'headers',
  cookies: 'cookies',
  cookie: 'cookies',
  querystring: 'parameters',
  query: 'parameters',
  params: 'parameters',
  query_params: 'parameters',
  extra_query: 'parameters',
};
/** Content from or for the model is not redacted. */
const contentKeys = new Set([
  'messages',
  'system',
  'contents',
  'content',
  'input',
  'instructions',
  'tools',
  'prompt',
  'parts',
  'systeminstruction',
  'system_instruction',
  'text',
  'tool_calls',
  'arguments',
  'output',
  'choices',
  'candidates',
]);
const urlKeys = new Set([
  'url',
  'uri',
  'href',
  'endpoint',
  'path',
  'base_url',
  'baseurl',
  'api_base',
  'redirecturl',
  'referer',
  'location',
  ':path',
]);
/** Outside headers and parameters, only unambiguous names count as secret. */
const secretKey = wholeAlternatives(
  [
    /(?:proxy-|x-)?authorization/,
    /(?:[\w-]{1,40}[-_])?api[-_]?key/,
    /(?:access|refresh|id|auth|session|bearer)[-_]?token/,
    /[\w-]{0,40}client[-_]?secret/,
    /[\w-]{0,40}passw(?:or)?d/,
    /secret(?:[-_]?(?:access)?[-_]?key)?/,
    /(?:set-)?cookie/,
  ],
  'i',
);

interface Frame {
  readonly isObject: boolean;
  readonly role: Role;
  key: string;
  /** The object's own `name` and `value`. */
  name: string | undefined;
  value: TextRange | undefined;
  /** The previous item of a list. */
  before: string | undefined;
  items: number;
}

/** Deeper levels are not tracked; their strings keep the role of the level above. */
const maxDepth = 1000;
/** A longer string is not a name. */
const longestName = 300;

export function jsonSecrets(text: string): readonly TextRange[] {
  const found: TextRange[] = [];
  const frames: Frame[] = [frameOf(false, 'plain')];
  let beyond = 0;
  let at = 0;
  const open = (isObject: boolean): void => {
    const frame = frames.at(-1);
    if (frames.length > maxDepth) beyond += 1;
    else frames.push(frameOf(isObject, frame === undefined ? 'plain' : roleBelow(frame)));
    at += 1;
  };
  const close = (): void => {
    at += 1;
    if (beyond > 0) beyond -= 1;
    else if (frames.length > 1) {
      const frame = frames.pop();
      if (frame?.value !== undefined && isSecretPair(frame)) found.push(frame.value);
    }
  };
  while (at < text.length) {
    const char = text[at];
    if (char === '"') {
      const end = stringEnd(text, at + 1);
      const frame = frames.at(-1);
      if (frame !== undefined) take(text, { start: at + 1, end }, frame, beyond > 0, found);
      at = end + 1;
    } else if (char === '{' || char === '[') open(char === '{');
    else if (char === '}' || char === ']') close();
    else at += 1;
  }
  for (const frame of frames) if (frame.value !== undefined && isSecretPair(frame)) found.push(frame.value);
  return found;
}

function frameOf(isObject: boolean, role: Role): Frame {
  return { isObject, role, key: '', name: undefined, value: undefined, before: undefined, items: 0 };
}

/** Returns the offset of the closing quote, or the end of the text. */
function stringEnd(text: string, from: number): number {
  let at = from;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return Math.min(at, text.length);
}

function isKey(text: string, end: number): boolean {
  let at = end + 1;
  while (text[at] === ' ' || text[at] === '\n' || text[at] === '\r' || text[at] === '\t') at += 1;
  return text[at] === ':';
}

function roleBelow({ isObject, role, key, before }: Frame): Role {
  if (role === 'secret' || role === 'cookies' || role === 'content') return role;
  if (!isObject) return role === 'headers' && before !== undefined && isSecretName(before) ? 'secret' : role;
  const name = key.toLowerCase();
  if (contentKeys.has(name)) return 'content';
  if (role === 'headers' || role === 'parameters') return isSecretIn(role, key) ? 'secret' : role;
  return roles[name] ?? (secretKey.test(name) ? 'secret' : 'plain');
}

function isSecretIn(role: Role, name: string): boolean {
  return role === 'parameters' ? isSecretParameter(name) : isSecretName(name);
}

/** A pair without a name is redacted to be safe. */
function isSecretPair({ role, name }: Frame): boolean {
  return role === 'cookies' || role === 'secret' || name === undefined || isSecretIn(role, name);
}

function take(text: string, span: TextRange, frame: Frame, isBeyond: boolean, found: TextRange[]): void {
  const { role } = frame;
  const value = plainName(text.slice(span.start, Math.min(span.end, span.start + longestName)));
  if (frame.isObject && !isBeyond && isKey(text, span.end)) {
    frame.key = value;
    return;
  }
  if (role === 'content' || span.end === span.start) return;
  const key = frame.key.toLowerCase();
  if (role === 'secret' || (isBeyond && role !== 'plain')) found.push(span);
  else if (role === 'plain') plainSecrets(text, span, key, found);
  else if (frame.isObject && key === 'name') frame.name = value;
  else if (frame.isObject && key === 'value') {
    frame.value = span;
    found.push(...inside(text, span, urlSecrets));
  } else if (frame.isObject)
    found.push(...(role === 'cookies' || isSecretIn(role, frame.key) ? [span] : inside(text, span, urlSecrets)));
  else found.push(...itemSecrets(text, span, value, frame));
}

/** Decodes `\u` escapes: JSON may escape any letter of a name. */
function plainName(written: string): string {
  return written.includes('\\')
    ? written.replaceAll(/\\u([\da-f]{4})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    : written;
}

function plainSecrets(text: string, span: TextRange, key: string, found: TextRange[]): void {
  const role = roles[key];
  if (secretKey.test(key) || role === 'cookies') found.push(span);
  else if (urlKeys.has(key) || role === 'parameters')
    found.push(
      ...inside(
        text,
        span,
        role === 'parameters'
          ? (each) => urlSecrets(`?${each}`).map(({ start, end }) => ({ start: start - 1, end: end - 1 }))
          : urlSecrets,
      ),
    );
  else if (role === 'headers') found.push(...headerLines(text, span));
}

/** `["Authorization", "…", "Host", "…"]`, `[["Authorization", "…"]]` and `["Authorization: …"]`. */
function itemSecrets(text: string, span: TextRange, value: string, frame: Frame): readonly TextRange[] {
  const { before, items, role } = frame;
  frame.before = value;
  frame.items += 1;
  if (role === 'cookies') return [span];
  if (items % 2 === 1 && before !== undefined && isSecretIn(role, before)) return [span];
  return inside(text, span, headerSecrets);
}

/** Handles all headers in one string. */
function headerLines(text: string, span: TextRange): readonly TextRange[] {
  const lines: TextRange[] = [];
  for (let at = span.start; at < span.end;) {
    const next = text.indexOf('\\n', at);
    const end = next === -1 || next > span.end ? span.end : next;
    lines.push(...inside(text, { start: at, end }, headerSecrets));
    at = end + 2;
  }
  return lines;
}

function inside(
  text: string,
  { start, end }: TextRange,
  find: (part: string) => readonly TextRange[],
): readonly TextRange[] {
  return find(text.slice(start, end)).map((each) => ({ start: start + each.start, end: start + each.end }));
}
