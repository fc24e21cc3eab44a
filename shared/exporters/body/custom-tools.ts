/**
 * Tools that take free text, by a grammar or without. Chat Completions has them as `{type: "custom", custom: {name,
 * description, format: {type: "grammar", grammar: {syntax, definition}}}}`. In Responses all of it stands beside the
 * type, and syntax and definition beside the format's type.
 */
import { sourceId } from '../../document/builders';
import { spelled, type Spelled } from '../../document/json-text';
import type { ToolNode } from '../../document/types';
import { configAt, configJson, type ConfigNode } from '../../sources/config/config-node';
import { scanJson } from '../../sources/config/scan-json';
import { definitionJson } from './block-fields';
import { loseKeys, loseToolKeys, type Draft } from './provider-request';

export function isCustom({ kind, definition }: ToolNode): boolean {
  return kind === 'custom' && definition !== undefined;
}

/** What both forms have, read from either. Other keys are recorded as lost. */
export function customTool(
  tool: ToolNode,
  draft: Draft,
): {
  readonly fields: { readonly name: string; readonly description?: string };
  readonly format: { readonly type: Spelled; readonly grammar: Readonly<Record<string, Spelled>> } | undefined;
} {
  const root = scanJson({ id: sourceId('tool'), text: definitionJson(tool.definition ?? []) });
  const format = configAt(configAt(root, ['custom']) ?? root, ['format']);
  const grammar = configAt(format, ['grammar']) ?? format;
  loseToolKeys(draft, tool, ['format']);
  if (format !== undefined) loseKeys(draft, configJson(format), ['type', 'grammar', 'syntax', 'definition']);
  if (grammar !== undefined && grammar !== format) loseKeys(draft, configJson(grammar), ['syntax', 'definition']);
  const type = configAt(format, ['type']);
  const description = tool.description.map(({ value }) => value).join('');
  return {
    fields: { name: tool.name, ...(description === '' ? {} : { description }) },
    format: type === undefined ? undefined : { type: as(type), grammar: grammarOf(grammar) },
  };
}

function grammarOf(node: ConfigNode | undefined): Readonly<Record<string, Spelled>> {
  return Object.fromEntries(
    ['syntax', 'definition'].flatMap((key) => {
      const value = configAt(node, [key]);
      return value === undefined ? [] : [[key, as(value)]];
    }),
  );
}

function as(node: ConfigNode): Spelled {
  return spelled(configJson(node));
}
