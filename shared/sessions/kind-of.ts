/** What a captured request is for, and which conversation it belongs to, by what the agents put on the wire. */
import { fieldsOf } from '../basics/json-value';
import { formOfAddress } from '../requests/address';
import { hideSecrets } from './kept-address';
import type { ExchangeKind } from './types';

export interface SeenRequest {
  readonly method: string;
  /** Empty if unknown. */
  readonly address: string;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body as JSON; undefined if there is none or it is no JSON. */
  readonly body: unknown;
}

export interface SeenThread {
  readonly id: string;
  readonly parent: string | null;
}

interface Fields {
  readonly [name: string]: unknown;
}

export function kindOf({ method, address, headers, body }: SeenRequest): ExchangeKind {
  const path = address.replace(/[?#].*$/s, '').replace(/\/+$/, '');
  const root = fieldsOf(body);
  if (method === 'HEAD' || path.endsWith('/api/hello')) return 'probe';
  if (/:countTokens$|\/(?:count_tokens|input_tokens|count-tokens)$/.test(path)) return 'count';
  if (method === 'GET' && /\/models(?:\/[^/]+)?$/.test(path)) return 'models';
  if (address !== '' && formOfAddress(address) === undefined && !/\/(?:invoke|invoke-with-response-stream)$/.test(path))
    return isModelBody(root) ? ofBody(root, headers) : 'other';
  if (path.endsWith('/responses/compact')) return 'compaction';
  if (path.endsWith(':generateContent')) return ofGeminiCall(root, headers);
  // A body that broke off or is too long to be read is still a request to a model.
  if (body === undefined && method === 'POST' && address !== '') return 'turn';
  return isModelBody(root) ? ofBody(root, headers) : 'other';
}

function isModelBody(root: Fields): boolean {
  return ['messages', 'input', 'contents'].some((key) => Array.isArray(root[key])) || typeof root['input'] === 'string';
}

function ofBody(root: Fields, headers: SeenRequest['headers']): ExchangeKind {
  const codex = codexMetadata(root, headers);
  if (codex['thread_source'] === 'thread_title') return 'title';
  if (codex['request_kind'] === 'compaction') return 'compaction';
  if (codex['request_kind'] === 'prewarm' || root['generate'] === false) return 'prewarm';
  const items = listOf(root['input']);
  if (fieldsOf(items.at(-1))['type'] === 'compaction_trigger') return 'compaction';
  if (hasTools(root)) return 'turn';
  if (asksForTitle(root)) return 'title';
  // The quota check of Claude Code: one token of output.
  if (root['max_tokens'] === 1 && listOf(root['messages']).length === 1) return 'probe';
  return 'turn';
}

/** Gemini CLI streams the conversation; calls that do not stream are its helpers, without tools. */
function ofGeminiCall(root: Fields, headers: SeenRequest['headers']): ExchangeKind {
  if (hasTools(root)) return 'turn';
  const config = fieldsOf(root['generationConfig']);
  const schema = fieldsOf(config['responseJsonSchema'] ?? config['responseSchema']);
  if (Object.hasOwn(fieldsOf(schema['properties']), 'complexity_score')) return 'routing';
  // Other programs have conversations without streaming.
  const isGeminiCli = headers['user-agent']?.startsWith('GeminiCLI') === true;
  return isGeminiCli && root['systemInstruction'] === undefined ? 'summary' : 'turn';
}

function hasTools(root: Fields): boolean {
  return (
    listOf(root['tools']).length > 0 ||
    listOf(fieldsOf(root['toolConfig'])['tools']).length > 0 ||
    listOf(root['input']).some((item) => fieldsOf(item)['type'] === 'additional_tools')
  );
}

/** A schema whose only property is `title`, or opencode's words. */
function asksForTitle(root: Fields): boolean {
  const format = fieldsOf(fieldsOf(root['text'])['format'] ?? fieldsOf(root['output_config'])['format']);
  const keys = Object.keys(fieldsOf(fieldsOf(format['schema'])['properties']));
  if (keys.length === 1 && keys[0] === 'title') return true;
  const texts = [...listOf(root['messages']), ...listOf(root['input']), ...listOf(root['contents'])].slice(0, 3);
  return texts.some((message) => firstTexts(message).some((text) => text.startsWith('Generate a title for this conv')));
}

function firstTexts(message: unknown): readonly string[] {
  const { content, parts } = fieldsOf(message);
  if (typeof content === 'string') return [content];
  return [...listOf(content), ...listOf(parts)].slice(0, 3).flatMap((part) => {
    const { text } = fieldsOf(part);
    return typeof text === 'string' ? [text] : [];
  });
}

/** The ids that agents send along; undefined if there are none. */
export function threadOf({ headers, body }: SeenRequest): SeenThread | undefined {
  const root = fieldsOf(body);
  const codex = codexMetadata(root, headers);
  const session =
    headers['x-claude-code-session-id'] ??
    headers['thread-id'] ??
    headers['x-session-id'] ??
    headers['x-opencode-session'] ??
    headers['session-id'] ??
    headers['session_id'] ??
    textOf(fieldsOf(root['client_metadata'])['thread_id']) ??
    textOf(codex['thread_id']) ??
    claudeSession(root);
  if (session === undefined || session === '') return undefined;
  const agent = headers['x-claude-code-agent-id'];
  if (agent !== undefined && agent !== '')
    return { id: keptId(agent), parent: keptId(headers['x-claude-code-parent-agent-id'] ?? session) };
  const parent = headers['x-codex-parent-thread-id'] ?? headers['x-parent-session-id'];
  return { id: keptId(session), parent: parent === undefined ? null : keptId(parent) };
}

/** Real ids have less than a hundred characters; what looks like a key is none. */
function keptId(id: string): string {
  return hideSecrets(id.slice(0, 200));
}

/** `metadata.user_id` of Claude Code is a string that holds JSON. */
function claudeSession(root: Fields): string | undefined {
  return textOf(jsonFields(fieldsOf(root['metadata'])['user_id'])['session_id']);
}

function codexMetadata(root: Fields, headers: SeenRequest['headers']): Fields {
  const written = fieldsOf(root['client_metadata'])['x-codex-turn-metadata'] ?? headers['x-codex-turn-metadata'];
  return jsonFields(written);
}

/** Where no id is sent, a conversation is known by its start: system text and first message stay the same. */
export function startOf(body: unknown): string | undefined {
  const root = fieldsOf(body);
  const items = [...listOf(root['messages']), ...listOf(root['contents']), ...listOf(root['input'])];
  const first = items.find((item) => fieldsOf(item)['role'] === 'user') ?? items[0];
  return first === undefined ? undefined : JSON.stringify(startOfValue(first, 0)).slice(0, longestStart);
}

const longestStart = 4096;
/** A message has its text within five levels. */
const deepest = 8;

/** The first few items of each level, without cache markers: a body may have any depth and width. */
function startOfValue(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return value.slice(0, longestStart);
  if (typeof value !== 'object' || value === null) return value;
  if (depth === deepest) return null;
  if (Array.isArray(value)) return value.slice(0, 20).map((each) => startOfValue(each, depth + 1));
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, 20)
      .flatMap(([key, each]) => (key === 'cache_control' ? [] : [[key, startOfValue(each, depth + 1)]])),
  );
}

function jsonFields(text: unknown): Fields {
  if (typeof text !== 'string' || !text.startsWith('{')) return {};
  try {
    return fieldsOf(JSON.parse(text));
  } catch {
    return {};
  }
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
