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
    id: textField(section.block && parsedFields(section.block.fields), 'call_id', 'id', 'toolUseId', 'tool_use_id'),
    name: section.name,
    input: parsed?.kind === 'object' ? configJson(parsed) : rest.trim() === '' ? writeJson({}) : undefined,
    text: rest,
  };
}

/** Of a result: the call it answers. */
export function answeredCall(section: SectionNode, message: JsonText | undefined): string | undefined {
  const keys = ['tool_use_id', 'call_id', 'toolUseId', 'tool_call_id', 'id'] as const;
  return (
    textField(section.block && parsedFields(section.block.fields), ...keys) ??
    (message === undefined ? undefined : textField(parsedFields(message), 'tool_call_id'))
  );
}

/** A key of a block's fields, as it was sent. */
export function fieldOf(section: SectionNode, key: string): JsonText | undefined {
  const found = configAt(section.block && parsedFields(section.block.fields), [key]);
  return found === undefined ? undefined : configJson(found);
}

/** The block as it was sent: what is opaque was kept whole. */
export function opaqueJson(section: SectionNode): JsonText {
  return knownJson(nodeText(section));
}

/** A tool's definition as it was sent. */
export function definitionJson(definition: readonly TextNode[]): JsonText {
  return knownJson(definition.map(({ value }) => value).join(''));
}
