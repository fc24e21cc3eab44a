/** Reads what a tool's definition has besides name, description and schema. */
import { sourceId } from '../../document/builders';
import type { JsonText } from '../../document/json-text';
import { toolHolders, toolKeys } from '../../document/tools-message';
import type { ToolNode } from '../../document/types';
import { configAt, configJson, type ConfigNode } from '../../sources/config/config-node';
import { scanJson } from '../../sources/config/scan-json';
import { definitionJson } from './block-fields';

const handledKeys: ReadonlySet<string> = new Set([...toolKeys, ...toolHolders, 'json']);

function partsOf({ definition }: ToolNode): readonly ConfigNode[] {
  if (definition === undefined) return [];
  const root = scanJson({ id: sourceId('tool'), text: definitionJson(definition) });
  if (root === undefined) return [];
  const paths = [...toolHolders.map((key) => [key]), ['toolSpec', 'inputSchema']];
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
