import { configAt, type ConfigNode } from '../../sources/config/config-node';
import type { Role } from '../../document/types';
import { itemsAt, textAt } from '../body';
import {
  callBlock,
  contentBlocks,
  fieldsExcept,
  imageBlock,
  lifetimeOf,
  markOf,
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

/** The body of the Messages API, also as Bedrock's InvokeModel and Vertex take it. */
export function readAnthropic(root: ConfigNode): ReadParts {
  const system = configAt(root, ['system']);
  const automatic = lifetimeOf(configAt(root, ['cache_control']));
  return {
    model: textAt(root, 'model'),
    provider: providerOf(root),
    parameters: parametersExcept(root, 'system', 'messages', 'tools', 'cache_control'),
    tools: itemsAt(root, 'tools').map(readTool),
    messages: [
      ...(system === undefined ? [] : [preamble(system)]),
      ...itemsAt(root, 'messages').map((node): ReadMessage => ({
        role: roleOf(textAt(node, 'role')),
        node,
        blocks: contentBlocks(configAt(node, ['content']), readBlock),
        ...messageFields(node, 'role', 'content'),
      })),
    ],
    ...(automatic === undefined ? {} : { automatic }),
  };
}

/** Bedrock and Vertex take the same body with a version of their own in place of the model. */
function providerOf(root: ConfigNode): string {
  const version = textAt(root, 'anthropic_version') ?? '';
  return version.startsWith('bedrock') ? 'bedrock' : version.startsWith('vertex') ? 'vertex' : 'anthropic';
}

function roleOf(role: string | undefined): Role {
  return role === 'assistant' || role === 'system' ? role : 'user';
}

function preamble(system: ConfigNode): ReadMessage {
  return { role: 'system', node: system, blocks: contentBlocks(system, readBlock), isPreamble: true };
}

function readBlock(node: ConfigNode): ReadBlock {
  const type = typeOf(node);
  if (type === 'text') return textBlock(node, configAt(node, ['text']));
  if (type === 'image') {
    const [mediaType, data] = [textAt(node, 'source', 'media_type'), textAt(node, 'source', 'data')];
    return imageBlock(node, { mediaType, data }, fieldsExcept(node, 'type', 'source'));
  }
  if (type === 'document' || type === 'search_result') return documentBlock(node, type);
  if (type.endsWith('tool_use'))
    return callBlock(
      node,
      configAt(node, ['name']),
      configAt(node, ['input']),
      fieldsExcept(node, 'type', 'name', 'input'),
    );
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
      fields: fieldsExcept(node, 'type', 'thinking'),
      ...markOf(node),
    };
  }
  return opaque(node);
}

/** A document's words are its text; the bytes of a PDF are not. */
function documentBlock(node: ConfigNode, type: string): ReadBlock {
  const source = configAt(node, ['source']);
  const [title, context, inner] = [
    configAt(node, ['title']),
    configAt(node, ['context']),
    type === 'search_result' ? configAt(node, ['content']) : configAt(source, ['content']),
  ];
  const data = textAt(source, 'type') === 'text' ? configAt(source, ['data']) : undefined;
  const body: readonly ReadContent[] = data === undefined ? resultContent(inner, readBlock) : [contentOf(data)];
  const lines = [title, type === 'search_result' ? source : context].flatMap((each): readonly ReadContent[] =>
    each?.kind === 'string' && each.value !== '' ? [{ text: each }, { frame: '\n' }] : [],
  );
  const spoken = ['type', 'title', 'context', ...(type === 'search_result' ? ['content'] : [])];
  const inFields = body.length > 0 ? [...spoken, 'source'] : spoken;
  return {
    kind: 'document',
    type,
    name: title?.kind === 'string' ? title.value : type === 'document' ? 'document' : 'search result',
    node,
    content: [...lines, ...body],
    fields: fieldsExcept(node, ...inFields),
    ...markOf(node),
  };
}

function contentOf(node: ConfigNode): ReadContent {
  return node.kind === 'string' ? { text: node } : { raw: node };
}

/** A plain function has no type, or `custom`; every other one is the server's. */
function readTool(node: ConfigNode): ReadTool {
  const type = textAt(node, 'type');
  return toolOf(node, node, ['input_schema'], type === undefined || type === 'custom' ? undefined : type);
}
