/**
 * Finds secrets without a fixed shape by their context: after a name such as `DB_PASSWORD=`, in a bearer header, in a
 * URL, or in a PEM block. Every pattern is bounded, or scans text that no later pattern scans again, so the time is
 * linear.
 */
import { isPlaceholderKey, isPlaceholderValue } from './placeholders';

export interface ContextRule {
  readonly id: string;
  readonly kind: string;
}

export interface Found extends ContextRule {
  readonly start: number;
  readonly end: number;
}

export const contextRules = {
  password: { id: 'password', kind: 'password' },
  assigned: { id: 'assigned', kind: 'assigned secret' },
  bearer: { id: 'bearer', kind: 'authorization header' },
  url: { id: 'url-password', kind: 'password in a URL' },
  pem: { id: 'private-key', kind: 'private key' },
  azureClient: { id: 'azure-client-secret', kind: 'Azure client secret' },
  azureKey: { id: 'azure-key', kind: 'Azure key' },
  telegram: { id: 'telegram', kind: 'Telegram bot token' },
  terraform: { id: 'terraform', kind: 'Terraform token' },
} as const satisfies Readonly<Record<string, ContextRule>>;

const names =
  'passw(?:or)?d|passphrase|pwd|secret|token|api[_-]?key|access[_-]?key|private[_-]?key|auth[_-]?key|credentials?';
/** Strings that may precede or belong to a secret. */
const trigger = new RegExp(`${names}|bearer[ \\t]|basic[ \\t]|://|-----BEGIN |[0-9]Q~|JQQJ99|:AA|\\.atlasv1\\.`, 'gi');

export function findInContext(text: string): readonly Found[] {
  const found: Found[] = [];
  trigger.lastIndex = 0;
  for (let match = trigger.exec(text); match !== null; match = trigger.exec(text)) {
    const hit = lookAt(text, match[0].toLowerCase(), match.index, trigger.lastIndex);
    if (hit === undefined) continue;
    if (typeof hit !== 'number') found.push(hit);
    // Text that was examined as a value is not searched for names, even if the value is not a secret.
    trigger.lastIndex = Math.max(trigger.lastIndex, typeof hit === 'number' ? hit : hit.end);
  }
  return found;
}

/** Returns the secret, or the end of a value that is not a secret. */
function lookAt(text: string, what: string, start: number, end: number): Found | number | undefined {
  if (what === '://') return urlPassword(text, end);
  if (what.startsWith('-----')) return privateKey(text, end);
  if (what.startsWith('bearer') || what.startsWith('basic')) return headerValue(text, what, end);
  if (what.endsWith('q~')) return around(text, start - 3, azureClient, contextRules.azureClient);
  if (what === 'jqqj99') return around(text, start - 52, azureKey, contextRules.azureKey);
  if (what === ':aa') return around(text, digitsBefore(text, start), telegram, contextRules.telegram);
  if (what === '.atlasv1.') return around(text, start - 14, terraform, contextRules.terraform);
  return assignedValue(text, what, start, end);
}

const azureClient = /[A-Za-z0-9_~.]{3}\dQ~[A-Za-z0-9_~.-]{31,34}(?![A-Za-z0-9_~.-])/y;
const azureKey = /[A-Za-z0-9]{52}JQQJ99[A-Za-z0-9]{26}(?![A-Za-z0-9])/y;
const telegram = /\d{8,10}:AA[A-Za-z0-9_-]{33}(?![A-Za-z0-9])/y;
const terraform = /[A-Za-z0-9]{14}\.atlasv1\.[A-Za-z0-9_=-]{60,70}(?![A-Za-z0-9])/y;

