/**
 * Takes the secrets out of a request before anything else sees it: header values, cookies and keys in URLs, in a cURL
 * command, in a HAR or in a log of JSON. Every masked character is replaced by one character, so that all offsets stay.
 * What is sent as the body is left as it is.
 */
export function redactHeaders(text: string): string {
  const spans = /^\s*(?:\$ )?curl(?:\.exe)?\s/.test(text) ? curlSecrets(text) : jsonSecrets(text);
  let result = '';
  let at = 0;
  for (const { start, end } of spans.toSorted((a, b) => a.start - b.start)) {
    if (end <= at) continue;
    const from = Math.max(start, at);
    result += text.slice(at, from) + text.slice(from, end).replaceAll(/[^\r\n]/g, '•');
    at = end;
  }
  return result + text.slice(at);
}

interface Stretch {
  readonly start: number;
  readonly end: number;
}

const secretName = /authorization|cookie|api-?key|apikey|token|secret|passw|credential|subscription-key|session|signature/i;
const harmlessName = /ratelimit|token-?count|max-?tokens/i;

function isSecretName(name: string): boolean {
  return secretName.test(name) && !harmlessName.test(name);
}

const queryKey = /[?&](?:[\w.-]*(?:key|token|secret|signature|credential|password|passwd)|sig|code|auth)=([^&#\s"'\\]+)/gi;

function urlSecrets(text: string, start: number, end: number): readonly Stretch[] {
  const part = text.slice(start, end);
  const keys = [...part.matchAll(queryKey)].map((match) => match.index + match[0].length - (match[1] ?? '').length).map((at) => ({ at, length: /^[^&#\s"'\\]+/.exec(part.slice(at))?.[0].length ?? 0 }));
  const user = /:\/\/([^\s/@"']+)@/.exec(part);
  const owner = user?.[1] === undefined ? [] : [{ at: user.index + 3, length: user[1].length }];
  return [...keys, ...owner].map(({ at, length }) => ({ start: start + at, end: start + at + length }));
}

/** Where a quoted or bare word of the shell stands. */
interface Word extends Stretch {
  readonly text: string;
}

function shellWords(text: string): readonly Word[] {
  const words: Word[] = [];
  const pattern = /(?:\$'[^'\\]*(?:\\[\s\S][^'\\]*)*'?|'[^']*'?|"[^"\\]*(?:\\[\s\S][^"\\]*)*"?|\\[\s\S]|[^\s'"\\]+)+/g;
  for (const match of text.matchAll(pattern)) words.push({ text: match[0], start: match.index, end: match.index + match[0].length });
  return words;
}

const headerFlags = /^(?:-H|--header|--proxy-header)$/;
const wholeFlags = /^(?:-u|--user|-U|--proxy-user|-b|--cookie|--oauth2-bearer|-E|--cert|--key|--pass)$/;
const dataFlags = /^(?:-d|--data(?:-raw|-binary|-ascii|-urlencode)?|--json|-F|--form)$/;

function curlSecrets(text: string): readonly Stretch[] {
  const found: Stretch[] = [];
  const words = shellWords(text);
  for (const [index, word] of words.entries()) {
    const before = words[index - 1]?.text ?? '';
    const joined = /^(-H|-u|-b|--[\w-]+=)/.exec(word.text)?.[1];
    const flag = joined === undefined || joined === word.text ? before : joined.replace('=', '');
    const skip = flag === before ? 0 : (joined?.length ?? 0);
    if (dataFlags.test(flag)) continue;
    if (headerFlags.test(flag)) found.push(...headerSecret(text, word.start + skip, word.end));
    else if (wholeFlags.test(flag)) found.push(inner(text, word.start + skip, word.end));
    else found.push(...urlSecrets(text, word.start, word.end));
  }
  return found;
}

/** Without the quotes around it. */
function inner(text: string, start: number, end: number): Stretch {
  const from = start + (/^\$?['"]/.exec(text.slice(start, end))?.[0].length ?? 0);
  return { start: from, end: Math.max(from, end - (from > start && /['"]$/.test(text.slice(from, end)) ? 1 : 0)) };
}

function headerSecret(text: string, start: number, end: number): readonly Stretch[] {
  const word = inner(text, start, end);
  const header = text.slice(word.start, word.end);
  const colon = header.indexOf(':');
  if (colon === -1 || !isSecretName(header.slice(0, colon))) return [];
  const value = /^\s*/.exec(header.slice(colon + 1))?.[0].length ?? 0;
  return [{ start: word.start + colon + 1 + value, end: word.end }];
}

const jsonString = String.raw`"[^"\\]*(?:\\.[^"\\]*)*(?:"|$)`;
const holder = new RegExp(String.raw`"(headers|cookies|queryString|url|rawHeaders)"\s*:\s*([[{]|${jsonString})`, 'gi');

/** Headers and cookies as a HAR writes them ({name, value}) and as a log does ({name: value}); keys in URLs. Cut-off JSON too. */
function jsonSecrets(text: string): readonly Stretch[] {
  const found: Stretch[] = [];
  for (const match of text.matchAll(holder)) {
    const [whole, key = '', opener = ''] = match;
    const start = match.index + whole.length;
    if (opener.startsWith('"')) found.push(...(key.toLowerCase() === 'url' ? urlSecrets(text, start - opener.length, start) : []));
    else found.push(...valuesIn(text, start, closeOf(text, start), key.toLowerCase() === 'cookies'));
  }
  return found;
}

/** The offset behind the bracket that closes the one before `start`, strings passed over. */
function closeOf(text: string, start: number): number {
  const token = /"[^"\\]*(?:\\.[^"\\]*)*"?|[[\]{}]/g;
  token.lastIndex = start;
  let depth = 1;
  for (let match = token.exec(text); match !== null; match = token.exec(text)) {
    if (match[0] === '[' || match[0] === '{') depth += 1;
    else if (match[0] === ']' || match[0] === '}') depth -= 1;
    if (depth === 0) return token.lastIndex;
  }
  return text.length;
}

const pair = /"([^"\\]*(?:\\.[^"\\]*)*)"\s*:\s*"([^"\\]*(?:\\.[^"\\]*)*)(?:"|$)/g;

function valuesIn(text: string, start: number, end: number, all: boolean): readonly Stretch[] {
  const part = text.slice(start, end);
  const pairs = [...part.matchAll(pair)].map(([whole, key = '', value = ''], index, matches) => {
    const at = start + (matches[index]?.index ?? 0) + whole.lastIndexOf(value.length === 0 ? '"' : value);
    return { key, value, start: at, end: at + value.length };
  });
  return pairs.flatMap((each, index): readonly Stretch[] => {
    if (each.value === '' || each.key === 'name') return [];
    if (each.key !== 'value') return isSecretName(each.key) ? [each] : [];
    const beside = [pairs[index - 1], pairs[index + 1]].find((other) => other?.key === 'name');
    return all || beside === undefined || isSecretName(beside.value) || queryName.test(beside.value) ? [each] : [];
  });
}

const queryName = /^(?:[\w.-]*(?:key|token|secret|signature|credential|password)|sig|code|auth)$/i;
