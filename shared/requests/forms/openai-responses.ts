import { configAt, type ConfigNode } from '../../sources/config/config-node';
import { isPassedOver } from '../../sources/config/scan-json';
import { itemsAt, textAt } from '../body';
import {
  callBlock,
  contentBlocks,
  fieldsExcept,
  messageFields,
  opaque,
  parametersExcept,
  resultContent,
  textBlock,
  toolOf,
  typeOf,
  type ReadBlock,
  type ReadContent,
  type ReadMessage,
  type ReadParts,
  type ReadTool,
} from '../read-types';
import { openaiBlock, openaiRole } from './openai-chat';

/** The body of the Responses API: a list of items, of which messages are one kind. */
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

/** `null` is what clients send for none. */
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
  const type = textAt(node, 'type') ?? 'message';
  if (type === 'message' || (configAt(node, ['content']) !== undefined && textAt(node, 'role') !== undefined)) {
    return {
      role: openaiRole(textAt(node, 'role')),
      node,
      blocks: contentBlocks(configAt(node, ['content']), openaiBlock),
      ...messageFields(node, 'type', 'role', 'content'),
    };
  }
  if (type === 'additional_tools')
    return {
      role: openaiRole(textAt(node, 'role') ?? 'developer'),
      node,
      blocks: [],
      ...messageFields(node, 'role', 'tools'),
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
  const name = configAt(node, ['name']);
  const call = configAt(node, ['arguments']) ?? configAt(node, ['input']);
  if (name?.kind === 'string' && call !== undefined) {
    const fields = fieldsExcept(node, 'type', 'name', 'arguments', 'input');
    return { role: 'assistant', node, blocks: [callBlock(node, name, call, fields)] };
  }
  return { role: type.endsWith('_call') ? 'assistant' : 'user', node, blocks: [opaque(node)] };
}

function reasoning(node: ConfigNode): ReadBlock {
  const content = ['summary', 'content'].flatMap((key) =>
    itemsAt(node, key).flatMap((item, index): readonly ReadContent[] => {
      const text = configAt(item, ['text']);
      return text?.kind === 'string' ? [...(index === 0 ? [] : [{ frame: '\n' }]), { text }] : [];
    }),
  );
  return {
    kind: 'thinking',
    type: 'reasoning',
    name: 'thinking',
    node,
    content,
    fields: fieldsExcept(node, 'type', ...(content.length === 0 ? [] : ['summary', 'content'])),
  };
}

function readTool(node: ConfigNode): ReadTool {
  const type = textAt(node, 'type') ?? 'function';
  const read = toolOf(node, node, ['parameters'], type === 'function' ? undefined : type);
  const inner = itemsAt(node, 'tools');
  return type === 'namespace' && inner.length > 0 ? { ...read, tools: inner.map(readTool) } : read;
}
