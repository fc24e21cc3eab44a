import { configAt, type ConfigNode } from '../../sources/config/config-node';
import { itemsAt, textAt } from '../body';
import {
  callBlock,
  contentBlocks,
  fieldsBesides,
  fieldsExcept,
  imageBlock,
  joinFields,
  lifetimeOf,
  listKeys,
  markOf,
  messageFields,
  noFields,
  opaque,
  parametersExcept,
  strayMessage,
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

/** Reads the body of Bedrock's Converse: a block is an object whose only key is its type. */
export function readBedrock(root: ConfigNode): ReadParts {
  const system = configAt(root, ['system']);
  const isList = system?.kind === 'array';
  const config = configAt(root, ['toolConfig']);
  return {
    model: textAt(root, 'modelId'),
    provider: 'bedrock',
    parameters: [
      ...parametersExcept(root, ...(isList ? ['system'] : []), 'messages', 'toolConfig', 'modelId'),
      ...(config === undefined ? [] : parametersExcept(config, 'tools')),
    ],
    tools: marked(itemsAt(config, 'tools'), readTool),
    messages: [
      ...(isList
        ? [
            {
              role: 'system' as const,
              node: system,
              blocks: marked(system.items, readBlock),
              isPreamble: true as const,
            },
          ]
        : []),
      ...itemsAt(root, 'messages').map(readMessage),
    ],
  };
}

function readMessage(node: ConfigNode): ReadMessage {
  if (node.kind !== 'object') return strayMessage(node);
  const [role, content] = [textAt(node, 'role'), configAt(node, ['content'])];
  return {
    role: role === 'assistant' ? 'assistant' : 'user',
    node,
    blocks: content?.kind === 'array' ? marked(content.items, readBlock) : contentBlocks(content, readBlock),
    ...messageFields(node, ...(role === 'assistant' || role === 'user' ? ['role'] : []), 'content'),
  };
}

/** In a list, `{cachePoint}` follows the item it marks. */
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

const blockTypes = ['text', 'image', 'document', 'toolUse', 'toolResult', 'reasoningContent', 'guardContent'] as const;

function readBlock(node: ConfigNode): ReadBlock {
  const type = blockTypes.find((key) => configAt(node, [key]) !== undefined) ?? typeOf(node);
  const inner = configAt(node, [type]);
  if (type !== 'text' && inner?.kind !== 'object') return opaque(node);
  const outer = fieldsExcept(node, type);
  switch (type) {
    case 'text':
      return textBlock(node, inner, 'text');
    case 'image': {
      const format = textAt(inner, 'format');
      const mediaType = format === undefined ? undefined : `image/${format}`;
      return imageBlock(
        node,
        { mediaType, data: textAt(inner, 'source', 'bytes') },
        joinFields(outer, fieldsBesides(inner, { format: 'text', source: { bytes: 'text' } })),
      );
    }
    case 'document': {
      const text = configAt(inner, ['source', 'text']);
      const content: readonly ReadContent[] = text?.kind === 'string' ? [{ text }] : [];
      const rest = fieldsBesides(inner, content.length === 0 ? {} : { source: { text: 'text' } });
      const fields = joinFields(outer, rest);
      return { kind: 'document', type, name: textAt(inner, 'name') ?? 'document', node, content, fields };
    }
    case 'toolUse':
      return { ...callBlock(node, { holder: inner, inputs: ['input'], outer }), type };
    case 'toolResult':
      return {
        kind: 'tool-result',
        type,
        name: 'result',
        node,
        content: marked(itemsAt(inner, 'content'), readBlock).map((block): ReadContent => ({ block })),
        fields: joinFields(outer, fieldsExcept(inner, ...listKeys(inner, 'content'))),
      };
    case 'reasoningContent': {
      const text = configAt(inner, ['reasoningText', 'text']);
      const content: readonly ReadContent[] = text?.kind === 'string' ? [{ text }] : [];
      const besideText = text?.kind === 'string' ? fieldsExcept(configAt(inner, ['reasoningText']), 'text') : noFields;
      const rest = fieldsExcept(inner, ...(text?.kind === 'string' ? ['reasoningText'] : []));
      return { kind: 'thinking', type, name: 'thinking', node, content, fields: joinFields(outer, rest, besideText) };
    }
    case 'guardContent': {
      const text = configAt(inner, ['text', 'text']);
      return text?.kind === 'string'
        ? {
            ...textBlock(node, text, type),
            fields: joinFields(outer, fieldsBesides(inner, { text: { text: 'text' } })),
          }
        : opaque(node);
    }
    default:
      return { ...opaque(node), ...markOf(node) };
  }
}

function readTool(node: ConfigNode): ReadTool {
  const spec = configAt(node, ['toolSpec']);
  if (spec === undefined) {
    const named =
      node.kind === 'object' ? node.entries.find(({ value }) => textAt(value, 'name') !== undefined) : undefined;
    return toolOf(node, named?.value ?? node, [], named?.key ?? typeOf(node));
  }
  const read = toolOf(node, spec, []);
  return { ...read, schema: fieldsExcept(configAt(spec, ['inputSchema', 'json'])) };
}
