import { configAt, type ConfigNode } from '../../sources/config/config-node';
import type { Role } from '../../document/types';
import { itemsAt, textAt } from '../body';
import {
  callBlock,
  contentBlocks,
  contentOf,
  fieldsBesides,
  fieldsExcept,
  imageBlock,
  lifetimeOf,
  markOf,
  messageFields,
  opaque,
  parametersExcept,
  resultContent,
  strayMessage,
  textBlock,
  textKeys,
  toolOf,
  typeOf,
  type ReadBlock,
  type ReadContent,
  type ReadMessage,
  type ReadParts,
  type ReadTool,
  type ShownKeys,
} from '../read-types';

/** Reads the body of the Messages API, also as used by Bedrock's InvokeModel and Vertex. */
export function readAnthropic(root: ConfigNode): ReadParts {
  const system = configAt(root, ['system']);
  const automatic = lifetimeOf(configAt(root, ['cache_control']));
  return {
    model: textAt(root, 'model'),
    provider: providerOf(root),
    parameters: parametersExcept(root, 'system', 'messages', 'tools', 'cache_control'),
    tools: itemsAt(root, 'tools').map(readTool),
    messages: [...(system === undefined ? [] : [preamble(system)]), ...itemsAt(root, 'messages').map(readMessage)],
    ...(automatic === undefined ? {} : { automatic }),
  };
}

/**
 * Bedrock and Vertex use the same body with their own version field instead of the model. Other providers accept it for
 * their own models.
 */
function providerOf(root: ConfigNode): string | undefined {
  const version = textAt(root, 'anthropic_version') ?? '';
  if (version.startsWith('bedrock')) return 'bedrock';
  if (version.startsWith('vertex')) return 'vertex';
  return textAt(root, 'model')?.startsWith('claude') === true ? 'anthropic' : undefined;
}

function readMessage(node: ConfigNode): ReadMessage {
  if (node.kind !== 'object') return strayMessage(node);
  const role = roles.find((each) => each === textAt(node, 'role'));
  return {
    role: role ?? 'user',
    node,
    blocks: contentBlocks(configAt(node, ['content']), readBlock),
    ...messageFields(node, ...(role === undefined ? [] : ['role']), 'content'),
  };
}

const roles: readonly Role[] = ['user', 'assistant', 'system'];

function preamble(system: ConfigNode): ReadMessage {
  return { role: 'system', node: system, blocks: contentBlocks(system, readBlock), isPreamble: true };
}

function readBlock(node: ConfigNode): ReadBlock {
  const type = typeOf(node);
  if (type === 'text') return textBlock(node, configAt(node, ['text']));
  if (type === 'image') {
    const isBytes = textAt(node, 'source', 'type') === 'base64';
    const [mediaType, data] = [textAt(node, 'source', 'media_type'), textAt(node, 'source', 'data')];
    return imageBlock(node, isBytes ? { mediaType, data } : undefined, fieldsBesides(node, shownImage));
  }
  if (type === 'document' || type === 'search_result') return documentBlock(node, type);
  if (type.endsWith('tool_use')) return callBlock(node, { holder: node, inputs: ['input'] });
  if (type.endsWith('tool_result'))
    return {
      kind: 'tool-result',
      type,
      name: 'result',
      node,
      content: resultContent(configAt(node, ['content']), readBlock),
      fields: fieldsExcept(node, 'type', 'content'),
      ...markOf(node),
    };
  if (type === 'thinking' || type === 'redacted_thinking') {
    const thought = configAt(node, ['thinking']);
    return {
      kind: 'thinking',
      type,
      name: 'thinking',
      node,
      content: thought?.kind === 'string' ? [{ text: thought }] : [],
      fields: fieldsExcept(node, 'type', ...textKeys(node, 'thinking')),
      ...markOf(node),
    };
  }
  return opaque(node);
}

const shownImage: ShownKeys = { type: 'text', source: { type: 'text', media_type: 'text', data: 'text' } };

/** A text document's content is text; the bytes of a PDF are not. */
function documentBlock(node: ConfigNode, type: string): ReadBlock {
  const source = configAt(node, ['source']);
  const [title, context, inner] = [
    configAt(node, ['title']),
    configAt(node, ['context']),
    type === 'search_result' ? configAt(node, ['content']) : configAt(source, ['content']),
  ];
  const data = textAt(source, 'type') === 'text' ? configAt(source, ['data']) : undefined;
  const body: readonly ReadContent[] = data === undefined ? resultContent(inner, readBlock) : [contentOf(data)];
  const shownSource: ShownKeys =
    data === undefined
      ? { ...(textAt(source, 'type') === 'content' ? { type: 'text' } : {}), content: 'all' }
      : { type: 'text', media_type: 'text', data: 'text' };
  const lines = [title, type === 'search_result' ? source : context].flatMap((each): readonly ReadContent[] =>
    each?.kind === 'string' && each.value !== '' ? [{ text: each }, { frame: '\n' }] : [],
  );
  const shown = textKeys(node, 'title', type === 'search_result' ? 'source' : 'context');
  const shownKeys: ShownKeys = {
    type: 'text',
    ...Object.fromEntries(shown.map((key) => [key, 'text' as const])),
    ...(type === 'search_result' ? { content: 'all' } : body.length === 0 ? {} : { source: shownSource }),
  };
  return {
    kind: 'document',
    type,
    name: title?.kind === 'string' ? title.value : type === 'document' ? 'document' : 'search result',
    node,
    content: [...lines, ...body],
    fields: fieldsBesides(node, shownKeys),
    ...markOf(node),
  };
}

/** A plain function has no type, or `custom`; other types are server tools. */
function readTool(node: ConfigNode): ReadTool {
  const type = textAt(node, 'type');
  return toolOf(node, node, ['input_schema'], type === undefined || type === 'custom' ? undefined : type);
}
