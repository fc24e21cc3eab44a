/** What stands around a request in a log: where its body is, when it was sent, where to, what was answered. */
import { configAt, configValue, type ConfigNode } from '../sources/config/config-node';
import { textAt } from './body';

const contentKeys: ReadonlySet<string> = new Set([
  'messages',
  'input',
  'contents',
  'instructions',
  'system',
  'systemInstruction',
]);

export function looksLikeBody(node: ConfigNode | undefined): node is ConfigNode {
  return node?.kind === 'object' && node.entries.some(({ key }) => contentKeys.has(key));
}

/** Logs wrap a body in these ways; batch files have `params` or `body`. */
const wrappings: readonly (readonly string[])[] = [
  ['request', 'body'],
  ['request'],
  ['params'],
  ['body'],
  ['payload'],
  ['data', 'request'],
];

export interface FoundBody {
  readonly path: readonly string[];
  readonly node: ConfigNode;
}

/** The body in a record; undefined where there is none. */
export function bodyIn(root: ConfigNode): FoundBody | undefined {
  for (const path of wrappings) {
    const node = configAt(root, path);
    if (looksLikeBody(node)) return { path, node };
  }
  return looksLikeBody(root) ? { path: [], node: root } : undefined;
}

/** Seconds below this are milliseconds when they are larger: 2001 in milliseconds, the year 33658 in seconds. */
const firstMilliseconds = 1e12;

/** ISO 8601 of a time as logs write it: a text, seconds or milliseconds. */
export function timeIn(root: ConfigNode): string | undefined {
  for (const key of ['timestamp', 'time', 'ts', 'at', 'startedDateTime', 'started_at', 'created_at', 'created']) {
    const node = configAt(root, [key]);
    if (node?.kind === 'string' && !Number.isNaN(Date.parse(node.value))) return node.value;
    if (node?.kind !== 'scalar' || typeof node.value !== 'number' || node.value <= 0) continue;
    const milliseconds = node.value >= firstMilliseconds ? node.value : node.value * 1000;
    const date = new Date(milliseconds);
    if (!Number.isNaN(date.getTime())) return date.toISOString();
  }
  return undefined;
}

/** Where it was sent, as logs name it. */
export function addressIn(root: ConfigNode): string | undefined {
  return textAt(root, 'request', 'url') ?? textAt(root, 'url') ?? textAt(root, 'endpoint') ?? textAt(root, 'path');
}

export function responseIn(root: ConfigNode): unknown {
  const response = configAt(root, ['response']) ?? configAt(root, ['data', 'response']);
  return response === undefined ? undefined : configValue(response);
}

/** A body that a log keeps as a text. */
export function wrappedNode(root: ConfigNode): Extract<ConfigNode, { kind: 'string' }> | undefined {
  for (const path of [['request', 'body'], ['request'], ['body'], ['request_body'], ['body_raw']]) {
    const node = configAt(root, path);
    if (node?.kind === 'string' && node.value.trimStart().startsWith('{')) return node;
  }
  return undefined;
}
