/** Which provider's shape a body has, and its parts in one common form, still as located JSON. */
import type { JsonText } from '../../document/json-text';
import type { Role, Tier } from '../../document/types';
import { configAt, type ConfigNode } from '../../sources/config/config-node';
import { itemsAt, objectAt, textAt, type Body } from './body';

export type Form = 'anthropic' | 'openai-chat' | 'openai-responses' | 'gemini' | 'bedrock' | 'messages';

export interface RequestPart {
  readonly node: ConfigNode;
  /** The string that is the part's text; undefined for a part that is shown as it is written. */
  readonly text: ConfigNode | undefined;
  readonly kind: string;
  readonly image?: { readonly mediaType: string; readonly data: string };
  readonly mark?: '5m' | '1h';
}

export interface RequestMessage {
  readonly role: Role;
  readonly node: ConfigNode;
  readonly parts: readonly RequestPart[];
}

export interface RequestTool {
  readonly name: string;
  readonly description: ConfigNode | undefined;
  readonly schema: JsonText;
  readonly node: ConfigNode;
  readonly mark?: '5m' | '1h';
}

export interface RequestParts {
  readonly form: Form;
  readonly model: string | undefined;
  readonly tools: readonly RequestTool[];
  readonly messages: readonly RequestMessage[];
  readonly tier?: Tier;
}

export function formOf(body: Body): Form | undefined {
  const { root } = body;
  if (root.kind === 'array')
    return root.items.every((item) => textAt(item, 'role') !== undefined) ? 'messages' : undefined;
  const has = (key: string): boolean => configAt(root, [key]) !== undefined;
  if (has('contents') || has('systemInstruction') || has('system_instruction')) return 'gemini';
  if (has('input') || (has('instructions') && !has('messages'))) return 'openai-responses';
  if (!has('messages')) return has('system') ? 'anthropic' : undefined;
  if (
    has('inferenceConfig') ||
    has('toolConfig') ||
    has('modelId') ||
    itemsAt(root, 'system').some((item) => configAt(item, ['cachePoint']) !== undefined)
  )
    return 'bedrock';
  const first = itemsAt(root, 'messages')[0];
  const bare = itemsAt(first, 'content')[0];
  if (bare !== undefined && textAt(bare, 'type') === undefined && textAt(bare, 'text') !== undefined) return 'bedrock';
  const hasSystemRole = itemsAt(root, 'messages').some((message) =>
    ['system', 'developer', 'tool', 'function'].includes(textAt(message, 'role') ?? ''),
  );
  const openaiKeys = [
    'stream_options',
    'max_completion_tokens',
    'response_format',
    'frequency_penalty',
    'tool_choice_type',
    'logprobs',
    'n',
  ];
  if (has('system') || textAt(root, 'model')?.includes('claude') === true) return 'anthropic';
  if (
    hasSystemRole ||
    openaiKeys.some(has) ||
    itemsAt(root, 'tools').some((tool) => configAt(tool, ['function']) !== undefined)
  )
    return 'openai-chat';
  return itemsAt(root, 'tools').some((tool) => configAt(tool, ['input_schema']) !== undefined) || has('max_tokens')
    ? 'anthropic'
    : 'openai-chat';
}

export function markOf(node: ConfigNode): '5m' | '1h' | undefined {
  const control = configAt(node, ['cache_control']) ?? configAt(node, ['prompt_cache_breakpoint']);
  if (control?.kind !== 'object') return undefined;
  return textAt(control, 'ttl') === '1h' ? '1h' : '5m';
}

export function withMark(mark: '5m' | '1h' | undefined): { readonly mark?: '5m' | '1h' } {
  return mark === undefined ? {} : { mark };
}

export function roleOf(role: string | undefined): Role {
  if (role === 'assistant' || role === 'model') return 'assistant';
  return role === 'system' || role === 'developer' ? 'system' : 'user';
}

/** Content as a bare string, or as a list of parts. */
export function contentParts(
  content: ConfigNode | undefined,
  part: (node: ConfigNode) => RequestPart,
): readonly RequestPart[] {
  if (content?.kind === 'string') return [{ node: content, text: content, kind: 'text' }];
  return content?.kind === 'array' ? content.items.map(part) : [];
}

export function functionTool(node: ConfigNode, at: readonly string[], schemaKey: string): RequestTool {
  const holder = configAt(node, at) ?? node;
  return {
    name: textAt(holder, 'name') ?? textAt(node, 'type') ?? 'tool',
    description: configAt(holder, ['description']),
    schema: objectAt(holder, schemaKey),
    node,
    ...withMark(markOf(node)),
  };
}

/** `data:image/png;base64,…` */
export function dataUrlImage(
  url: string | undefined,
): { readonly mediaType: string; readonly data: string } | undefined {
  const match = /^data:([\w/+.-]+);base64,/.exec(url ?? '');
  return match?.[1] === undefined || url === undefined
    ? undefined
    : { mediaType: match[1], data: url.slice(match[0].length) };
}
