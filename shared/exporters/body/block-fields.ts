/** Reads what a block of a sent request has besides its text, in any form. */
import { sourceId } from '../../document/builders';
import { knownJson, writeJson, type JsonText } from '../../document/json-text';
import type { SectionNode, TextNode } from '../../document/types';
import { nodeText } from '../../document/walk';
import { configAt, configJson, type ConfigNode } from '../../sources/config/config-node';
import { scanJson } from '../../sources/config/scan-json';

function parsedFields(fields: JsonText): ConfigNode | undefined {
  return scanJson({ id: sourceId('fields'), text: fields });
}

function textField(fields: ConfigNode | undefined, ...keys: readonly string[]): string | undefined {
  for (const key of keys) {
    const found = configAt(fields, [key]);
    if (found?.kind === 'string') return found.value;
  }
  return undefined;
}

export function keysOf(fields: JsonText): readonly string[] {
  const parsed = fields === '{}' ? undefined : parsedFields(fields);
  return parsed?.kind === 'object' ? parsed.entries.map(({ key }) => key) : [];
}

/** Keys that hold the call id, in a call or in its result. */
export const callKeys = ['call_id', 'id', 'toolUseId', 'tool_use_id'] as const;
export const answerKeys = ['tool_use_id', 'call_id', 'toolUseId', 'tool_call_id', 'id'] as const;

/** Returns the first of these keys whose value is a string. */
export function usedKey(fields: JsonText, keys: readonly string[]): readonly string[] {
  const parsed = parsedFields(fields);
  const key = keys.find((each) => textField(parsed, each) !== undefined);
  return key === undefined ? [] : [key];
}

export interface Call {
  readonly id: string | undefined;
  readonly name: string;
  /** A JSON object, or a string if the tool takes free text. */
  readonly input: JsonText | undefined;
  readonly text: string;
}

/** The text of a call is the tool's name, a space and the arguments. */
export function callOf(section: SectionNode): Call {
  const text = nodeText(section);
  const rest = text.startsWith(`${section.name} `) ? text.slice(section.name.length + 1) : '';
  const parsed = scanJson({ id: sourceId('input'), text: rest });
  return {
    id: textField(section.block && parsedFields(section.block.fields), ...callKeys),
    name: section.name,
    input: parsed?.kind === 'object' ? configJson(parsed) : rest.trim() === '' ? writeJson({}) : undefined,
    text: rest,
  };
}

/** Returns the id of the call that a result answers. */
export function answeredCall(section: SectionNode, message: JsonText | undefined): string | undefined {
  return (
    textField(section.block && parsedFields(section.block.fields), ...answerKeys) ??
    (message === undefined ? undefined : textField(parsedFields(message), 'tool_call_id'))
  );
}

/** Returns one of the block's fields, as sent. */
export function fieldOf(section: SectionNode, key: string): JsonText | undefined {
  const found = configAt(section.block && parsedFields(section.block.fields), [key]);
  return found === undefined ? undefined : configJson(found);
}

/** Reads whether a tool failed, as Anthropic and Bedrock state it; undefined if not stated. */
export function failedOf(section: SectionNode): { readonly key: string; readonly failed: boolean } | undefined {
  const flag = fieldOf(section, 'is_error');
  if (flag === 'true' || flag === 'false') return { key: 'is_error', failed: flag === 'true' };
  const status = fieldOf(section, 'status');
  if (status === '"error"' || status === '"success"') return { key: 'status', failed: status === '"error"' };
  return undefined;
}

/** Returns the block as sent. Opaque blocks are kept whole. */
export function opaqueJson(section: SectionNode): JsonText {
  return knownJson(nodeText(section));
}

/** Returns a tool's definition as sent. */
export function definitionJson(definition: readonly TextNode[]): JsonText {
  return knownJson(definition.map(({ value }) => value).join(''));
}

/** True for a call of a tool that takes free text. */
export function isCustomCall({ block }: SectionNode): boolean {
  return block?.type === 'custom' || block?.type === 'custom_tool_call';
}
