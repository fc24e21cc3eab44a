/** What a block of a sent request says besides its text, whatever the form spells it like. */
import { sourceId } from '../document/builders';
import { knownJson, writeJson, type JsonText } from '../document/json-text';
import type { SectionNode, TextNode } from '../document/types';
import { nodeText } from '../document/walk';
import { configAt, configJson, type ConfigNode } from '../sources/config/config-node';
import { scanJson } from '../sources/config/scan-json';

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

/** The keys under which forms name a call, in a call and in its result. */
export const callKeys = ['call_id', 'id', 'toolUseId', 'tool_use_id'] as const;
export const answerKeys = ['tool_use_id', 'call_id', 'toolUseId', 'tool_call_id', 'id'] as const;

/** The first of these keys that holds a text. */
export function usedKey(fields: JsonText, keys: readonly string[]): readonly string[] {
  const parsed = parsedFields(fields);
  const key = keys.find((each) => textField(parsed, each) !== undefined);
  return key === undefined ? [] : [key];
}

export interface Call {
  readonly id: string | undefined;
  readonly name: string;
  /** A JSON object, or a text where the tool takes any text. */
  readonly input: JsonText | undefined;
  readonly text: string;
}

/** The text of a call is its tool's name, a space, and what it was called with. */
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

/** Of a result: the call it answers. */
export function answeredCall(section: SectionNode, message: JsonText | undefined): string | undefined {
  return (
    textField(section.block && parsedFields(section.block.fields), ...answerKeys) ??
    (message === undefined ? undefined : textField(parsedFields(message), 'tool_call_id'))
  );
}

/** A key of a block's fields, as it was sent. */
export function fieldOf(section: SectionNode, key: string): JsonText | undefined {
  const found = configAt(section.block && parsedFields(section.block.fields), [key]);
  return found === undefined ? undefined : configJson(found);
}

/** Of a result: that the tool failed, as Anthropic and Bedrock say it; undefined where it is not said. */
export function failedOf(section: SectionNode): { readonly key: string; readonly failed: boolean } | undefined {
  const flag = fieldOf(section, 'is_error');
  if (flag === 'true' || flag === 'false') return { key: 'is_error', failed: flag === 'true' };
  const status = fieldOf(section, 'status');
  if (status === '"error"' || status === '"success"') return { key: 'status', failed: status === '"error"' };
  return undefined;
}

/** The block as it was sent: what is opaque was kept whole. */
export function opaqueJson(section: SectionNode): JsonText {
  return knownJson(nodeText(section));
}

/** A tool's definition as it was sent. */
export function definitionJson(definition: readonly TextNode[]): JsonText {
  return knownJson(definition.map(({ value }) => value).join(''));
}
