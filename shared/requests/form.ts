/** Detects which provider's form a body has. */
import type { RequestForm } from '../document/types';
import { configAt, type ConfigNode } from '../sources/config/config-node';
import { itemsAt, textAt, type Body } from './body';
import { readAnthropic } from './forms/anthropic';
import { readBedrock } from './forms/bedrock';
import { readGemini } from './forms/gemini';
import { readNeutral } from './forms/neutral';
import { readOpenaiChat } from './forms/openai-chat';
import { readOpenaiResponses } from './forms/openai-responses';
import { formOfAddress } from './address';
import type { ReadParts } from './read-types';

const readers: Readonly<Record<RequestForm, (root: ConfigNode) => ReadParts>> = {
  anthropic: readAnthropic,
  'openai-chat': readOpenaiChat,
  'openai-responses': readOpenaiResponses,
  gemini: readGemini,
  bedrock: readBedrock,
  messages: readNeutral,
};

/** Each reader takes the keys it knows and keeps the rest as written. */
export function readForm(root: ConfigNode, form: RequestForm): ReadParts {
  return readers[form](root);
}

/** The URL decides first, then the shape of the body. Undefined if it is not a request to a model. */
export function formOf(body: Body): RequestForm | undefined {
  const { root } = body;
  if (root.kind === 'array')
    return root.items.length > 0 && root.items.every((item) => textAt(item, 'role') !== undefined)
      ? 'messages'
      : undefined;
  if (root.kind !== 'object') return undefined;
  const keys = new Set(root.entries.map(({ key }) => key));
  if (!contentKeys.some((key) => keys.has(key))) return undefined;
  const addressed = body.address === undefined ? undefined : formOfAddress(body.address);
  if (addressed !== undefined && neededKeys[addressed].some((key) => keys.has(key))) return addressed;
  if (keys.has('contents') || keys.has('systemInstruction') || keys.has('system_instruction')) return 'gemini';
  if (keys.has('messages')) return formOfMessages(root, keys);
  if (keys.has('input') || keys.has('instructions')) return isItemList(root) ? 'openai-responses' : undefined;
  return keys.has('system') && (keys.has('model') || keys.has('tools')) ? 'anthropic' : undefined;
}

/** Keys that hold the content of one form or another. */
export const contentKeys: readonly string[] = [
  'messages',
  'input',
  'contents',
  'instructions',
  'system',
  'systemInstruction',
  'system_instruction',
];

const neededKeys: Readonly<Record<RequestForm, readonly string[]>> = {
  anthropic: ['messages', 'system'],
  'openai-chat': ['messages'],
  'openai-responses': ['input', 'instructions'],
  gemini: ['contents'],
  bedrock: ['messages', 'system'],
  messages: [],
};

/** `input` is a common key. In a Responses body its value is a string or a list of items. */
function isItemList(root: ConfigNode): boolean {
  const input = configAt(root, ['input']);
  if (input === undefined || input.kind === 'string')
    return textAt(root, 'model') !== undefined || textAt(root, 'instructions') !== undefined;
  return (
    input.kind === 'array' &&
    input.items.every((item) => textAt(item, 'role') !== undefined || textAt(item, 'type') !== undefined)
  );
}

const chatKeys = [
  'stream_options',
  'max_completion_tokens',
  'response_format',
  'frequency_penalty',
  'presence_penalty',
  'logprobs',
  'logit_bias',
  'n',
  'parallel_tool_calls',
  'reasoning_effort',
];
const anthropicTypes = new Set(['tool_use', 'tool_result', 'thinking', 'redacted_thinking', 'document']);

function formOfMessages(root: ConfigNode, keys: ReadonlySet<string>): RequestForm {
  if (['inferenceConfig', 'toolConfig', 'modelId', 'additionalModelRequestFields'].some((key) => keys.has(key)))
    return 'bedrock';
  const [messages, tools] = [itemsAt(root, 'messages'), itemsAt(root, 'tools')];
  const blocks = [...itemsAt(root, 'system'), ...messages.flatMap((message) => itemsAt(message, 'content'))];
  const isConverse = !['model', 'max_tokens', 'anthropic_version'].some((key) => keys.has(key));
  if (isConverse && blocks.some((block) => textAt(block, 'type') === undefined && block.kind === 'object'))
    return 'bedrock';
  if (keys.has('anthropic_version') || keys.has('system') || keys.has('thinking')) return 'anthropic';
  const isChatMessage = (message: ConfigNode): boolean =>
    ['developer', 'tool', 'function'].includes(textAt(message, 'role') ?? '') ||
    configAt(message, ['tool_calls']) !== undefined;
  if (
    chatKeys.some((key) => keys.has(key)) ||
    messages.some(isChatMessage) ||
    tools.some((tool) => configAt(tool, ['function']) !== undefined) ||
    blocks.some((block) => textAt(block, 'type') === 'image_url')
  )
    return 'openai-chat';
  if (
    tools.some((tool) => configAt(tool, ['input_schema']) !== undefined) ||
    blocks.some((block) => anthropicTypes.has(textAt(block, 'type') ?? ''))
  )
    return 'anthropic';
  if (textAt(root, 'model')?.startsWith('claude') === true) return 'anthropic';
  return 'openai-chat';
}
