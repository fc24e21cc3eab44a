/** Reads the metadata around a request in a log: where the body is, when and where it was sent, and the response. */
import { configAt, configValue, type ConfigNode } from '../sources/config/config-node';
import { textAt } from './body';
import { contentKeys } from './form';

export function looksLikeBody(node: ConfigNode | undefined): node is ConfigNode {
  return node?.kind === 'object' && node.entries.some(({ key }) => contentKeys.includes(key));
}

/** Paths of the body in known log formats; batch files use `params` or `body`. */
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

/** Finds the body in a record; undefined if there is none. */
export function bodyIn(root: ConfigNode): FoundBody | undefined {
  for (const path of wrappings) {
    const node = configAt(root, path);
    if (looksLikeBody(node)) return { path, node };
  }
  return looksLikeBody(root) ? { path: [], node: root } : undefined;
}

/**
 * Numbers from here on are milliseconds (1e12 is the year 2001), smaller ones are seconds (1e12 would be the year
 * 33658).
 */
const firstMilliseconds = 1e12;
/** Smaller numbers (before September 2001) are durations or counters, such as `time` of a HAR entry. */
const firstSeconds = 1e9;

const timeKeys = [
  'startedDateTime',
  'timestamp',
  'started_at',
  'startedAt',
  'start_time',
  'startTime',
  'time',
  'ts',
  'at',
  'created_at',
  'created',
] as const;

/** Converts a log's time to ISO 8601: a string, seconds or milliseconds. */
export function timeIn(root: ConfigNode): string | undefined {
  for (const key of timeKeys) {
    const node = configAt(root, [key]);
    if (node?.kind === 'string' && !Number.isNaN(Date.parse(node.value))) return node.value;
    if (node?.kind !== 'scalar' || typeof node.value !== 'number' || node.value < firstSeconds) continue;
    const milliseconds = node.value >= firstMilliseconds ? node.value : node.value * 1000;
    const date = new Date(milliseconds);
    if (!Number.isNaN(date.getTime())) return date.toISOString();
  }
  return undefined;
}

/** The URL, under the keys that logs use. */
export function addressIn(root: ConfigNode): string | undefined {
  return textAt(root, 'request', 'url') ?? textAt(root, 'url') ?? textAt(root, 'endpoint') ?? textAt(root, 'path');
}

export function responseIn(root: ConfigNode): unknown {
  const response = configAt(root, ['response']) ?? configAt(root, ['data', 'response']);
  return response === undefined ? undefined : configValue(response);
}

/** A body that a log stores as a string. */
export function wrappedNode(root: ConfigNode): Extract<ConfigNode, { kind: 'string' }> | undefined {
  for (const path of [
    ['request', 'body'],
    ['request', 'body_raw'],
    ['request'],
    ['body'],
    ['request_body'],
    ['body_raw'],
  ]) {
    const node = configAt(root, path);
    if (node?.kind === 'string' && node.value.trimStart().startsWith('{')) return node;
  }
  return undefined;
}
