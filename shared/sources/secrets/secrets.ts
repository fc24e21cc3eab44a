/** Finds texts that look like credentials, by named rules, and masks them without changing the text's length. */
import { contextRules, findInContext, type ContextRule } from './contexts';
import { isPlaceholderKey } from './placeholders';
import { shapes, type Shape } from './shapes';

export interface Secret {
  /** The rule's stable name. */
  readonly rule: string;
  readonly kind: string;
  /** UTF-16 offsets of the masked text. */
  readonly start: number;
  readonly end: number;
}

export const secretRules: readonly ContextRule[] = [
  ...shapes.map(({ id, kind }) => ({ id, kind })),
  ...Object.values(contextRules),
];

const byStart = new Map<string, Shape>(shapes.flatMap((shape) => shape.starts.map((start) => [start, shape] as const)));
const starts = [...byStart.keys()]
  .toSorted((a, b) => b.length - a.length)
  .map((start) => start.replaceAll(/[.+/]/g, String.raw`\$&`));
/** A key is never part of a longer word. The letter of an escape such as `\n` is no part of a word. */
const trigger = new RegExp(String.raw`(?:(?<![A-Za-z0-9_-])|(?<=\\[bfnrt]))(?:${starts.join('|')})`, 'g');

function findShapes(text: string): readonly Secret[] {
  const found: Secret[] = [];
  trigger.lastIndex = 0;
  for (let match = trigger.exec(text); match !== null; match = trigger.exec(text)) {
    const shape = byStart.get(match[0]);
    if (shape === undefined) continue;
    const [from, end] = [match.index, trigger.lastIndex];
    shape.body.lastIndex = end;
    const body = shape.body.exec(text)?.[0];
    if (body === undefined) continue;
    trigger.lastIndex = end + body.length;
    if (!isPlaceholderKey(body)) found.push({ rule: shape.id, kind: shape.kind, start: from, end: trigger.lastIndex });
  }
  return found;
}

/**
 * Returns secrets in order, without overlaps. If two rules match, the one that starts first wins, then the more
 * specific one. Linear time.
 */
export function findSecrets(text: string): readonly Secret[] {
  const found: Secret[] = [...findShapes(text)];
  for (const { id, kind, start, end } of findInContext(text)) found.push({ rule: id, kind, start, end });
  if (found.length < 2) return found;
  // The sort is stable: of two that start together, the shape comes first.
  found.sort((a, b) => a.start - b.start);
  const secrets: Secret[] = [];
  for (const each of found) if (each.start >= (secrets.at(-1)?.end ?? 0)) secrets.push(each);
  return secrets;
}

/**
 * Keeps four characters, so that the owner can recognise the key; line ends, so that line numbers do not change; and a
 * quote with its backslashes, so that JSON stays valid.
 */
function maskSecret(secret: string): string {
  const visible = secret.length >= 16 ? 4 : 0;
  let result = '';
  for (let at = 0; at < secret.length;) {
    let next = at;
    while (secret[next] === '\\') next += 1;
    // Backslashes before a quote, or at the end of the secret.
    const kept = next < secret.length ? secret[next] === '"' : next > at;
    if (kept) next = Math.min(next + 1, secret.length);
    else if (next === at) next += 1;
    const piece = secret.slice(at, next);
    result +=
      kept || piece === '\n' || piece === '\r' || (at < visible && !piece.startsWith('\\'))
        ? piece
        : '•'.repeat(piece.length);
    at = next;
  }
  return result;
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
