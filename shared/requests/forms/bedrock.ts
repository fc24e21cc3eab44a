import { configAt, type ConfigNode } from '../../sources/config/config-node';
import { itemsAt, textAt } from '../body';
import {
  callBlock,
  fieldsExcept,
  imageBlock,
  lifetimeOf,
  markOf,
  messageFields,
  opaque,
  parametersExcept,
  textBlock,
  toolOf,
  typeOf,
  type Lifetime,
  type ReadBlock,
  type ReadContent,
  type ReadMessage,
  type ReadParts,
  type ReadTool,
} from '../read-types';

/** The body of Bedrock's Converse: a block is an object whose one key is its type. */
export function readBedrock(root: ConfigNode): ReadParts {
  const system = configAt(root, ['system']);
  const config = configAt(root, ['toolConfig']);
  return {
    model: textAt(root, 'modelId'),
    provider: 'bedrock',
    parameters: [
      ...parametersExcept(root, 'system', 'messages', 'toolConfig', 'modelId'),
      ...(config === undefined ? [] : parametersExcept(config, 'tools')),
    ],
    tools: marked(itemsAt(config, 'tools'), readTool),
    messages: [
      ...(system?.kind === 'array'
        ? [
            {
              role: 'system' as const,
              node: system,
              blocks: marked(system.items, readBlock),
              isPreamble: true as const,
            },
          ]
        : []),
      ...itemsAt(root, 'messages').map((node): ReadMessage => ({
        role: textAt(node, 'role') === 'assistant' ? 'assistant' : 'user',
        node,
        blocks: marked(itemsAt(node, 'content'), readBlock),
        ...messageFields(node, 'role', 'content'),
      })),
    ],
  };
}

/** `{cachePoint}` stands in a list behind what it marks. */
function marked<Each extends { readonly mark?: Lifetime }>(
  items: readonly ConfigNode[],
  read: (node: ConfigNode) => Each,
): readonly Each[] {
  const list: Each[] = [];
  for (const item of items) {
    const mark = lifetimeOf(configAt(item, ['cachePoint']));
    const last = list.at(-1);
    if (mark === undefined) list.push(read(item));
    else if (last !== undefined) list[list.length - 1] = { ...last, mark };
  }
  return list;
}

function readBlock(node: ConfigNode): ReadBlock {
  const type = typeOf(node);
  const inner = configAt(node, [type]);
  switch (type) {
    case 'text':
      return textBlock(node, inner, 'text');
    case 'image': {
      const format = textAt(inner, 'format');
      const mediaType = format === undefined ? undefined : `image/${format}`;
      return imageBlock(node, { mediaType, data: textAt(inner, 'source', 'bytes') });
    }
    case 'document': {
      const text = configAt(inner, ['source', 'text']);
      const content: readonly ReadContent[] = text?.kind === 'string' ? [{ text }] : [];
      const fields = fieldsExcept(inner, ...(content.length === 0 ? [] : ['source']));
      return { kind: 'document', type, name: textAt(inner, 'name') ?? 'document', node, content, fields };
    }
    case 'toolUse': {
      const fields = fieldsExcept(inner, 'name', 'input');
      return callBlock(node, configAt(inner, ['name']), configAt(inner, ['input']), fields);
    }
    case 'toolResult':
      return {
        kind: 'tool-result',
        type,
        name: 'result',
        node,
        content: itemsAt(inner, 'content').map((item): ReadContent => ({ block: readBlock(item) })),
        fields: fieldsExcept(inner, 'content'),
      };
    case 'reasoningContent': {
      const text = configAt(inner, ['reasoningText', 'text']);
      const content: readonly ReadContent[] = text?.kind === 'string' ? [{ text }] : [];
      const rest = text === undefined ? fieldsExcept(inner) : fieldsExcept(configAt(inner, ['reasoningText']), 'text');
      return { kind: 'thinking', type, name: 'thinking', node, content, fields: rest };
    }
    case 'guardContent': {
      const text = configAt(inner, ['text', 'text']);
      return text === undefined
        ? opaque(node)
        : { ...textBlock(node, text, type), fields: fieldsExcept(inner, 'text') };
    }
    default:
      return { ...opaque(node), ...markOf(node) };
  }
}

function readTool(node: ConfigNode): ReadTool {
  const spec = configAt(node, ['toolSpec']);
  if (spec === undefined) return toolOf(node, configAt(node, [typeOf(node)]) ?? node, [], typeOf(node));
  const read = toolOf(node, spec, []);
  return { ...read, schema: fieldsExcept(configAt(spec, ['inputSchema', 'json'])) };
}
