/** What pi gives to an extension, as the body on the wire and as a response of the provider. */
import { fieldsOf, type Fields } from '../../../../shared/basics/json-value';
import type { WrittenBody } from './exchanges';
import { objectIn } from './written-files';

const paths: Readonly<Record<string, (model: string) => string>> = {
  'anthropic-messages': () => '/v1/messages',
  'openai-responses': () => '/v1/responses',
  'openai-completions': () => '/v1/chat/completions',
  'google-generative-ai': (model) => `/v1beta/models/${model}:streamGenerateContent`,
  'bedrock-converse-stream': (model) => `/model/${encodeURIComponent(model)}/converse-stream`,
};

/** By the kind of API; the path in front of it, which may hold a key, is not written down. */
export function piAddress({ api, model, origin }: Fields): string | undefined {
  const path = paths[String(api)];
  return path === undefined || typeof origin !== 'string' ? undefined : origin + path(String(model));
}

/** For Google pi names what its library takes; the library makes the body of it. All others get the body itself. */
export function piRequest(body: WrittenBody, { api }: Fields): WrittenBody {
  const value = objectIn(body.bytes);
  if (value === undefined || !String(api).startsWith('google-')) return body;
  const { systemInstruction, tools, toolConfig, ...rest } = fieldsOf(value['config']);
  const { abortSignal: _signal, httpOptions: _options, ...generationConfig } = rest;
  const rebuilt = {
    contents: value['contents'],
    ...(systemInstruction === undefined ? {} : { systemInstruction: contentOf(systemInstruction) }),
    ...(tools === undefined ? {} : { tools }),
    ...(toolConfig === undefined ? {} : { toolConfig }),
    ...(Object.keys(generationConfig).length === 0 ? {} : { generationConfig }),
  };
  const note = 'Rebuilt from what pi gives to Google’s library: the order of keys may differ';
  return { ...body, bytes: Buffer.from(JSON.stringify(rebuilt)), fidelity: 'rebuilt', notes: [...body.notes, note] };
}

function contentOf(instruction: unknown): unknown {
  return typeof instruction === 'string' ? { parts: [{ text: instruction }], role: 'user' } : instruction;
}

/** In the form of the Messages API, whatever the provider, so that usage and content are read like any other. */
export function piResponse(body: WrittenBody): { readonly response?: WrittenBody; readonly error?: string } {
  const message = objectIn(body.bytes);
  if (message === undefined) return { response: { ...body, fidelity: 'rebuilt' } };
  const { model, responseId, stopReason, errorMessage } = message;
  const usage = fieldsOf(message['usage']);
  const error =
    stopReason === 'error' || stopReason === 'aborted'
      ? { error: stopReason === 'aborted' ? 'The user stopped pi' : `pi says: ${String(errorMessage).slice(0, 500)}` }
      : {};
  const total = ['input', 'output', 'cacheRead', 'cacheWrite'].reduce((sum, key) => sum + Number(usage[key] ?? 0), 0);
  // Nothing came: pi fills in zeros.
  if ('error' in error && total === 0) return error;
  const rebuilt = {
    id: responseId,
    type: 'message',
    role: 'assistant',
    model,
    content: Array.isArray(message['content']) ? message['content'].map(blockOf) : [],
    stop_reason: stopReason === 'toolUse' ? 'tool_use' : stopReason === 'length' ? 'max_tokens' : 'end_turn',
    usage: {
      input_tokens: usage['input'],
      cache_read_input_tokens: usage['cacheRead'],
      cache_creation_input_tokens: usage['cacheWrite'],
      output_tokens: usage['output'],
    },
  };
  return { response: { ...body, bytes: Buffer.from(JSON.stringify(rebuilt)), fidelity: 'rebuilt' }, ...error };
}

function blockOf(part: unknown): unknown {
  const { type, text, thinking, thinkingSignature, id, name, arguments: input } = fieldsOf(part);
  if (type === 'text') return { type: 'text', text };
  if (type === 'thinking') return { type: 'thinking', thinking, signature: thinkingSignature };
  return type === 'toolCall' ? { type: 'tool_use', id, name, input } : part;
}
