import { configAt, type ConfigNode } from '../../sources/config/config-node';
import { isPassedOver } from '../../sources/config/scan-json';
import { itemsAt, textAt } from '../body';
import {
  callBlock,
  contentBlocks,
  fieldsExcept,
  listKeys,
  messageFields,
  opaque,
  parametersExcept,
  resultContent,
  strayMessage,
  textBlock,
  toolOf,
  typeOf,
  type ReadBlock,
  type ReadContent,
  type ReadMessage,
  type ReadParts,
  type ReadTool,
} from '../read-types';
import { isOpenaiRole, openaiBlock, openaiRole } from './openai-chat';

/** Reads the body of the Responses API: a list of items; messages are one kind. */
export function readOpenaiResponses(root: ConfigNode): ReadParts {
  const [instructions, input] = [configAt(root, ['instructions']), configAt(root, ['input'])];
  const items = itemsAt(root, 'input');
  return {
    model: textAt(root, 'model'),
    provider: undefined,
    parameters: parametersExcept(root, 'instructions', 'input', 'tools'),
    tools: [
      ...itemsAt(root, 'tools').map(readTool),
      ...items.flatMap((item) => (typeOf(item) === 'additional_tools' ? itemsAt(item, 'tools').map(readTool) : [])),
    ],
    messages: [
      ...(instructions !== undefined && isSaid(instructions) ? [preamble(instructions)] : []),
      ...(input?.kind === 'string'
        ? [{ role: 'user' as const, node: input, blocks: [textBlock(input, input, 'input_text')] }]
        : items.map(readItem)),
    ],
  };
}

/** Some clients send `null` for no instructions. */
function isSaid(instructions: ConfigNode): boolean {
  return instructions.kind === 'string' || instructions.kind === 'array' || isPassedOver(instructions);
}

function preamble(instructions: ConfigNode): ReadMessage {
  return {
    role: 'system',
    node: instructions,
    blocks: contentBlocks(instructions, openaiBlock),
    isPreamble: true,
  };
}

function readItem(node: ConfigNode): ReadMessage {
  if (node.kind !== 'object') return strayMessage(node);
  const type = textAt(node, 'type') ?? 'message';
  if (type === 'message' || (configAt(node, ['content']) !== undefined && textAt(node, 'role') !== undefined)) {
    return {
      role: openaiRole(textAt(node, 'role')),
      node,
      blocks: contentBlocks(configAt(node, ['content']), openaiBlock),
      ...messageFields(
        node,
        ...(textAt(node, 'type') === 'message' ? ['type'] : []),
        ...(isOpenaiRole(textAt(node, 'role')) ? ['role'] : []),
        'content',
      ),
    };
  }
  if (type === 'additional_tools')
    return {
      role: openaiRole(textAt(node, 'role') ?? 'developer'),
      node,
      blocks: [],
      ...messageFields(node, ...(isOpenaiRole(textAt(node, 'role')) ? ['role'] : []), ...listKeys(node, 'tools')),
    };
  if (type === 'reasoning') return { role: 'assistant', node, blocks: [reasoning(node)] };
  if (type.endsWith('_output'))
    return {
      role: 'tool',
      node,
      blocks: [
        {
          kind: 'tool-result',
          type,
          name: 'result',
          node,
          content: resultContent(configAt(node, ['output']), openaiBlock),
          fields: fieldsExcept(node, 'type', 'output'),
        },
      ],
    };
  const call = configAt(node, ['arguments']) ?? configAt(node, ['input']);
  if (textAt(node, 'name') !== undefined && call !== undefined)
    return { role: 'assistant', node, blocks: [callBlock(node, { holder: node, inputs: ['arguments', 'input'] })] };
  return { role: type.endsWith('_call') ? 'assistant' : 'user', node, blocks: [opaque(node)] };
}

function reasoning(node: ConfigNode): ReadBlock {
  const keys = ['summary', 'content'].filter((key) => isTextList(configAt(node, [key])));
  const texts = keys.flatMap((key) => itemsAt(node, key).flatMap((item) => configAt(item, ['text']) ?? []));
  const content = texts.flatMap((text, index): readonly ReadContent[] => [
    ...(index === 0 ? [] : [{ frame: '\n' }]),
    { text },
  ]);
  return {
    kind: 'thinking',
    type: 'reasoning',
    name: 'thinking',
    node,
    content,
    fields: fieldsExcept(node, 'type', ...keys),
  };
}

/** True for items that have only a type and a text; others are shown as written. */
function isTextList(list: ConfigNode | undefined): boolean {
  return (
    list?.kind === 'array' &&
    list.items.length > 0 &&
    list.items.every(
      (item) =>
        textAt(item, 'text') !== undefined &&
        item.kind === 'object' &&
        item.entries.every(({ key, value }) =>
          key === 'type'
            ? value.kind === 'string' && /^(?:summary_|reasoning_)?text$/.test(value.value)
            : key === 'text',
        ),
    )
  );
}

function readTool(node: ConfigNode): ReadTool {
  const type = textAt(node, 'type') ?? 'function';
  const read = toolOf(node, node, ['parameters'], type === 'function' ? undefined : type);
  const inner = itemsAt(node, 'tools');
  return type === 'namespace' && inner.length > 0 ? { ...read, tools: inner.map(readTool) } : read;
}
