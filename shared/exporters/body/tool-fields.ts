/** Reads what a tool's definition has besides name, description and schema. */
import { sourceId } from '../../document/builders';
import type { JsonText } from '../../document/json-text';
import type { ToolNode } from '../../document/types';
import { configAt, configJson, type ConfigNode } from '../../sources/config/config-node';
import { scanJson } from '../../sources/config/scan-json';
import { definitionJson } from './block-fields';

/** Objects that may hold name and schema, and the keys of each form for them. */
const holders = ['function', 'custom', 'toolSpec'] as const;
const handledKeys: ReadonlySet<string> = new Set([
  'type',
  'name',
  'description',
  'input_schema',
  'parameters',
  'parametersJsonSchema',
  'parameters_json_schema',
  'inputSchema',
  'json',
  ...holders,
]);

function partsOf({ definition }: ToolNode): readonly ConfigNode[] {
  if (definition === undefined) return [];
  const root = scanJson({ id: sourceId('tool'), text: definitionJson(definition) });
  if (root === undefined) return [];
  const paths = [...holders.map((key) => [key]), ['toolSpec', 'inputSchema']];
  return [root, ...paths.flatMap((path) => configAt(root, path) ?? [])];
}

export function otherToolKeys(tool: ToolNode): readonly string[] {
  return partsOf(tool).flatMap((part) =>
    part.kind === 'object' ? part.entries.map(({ key }) => key).filter((key) => !handledKeys.has(key)) : [],
  );
}

/** Reads `strict`: arguments must match the schema. Three forms use the same key. */
export function strictOf(tool: ToolNode): JsonText | undefined {
  const found = partsOf(tool).flatMap((part) => configAt(part, ['strict']) ?? []);
  return found[0] === undefined ? undefined : configJson(found[0]);
}
