/** Texts that look like credentials, by the forms their issuers publish; and masking that keeps the text's shape. */

export interface Secret {
  readonly kind: string;
  /** UTF-16 offsets of what is masked. */
  readonly start: number;
  readonly end: number;
}

interface Form {
  readonly kind: string;
  /** The first group, where there is one, is the secret itself. */
  readonly pattern: RegExp;
}

const forms: readonly Form[] = [
  { kind: 'Anthropic key', pattern: /\bsk-ant-[A-Za-z0-9_-]{20,}/g },
  { kind: 'OpenAI key', pattern: /\bsk-(?!ant-)(?:proj-|svcacct-)?[A-Za-z0-9_-]{20,}/g },
  { kind: 'GitHub token', pattern: /\b(?:gh[pousr]_[A-Za-z0-9]{36,}|github_pat_[A-Za-z0-9_]{60,})/g },
  { kind: 'GitLab token', pattern: /\bglpat-[A-Za-z0-9_-]{20,}/g },
  { kind: 'Slack token', pattern: /\bxox[abeoprs]-[A-Za-z0-9-]{10,}/g },
  { kind: 'AWS access key', pattern: /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g },
  { kind: 'Google key', pattern: /\bAIza[A-Za-z0-9_-]{35}/g },
  { kind: 'Stripe key', pattern: /\b[rs]k_(?:live|test)_[A-Za-z0-9]{16,}/g },
  { kind: 'npm token', pattern: /\bnpm_[A-Za-z0-9]{36}\b/g },
  { kind: 'Telegram bot token', pattern: /\b\d{8,10}:AA[A-Za-z0-9_-]{33}\b/g },
  { kind: 'JSON web token', pattern: /\beyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}/g },
  { kind: 'private key', pattern: /-----BEGIN [A-Z ]*PRIVATE KEY-----([\s\S]{16,}?)-----END [A-Z ]*PRIVATE KEY-----/g },
  { kind: 'password in a URL', pattern: /\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s:/@]{1,100}:([^\s/@"]{3,200})@/g },
  { kind: 'assigned secret', pattern: /\b(?:api[_-]?key|secret|passw(?:or)?d|access[_-]?token|auth[_-]?token)\b\\{0,4}["']?\s{0,3}[:=]\s{0,3}\\{0,4}["']?([^\s"'<>{}$\\][^\s"'<>{}$]{7,199})/gi },
];

/** In order, without overlaps: where two forms match, the one that begins first, or the more specific, is kept. */
export function findSecrets(text: string): readonly Secret[] {
  const found = forms.flatMap(({ kind, pattern }, rank) =>
    [...text.matchAll(pattern)].map((match) => {
      const secret = match[1] ?? match[0];
      const start = match.index + match[0].lastIndexOf(secret);
      return { kind, start, end: start + secret.length, rank };
    }),
  );
  found.sort((a, b) => a.start - b.start || a.rank - b.rank);
  const kept: Secret[] = [];
  for (const { kind, start, end } of found) if (start >= (kept.at(-1)?.end ?? 0)) kept.push({ kind, start, end });
  return kept;
}

/**
 * Four characters stay, so that the owner can tell which one it was; line ends stay, so that lines keep their numbers; a
 * quote stays with the backslashes before it, so that JSON stays JSON.
 */
export function maskSecret(secret: string): string {
  const visible = secret.length >= 16 ? 4 : 0;
  return secret.replace(/(\\*"|\\+$)|[^\r\n]/g, (each, kept: string | undefined, at: number) => kept ?? (at < visible && each !== '\\' ? each : '•'));
}

export function maskSecrets(text: string): { readonly text: string; readonly masked: number } {
  const secrets = findSecrets(text);
  let at = 0;
  let result = '';
  for (const { start, end } of secrets) {
    result += text.slice(at, start) + maskSecret(text.slice(start, end));
    at = end;
  }
  return { text: result + text.slice(at), masked: secrets.length };
}