function digitsBefore(text: string, at: number): number {
  let start = at;
  while (start > 0 && at - start < 11 && isDigit(text.charCodeAt(start - 1))) start -= 1;
  return start;
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

/** The letter of an escape such as `\n` is no part of a word. */
function isInsideWord(text: string, at: number): boolean {
  return /[A-Za-z0-9]/.test(text.charAt(at - 1)) && !/\\[bfnrt]/.test(text.slice(Math.max(0, at - 2), at));
}

/** Matches a shape that is recognised by its middle. */
function around(text: string, start: number, pattern: RegExp, rule: ContextRule): Found | undefined {
  if (start < 0 || isInsideWord(text, start)) return undefined;
  pattern.lastIndex = start;
  const match = pattern.exec(text);
  return match === null || isPlaceholderKey(match[0]) ? undefined : { ...rule, start, end: start + match[0].length };
}

/**
 * The rest of the name, quotes and brackets, the sign, quotes; then the value. Allows the escapes of JSON inside JSON.
 */
const restOfName = /(?:[_-]?(?:access)?[_-]?(?:key|token|value))?(?:_[A-Z0-9]{1,20}){0,2}\\{0,4}["'`]?\]?[ \t]{0,8}/;
const assignment = /(?::=|=>|[:=>]|,(?=[ \t]*["']))[ \t]{0,8}\\{0,4}["'`]?/;
const sign = new RegExp(restOfName.source + assignment.source, 'iy');
const flagSign = /[ \t]{1,4}["']?/y;
const value = /[^\s"'`<>{}$\\,;&|][^\s"'`<>{}$,;&|]{7,199}/y;

function assignedValue(text: string, name: string, start: number, end: number): Found | number | undefined {
  // In a URL, `pwd` is usually a meeting password.
  if (name === 'pwd' && /[?&]/.test(text.charAt(start - 1))) return undefined;
  const from = behind(sign, text, end) ?? (isFlag(text, start) ? behind(flagSign, text, end) : undefined);
  if (from === undefined) return undefined;
  value.lastIndex = from;
  const password = value.exec(text)?.[0].replace(/[).\]:!?]+$/, '') ?? '';
  const isPassword = name.startsWith('pass') || name === 'pwd';
  if (!(isPassword ? isRealPassword(password) : isRandom(password)) || isPlaceholderValue(password))
    return from + password.length;
  return { ...(isPassword ? contextRules.password : contextRules.assigned), start: from, end: from + password.length };
}

function behind(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}

/** `--api-key`, `--db-password`. */
function isFlag(text: string, at: number): boolean {
  return /(?:^|\s)--[\w-]{0,20}$/.test(text.slice(Math.max(0, at - 23), at));
}

function isRealPassword(password: string): boolean {
  return (
    password.length >= 8 &&
    /[A-Za-z]/.test(password) &&
    /\d/.test(password) &&
    !/^(?:sha\d|md5|v\d|\d+(?:[.-]\d+)*[a-z]{0,3}$)/i.test(password)
  );
}

/** True for letters and digits that do not look like a word, a name or a version. */
function isRandom(password: string): boolean {
  return password.length >= 16 && password.split(/[-_.:/+=~@]/).some(isRandomStretch);
}

function isRandomStretch(part: string): boolean {
  if (part.length < 8 || !/\d/.test(part) || !/[A-Za-z]/.test(part)) return false;
  const switches = part.match(/[a-z](?=[A-Z\d])|[A-Z](?=\d)|\d(?=[A-Za-z])/g)?.length ?? 0;
  return switches >= 3;
}

const credentials = /[ \t]{0,3}([A-Za-z0-9._~+/-]{16,2000}={0,2})/y;

function headerValue(text: string, what: string, end: number): Found | number | undefined {
  credentials.lastIndex = end;
  const password = credentials.exec(text)?.[1];
  if (password === undefined) return undefined;
  if (isPlaceholderKey(password)) return credentials.lastIndex;
  const isReal = what.startsWith('bearer')
    ? password.split(/[-_.~+/]/).some(isRandomStretch)
    : /[a-z]/.test(password) && /[A-Z]/.test(password) && /[\d=]/.test(password) && password.length % 4 === 0;
  const start = credentials.lastIndex - password.length;
  return isReal ? { ...contextRules.bearer, start, end: start + password.length } : undefined;
}

const userPart = /[^\s:/@"'`<>{}$\\[\]]{0,100}:/y;
const passwordPart = /[^\s/@"'`<>{}\\]{3,200}@(?=[A-Za-z0-9_[])/y;

function urlPassword(text: string, end: number): Found | undefined {
  const start = behind(userPart, text, end);
  const stop = start === undefined ? undefined : behind(passwordPart, text, start);
  if (start === undefined || stop === undefined) return undefined;
  const [user, password] = [text.slice(end, start - 1), text.slice(start, stop - 1)];
  if (
    password === user ||
    password === user.toUpperCase() ||
    isPlaceholderValue(password) ||
    /^\d{1,5}(?:[/,?#].*)?$/.test(password)
  )
    return undefined;
  return { ...contextRules.url, start, end: stop - 1 };
}

const pemTitle = /[A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/y;

/** Scans up to the next five dashes, whatever they mean, so that no text is scanned twice. */
function privateKey(text: string, end: number): Found | undefined {
  pemTitle.lastIndex = end;
  if (!pemTitle.test(text)) return undefined;
  const start = pemTitle.lastIndex;
  const dashes = text.indexOf('-----', start);
  const close = dashes === -1 ? Math.min(text.length, start + longestKey) : dashes;
  if (dashes !== -1 && !text.startsWith('-----END', dashes)) return undefined;
  const body = text.slice(start, Math.min(close, start + longestKey));
  // Removes escaped line ends and the PEM headers, which are not part of the key.
  const key = body.replaceAll(/\\{1,4}[nr]|[A-Za-z-]{1,40}: [^\n\\]*|\s/g, '');
  if (key.length < 32 || !/^[A-Za-z0-9+/=\\"',|>#*-]{32,}/.test(key) || isPlaceholderKey(key.slice(0, 200)))
    return undefined;
  return { ...contextRules.pem, start, end: close };
}

/** An RSA key of 16,384 bits has about 13,000 characters. */
const longestKey = 20_000;
