/**
 * Which headers of a captured exchange are kept: an allow list, so that a credential under a new name is left out too.
 * They say what was asked for, which conversation a request belongs to, and what the provider said about limits.
 */
import { isSecretName } from '../sources/redact/names';
import { hideSecrets } from './kept-address';

const kept: ReadonlySet<string> = new Set([
  'accept',
  'accept-encoding',
  'anthropic-beta',
  'anthropic-version',
  'content-encoding',
  'content-length',
  'content-type',
  'date',
  'openai-beta',
  'openai-processing-ms',
  'openai-version',
  'originator',
  'request-id',
  'retry-after',
  'server',
  'transfer-encoding',
  'user-agent',
  'version',
  'x-amzn-requestid',
  'x-amzn-bedrock-input-token-count',
  'x-amzn-bedrock-output-token-count',
  'x-amzn-bedrock-invocation-latency',
  'x-app',
  'x-goog-api-client',
  'x-request-id',
  'x-should-retry',
]);

/** Ids that group requests into conversations. They are no credentials, although some names have "session" in them. */
const conversation: ReadonlySet<string> = new Set([
  'session-id',
  'session_id',
  'thread-id',
  'x-claude-code-agent-id',
  'x-claude-code-parent-agent-id',
  'x-claude-code-session-id',
  'x-codex-parent-thread-id',
  'x-codex-window-id',
  'x-openai-subagent',
  'x-opencode-session',
  'x-parent-session-id',
  'x-session-affinity',
  'x-session-id',
]);

/** Rate limits, and how the answering client library describes itself. */
const keptStarts = ['anthropic-ratelimit-', 'x-ratelimit-', 'x-stainless-'] as const;

const longestValue = 2000;

/** `raw` is a flat list of names and values, as Node gives it. Names become lower case; equal names are joined. */
export function keptHeaders(raw: readonly string[]): Readonly<Record<string, string>> {
  const result: Record<string, string> = {};
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const name = (raw[at] ?? '').toLowerCase();
    if (!isKept(name)) continue;
    // Hidden before it is cut: a part of a key no longer looks like one.
    const value = hideSecrets(raw[at + 1] ?? '').slice(0, longestValue);
    result[name] = result[name] === undefined ? value : `${result[name]}, ${value}`.slice(0, longestValue);
  }
  return result;
}

function isKept(name: string): boolean {
  if (conversation.has(name) || kept.has(name)) return true;
  return keptStarts.some((start) => name.startsWith(start)) && !isSecretName(name);
}
