/** Decides by name which headers, cookies and parameters are secret, and finds secrets in URLs. */
import { findSecrets } from '../secrets/secrets';
import { alternatives } from '../text/alternatives';

export interface TextRange {
  readonly start: number;
  readonly end: number;
}

const secretName = alternatives(
  [
    /authoriz|authentic|(?:^|[-_])auth$|credential|session|cookie|csrf|xsrf/,
    /api[-_]?key|[-_]key$|access[-_]?key|secret|passw|passphrase/,
    /token|jwt|signature|^sig$|^dpop$/,
  ],
  'i',
);
const harmlessName = /ratelimit|rate-limit|token-?count|max[-_]?(?:\w+[-_])?tokens|tokens[-_]?(?:used|left|remaining)/i;
const secretParameter = /^(?:key|code|auth|pwd|pass|sas|client_assertion)$/i;

export function isSecretName(name: string): boolean {
  const short = name.slice(0, 200);
  return secretName.test(short) && !harmlessName.test(short);
}

/** For a query or a form. `key` and `code` are too common to be secret elsewhere. */
export function isSecretParameter(name: string): boolean {
  const plain = name
    .slice(0, 200)
    .replaceAll(/%([0-7][0-9a-f])/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return secretParameter.test(plain) || isSecretName(plain);
}

/** Finds the values of secret parameters in `a=b&c=d`, from `from` on. One pass. */
export function parameterSecrets(text: string, from = 0): readonly TextRange[] {
  const found: TextRange[] = [];
  let at = from;
  while (at < text.length) {
    const end = endOf(text, at, /[&#;?\s]/g);
    const equals = text.slice(at, Math.min(end, at + 200)).indexOf('=');
    if (equals !== -1 && at + equals + 1 < end && isSecretParameter(text.slice(at, at + equals)))
      found.push({ start: at + equals + 1, end });
    at = end + 1;
  }
  return found;
}

/** Finds the user info before the host, secret parameters, and anything that looks like a key. */
export function urlSecrets(text: string): readonly TextRange[] {
  const query = text.search(/[?#]/);
  const found: TextRange[] = query === -1 ? [] : [...parameterSecrets(text, query + 1)];
  for (let at = text.indexOf('://'); at !== -1; at = text.indexOf('://', at + 3)) {
    const end = endOf(text, at + 3, /[/@?#\s"'\\]/g);
    if (text[end] === '@' && end > at + 3) found.push({ start: at + 3, end });
  }
  return [...found, ...findSecrets(text)];
}

function endOf(text: string, from: number, pattern: RegExp): number {
  pattern.lastIndex = from;
  return pattern.exec(text)?.index ?? text.length;
}

/** Finds the value of a secret header (`Name: value`). In other headers, finds secrets in URLs and keys. */
export function headerSecrets(header: string): readonly TextRange[] {
  const colon = header.indexOf(':', 1);
  if (colon === -1) return [];
  const start = colon + 1 + (/^\s{0,20}/.exec(header.slice(colon + 1, colon + 21))?.[0].length ?? 0);
  if (isSecretName(header.slice(0, colon).trim())) return [{ start, end: header.length }];
  return urlSecrets(header.slice(start)).map((each) => ({ start: each.start + start, end: each.end + start }));
}
