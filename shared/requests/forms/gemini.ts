import type { JsonText } from '../../document/json-text';
import { configAt, type ConfigEntry, type ConfigNode } from '../../sources/config/config-node';
import { itemsAt, textAt } from '../body';
import {
  callBlock,
  contentBlocks,
  contentOf,
  fieldsExcept,
  imageBlock,
  joinFields,
  listAt,
  messageFields,
  noFields,
  opaque,
  parametersExcept,
  strayMessage,
  textBlock,
  toolOf,
  type ReadBlock,
  type ReadMessage,
  type ReadParts,
  type ReadTool,
} from '../read-types';

/** Reads the body of `generateContent`. Keys are in camel case or, from some clients, in snake case. */
export function readGemini(root: ConfigNode): ReadParts {
  const instruction = configAt(root, ['systemInstruction']) ?? configAt(root, ['system_instruction']);
  const content = configAt(instruction, ['parts']) ?? instruction;
  return {
    model: textAt(root, 'model')?.replace(/^models\//, ''),
    provider: 'gemini',
    parameters: parametersExcept(root, 'systemInstruction', 'system_instruction', 'contents', 'tools'),
    tools: itemsAt(root, 'tools').flatMap(readTools),
    messages: [
      ...(instruction === undefined || content === undefined
        ? []
        : [
            {
              role: 'system' as const,
              node: instruction,
              blocks: contentBlocks(content, readBlock),
              isPreamble: true as const,
              ...(content === instruction ? {} : messageFields(instruction, 'parts')),
            },
          ]),
      ...itemsAt(root, 'contents').map(readContent),
    ],
  };
}

function readContent(node: ConfigNode): ReadMessage {
  if (node.kind !== 'object') return strayMessage(node);
  const role = textAt(node, 'role');
  return {
    role: role === 'model' ? 'assistant' : 'user',
    node,
    blocks: contentBlocks(configAt(node, ['parts']), readBlock),
    ...messageFields(node, ...(role === 'model' || role === 'user' ? ['role'] : []), 'parts'),
  };
}

function readBlock(node: ConfigNode): ReadBlock {
  const text = configAt(node, ['text']);
  const isThought = configAt(node, ['thought']);
  if (text?.kind === 'string') {
    const block = { ...textBlock(node, text, 'text'), fields: fieldsExcept(node, 'text') };
    return isThought?.kind === 'scalar' && isThought.value === true
      ? { ...block, kind: 'thinking', name: 'thinking' }
      : block;
  }
  const { holder: call, outer: besideCall } = holderOf(node, 'functionCall', 'function_call');
  if (call !== undefined)
    return { ...callBlock(node, { holder: call, inputs: ['args'], outer: besideCall }), type: 'functionCall' };
  const { holder: result, outer: besideResult } = holderOf(node, 'functionResponse', 'function_response');
  if (result !== undefined) {
    const response = configAt(result, ['response']);
    const isText = response?.kind === 'object' && response.entries.length === 1;
    const output = isText ? (configAt(response, ['output']) ?? configAt(response, ['result'])) : undefined;
    const shown = output?.kind === 'string' ? output : response;
    return {
      kind: 'tool-result',
      type: 'functionResponse',
      name: textAt(result, 'name') ?? 'result',
      node,
      content: shown === undefined ? [] : [contentOf(shown)],
      fields: joinFields(besideResult, fieldsExcept(result, 'response')),
    };
  }
  const { holder, outer } = holderOf(node, 'inlineData', 'inline_data');
  const mediaType = textAt(holder, 'mimeType') ?? textAt(holder, 'mime_type');
  if (mediaType?.startsWith('image/') === true)
    return {
      ...imageBlock(
        node,
        { mediaType, data: textAt(holder, 'data') },
        joinFields(outer, fieldsExcept(holder, 'mimeType', 'mime_type', 'data')),
      ),
      type: 'inlineData',
    };
  if (holder !== undefined || configAt(node, ['fileData']) !== undefined)
    return {
      kind: 'document',
      type: holder === undefined ? 'fileData' : 'inlineData',
      name: textAt(holder, 'displayName') ?? textAt(node, 'fileData', 'fileUri') ?? mediaType ?? 'document',
      node,
      content: [],
      fields: fieldsExcept(node),
    };
  return opaque(node);
}

/** Returns the part's content and the fields beside it. */
function holderOf(
  node: ConfigNode,
  ...keys: readonly string[]
): { readonly holder: ConfigNode | undefined; readonly outer: JsonText } {
  const key = keys.find((each) => configAt(node, [each])?.kind === 'object');
  return key === undefined
    ? { holder: undefined, outer: noFields }
    : { holder: configAt(node, [key]), outer: fieldsExcept(node, key) };
}

/** A group holds function declarations, or the name of a provider's tool with its settings. */
function readTools(group: ConfigNode): readonly ReadTool[] {
  if (group.kind !== 'object') return [toolOf(group, group, [], 'unknown')];
  const declared = listAt(group, 'functionDeclarations', 'function_declarations').map((node) =>
    toolOf(node, node, ['parametersJsonSchema', 'parameters', 'parameters_json_schema']),
  );
  const others = group.entries.filter(
    ({ key, value }) => value.kind !== 'array' || !/^function_?[dD]eclarations$/.test(key),
  );
  return [...declared, ...others.map(serverTool)];
}

function serverTool({ key, keySpan, value }: ConfigEntry): ReadTool {
  const node: ConfigNode = {
    kind: 'object',
    span: { start: keySpan.start, end: value.span.end },
    entries: [{ key, keySpan, value }],
  };
  return { name: key, kind: key, node, isEntry: true, description: undefined, schema: noFields };
}
