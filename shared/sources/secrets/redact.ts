import { curlSecrets } from '../redact/curl';
import { httpSecrets } from '../redact/http';
import { jsonSecrets } from '../redact/json';

/**
 * Takes the secrets out of a request before anything else sees it: header values, cookies, parameters and keys in URLs,
 * in a cURL command, in a HAR, in a log of JSON or in the text of HTTP. Every masked character is replaced by one
 * character, so that all offsets stay. What is sent as the body is left as it is.
 */
export function redactHeaders(text: string): string {
  const spans = /^\s{0,1000}(?:\$ )?curl(?:\.exe)?\s/.test(text)
    ? curlSecrets(text)
    : [...jsonSecrets(text), ...httpSecrets(text)];
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
  return secret.replaceAll(/[^\r\n]+/g, (line) => '•'.repeat(line.length));
}
