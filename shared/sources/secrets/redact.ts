import { curlSecrets } from '../redact/curl';
import { jsonSecrets } from '../redact/json';

/**
 * Removes the secrets from a request before anything else reads it: header values, cookies, parameters, and keys in
 * URLs, in a cURL command, a HAR or a JSON log. Each masked character is replaced by one character, so offsets do not
 * change. The body is not redacted.
 */
export function redactHeaders(text: string): string {
  const spans = /^\s{0,1000}(?:\$ )?curl(?:\.exe)?\s/.test(text) ? curlSecrets(text) : jsonSecrets(text);
  const parts: string[] = [];
  let at = 0;
  for (const { start, end } of spans.toSorted((a, b) => a.start - b.start)) {
    if (end <= at) continue;
    const from = Math.max(start, at);
    parts.push(text.slice(at, from), hidden(text.slice(from, end)));
    at = end;
  }
  return parts.join('') + text.slice(at);
}

/** Replaces every character by a dot that is valid in a JSON string; keeps line ends. */
function hidden(secret: string): string {
  return secret.replaceAll(/[^\r\n]/g, '•');
}
