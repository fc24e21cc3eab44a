import type { Role } from '../../document/types';
import { configAt, type ConfigNode } from '../../sources/config/config-node';
import { itemsAt, textAt } from '../body';
import {
  callBlock,
  contentBlocks,
  dataUrl,
  fieldsBesides,
  fieldsExcept,
  imageBlock,
  lifetimeOf,
  listKeys,
  messageFields,
  noFields,
  opaque,
  parametersExcept,
  strayMessage,
  textBlock,
  textKeys,
  toolOf,
  typeOf,
  type ReadBlock,
  type ReadContent,
  type ReadMessage,
  type ReadParts,
  type ShownKeys,
} from '../read-types';

/** Reads the body of Chat Completions, which many providers accept. */
export function readOpenaiChat(root: ConfigNode): ReadParts {
  const automatic = lifetimeOf(configAt(root, ['cache_control']));
  return {
    model: textAt(root, 'model'),
    provider: configAt(root, ['provider'])?.kind === 'object' ? 'openrouter' : undefined,
    parameters: parametersExcept(root, 'messages', 'tools', 'functions', 'cache_control'),
    tools: [
      ...itemsAt(root, 'tools').map((node) => {
        const type = textAt(node, 'type') ?? 'function';
        const holder = configAt(node, [type]) ?? node;
        return toolOf(node, holder, ['parameters'], type === 'function' ? undefined : type);
      }),
      ...itemsAt(root, 'functions').map((node) => toolOf(node, node, ['parameters'])),
    ],
    messages: itemsAt(root, 'messages').map(readMessage),
    ...(automatic === undefined ? {} : { automatic }),
  };
}

const roles: readonly Role[] = ['system', 'developer', 'assistant', 'tool'];

export function openaiRole(role: string | undefined): Role {
  if (role === 'function') return 'tool';
  return roles.find((each) => each === role) ?? 'user';
}

export function isOpenaiRole(role: string | undefined): boolean {
  return role === 'user' || role === 'function' || roles.some((each) => each === role);
}

/** Reads texts, images and files, as in Chat Completions and Responses. */
export function openaiBlock(node: ConfigNode): ReadBlock {
  const type = typeOf(node);
  switch (type) {
    case 'text':
    case 'input_text':
    case 'output_text':
      return textBlock(node, configAt(node, ['text']));
    case 'refusal':
      return textBlock(node, configAt(node, ['refusal']));
    case 'image_url':
    case 'input_image': {
      const url = textAt(node, 'image_url', 'url') ?? textAt(node, 'image_url');
      return imageBlock(node, dataUrl(url), fieldsBesides(node, shownImage(node)));
    }
    case 'file':
    case 'input_file': {
      const name = textAt(node, 'file', 'filename') ?? textAt(node, 'filename') ?? 'file';
      return { kind: 'document', type, name, node, content: [], fields: fieldsExcept(node, 'type') };
    }
    default:
      return opaque(node);
  }
}

function shownImage(node: ConfigNode): ShownKeys {
  return { type: 'text', image_url: configAt(node, ['image_url'])?.kind === 'object' ? { url: 'text' } : 'text' };
}

function readMessage(node: ConfigNode): ReadMessage {
  if (node.kind !== 'object') return strayMessage(node);
  const role = openaiRole(textAt(node, 'role'));
  const content = configAt(node, ['content']);
  const blocks = role === 'tool' ? [resultBlock(node, content)] : contentBlocks(content, openaiBlock);
  const [thoughtKey] = textKeys(node, 'reasoning_content', 'reasoning');
  const thought = thoughtKey === undefined ? undefined : configAt(node, [thoughtKey]);
  const calls = itemsAt(node, 'tool_calls').map(readCall);
  const legacy = configAt(node, ['function_call']);
  return {
    role,
    node,
    blocks: [
      ...(thought?.kind === 'string' && thought.value !== '' ? [thinking(thought)] : []),
      ...blocks,
      ...calls,
      ...(legacy?.kind === 'object' ? [callBlock(legacy, { holder: legacy, inputs: ['arguments'] })] : []),
    ],
    ...messageFields(
      node,
      ...(isOpenaiRole(textAt(node, 'role')) ? ['role'] : []),
      'content',
      ...listKeys(node, 'tool_calls'),
      ...(legacy?.kind === 'object' ? ['function_call'] : []),
      ...(thoughtKey === undefined ? [] : [thoughtKey]),
    ),
  };
}

function thinking(thought: ConfigNode): ReadBlock {
  const content: readonly ReadContent[] = [{ text: thought }];
  return { kind: 'thinking', type: 'reasoning', name: 'thinking', node: thought, content, fields: noFields };
}

function resultBlock(node: ConfigNode, content: ConfigNode | undefined): ReadBlock {
  const inner = contentBlocks(content, openaiBlock);
  const plain: readonly ReadContent[] = content?.kind === 'string' ? [{ text: content }] : [];
  return {
    kind: 'tool-result',
    type: 'tool',
    name: 'result',
    node,
    content: content?.kind === 'string' ? plain : inner.map((block) => ({ block })),
    fields: noFields,
  };
}

/** Reads `function` with arguments as text, or `custom` with input as text. */
function readCall(node: ConfigNode): ReadBlock {
  const type = textAt(node, 'type') ?? 'function';
  const holder = configAt(node, [type]);
  if (holder?.kind !== 'object') return opaque(node);
  const outer = fieldsExcept(node, 'type', type);
  return { ...callBlock(node, { holder, inputs: ['arguments', 'input'], outer }), type };
}
