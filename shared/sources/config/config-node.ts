import type { z } from 'zod';
import { knownJson, type JsonText } from '../../document/json-text';
import type { JsonPath, SourceId, Span } from '../../document/types';
import { finding, type Finding, type Severity } from '../findings';
import type { Rope } from '../text/rope';
import { issueText } from './issue-text';

/**
 * A JSON or YAML value with its position; strings have the rope of their characters. `literal` is JSON, spelled as in
 * the file; absent if the file's spelling is not JSON.
 */
export type ConfigNode =
  | { readonly kind: 'object'; readonly span: Span; readonly entries: readonly ConfigEntry[] }
  | { readonly kind: 'array'; readonly span: Span; readonly items: readonly ConfigNode[] }
  | {
      readonly kind: 'string';
      readonly span: Span;
      readonly value: string;
      readonly rope: Rope;
      readonly literal?: string;
    }
  | {
      readonly kind: 'scalar';
      readonly span: Span;
      readonly value: number | boolean | null;
      readonly literal?: string;
    };

export interface ConfigEntry {
  readonly key: string;
  readonly keySpan: Span;
  readonly keyLiteral?: string;
  readonly value: ConfigNode;
}

/** Converts to plain data. A `__proto__` key becomes an own property. Of two equal keys the last wins. */
export function configValue(node: ConfigNode): unknown {
  switch (node.kind) {
    case 'string':
    case 'scalar':
      return node.value;
    case 'array':
      return node.items.map(configValue);
    case 'object': {
      const value: Record<string, unknown> = {};
      for (const entry of node.entries) {
        Object.defineProperty(value, entry.key, {
          value: configValue(entry.value),
          enumerable: true,
          configurable: true,
          writable: true,
        });
      }
      return value;
    }
  }
}

/** Converts to JSON. Numbers, strings and keys keep their spelling and order, and repeated keys are kept. */
export function configJson(node: ConfigNode): JsonText {
  switch (node.kind) {
    case 'string':
    case 'scalar':
      return knownJson(node.literal ?? JSON.stringify(node.value));
    case 'array':
      return knownJson(`[${node.items.map(configJson).join(',')}]`);
    case 'object':
      return knownJson(`{${node.entries.map(entryJson).join(',')}}`);
  }
}

function entryJson({ key, keyLiteral, value }: ConfigEntry): string {
  return `${keyLiteral ?? JSON.stringify(key)}:${configJson(value)}`;
}

export function configChild(node: ConfigNode | undefined, key: string | number): ConfigNode | undefined {
  if (node?.kind === 'object') return node.entries.findLast((entry) => entry.key === key)?.value;
  if (node?.kind === 'array' && typeof key === 'number') return node.items[key];
  return undefined;
}

export function configAt(node: ConfigNode | undefined, path: JsonPath): ConfigNode | undefined {
  return path.reduce<ConfigNode | undefined>(configChild, node);
}

/** Returns the rope of the string at `path`; empty if there is none. */
export function stringAt(node: ConfigNode | undefined, path: JsonPath): Rope {
  const found = configAt(node, path);
  return found?.kind === 'string' ? found.rope : [];
}

/** Returns the span of the nearest existing node on the way to `path`, for a finding about something missing. */
export function nearestSpan(node: ConfigNode, path: JsonPath): Span {
  let nearest = node;
  for (const key of path) {
    const next = configChild(nearest, key);
    if (next === undefined) break;
    nearest = next;
  }
  return nearest.span;
}

/** Checks a value against a schema; each issue becomes a finding at its position in the file. */
export function checkConfig<T>(
  schema: z.ZodType<T>,
  node: ConfigNode,
  source: SourceId,
  ruleId: string,
  severity: Severity = 'error',
): { readonly value: T | undefined; readonly findings: readonly Finding[] } {
  const result = schema.safeParse(configValue(node));
  if (result.success) return { value: result.data, findings: [] };
  const findings = result.error.issues.map((issue) => {
    const path = issue.path.filter((key): key is string | number => typeof key !== 'symbol');
    const where = path.length === 0 ? '' : `${path.join('.')}: `;
    return finding(severity, ruleId, `${where}${issueText(issue)}`, { source, span: nearestSpan(node, path) });
  });
  return { value: undefined, findings };
}
