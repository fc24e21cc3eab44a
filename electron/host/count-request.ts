/** The bodies the providers' counting endpoints take, made from the same exports that are copied and sent. */
import { exportDocument } from '../../shared/exporters';
import type { Analysis } from '../../shared/analysis/types';
import type { PromptDocument } from '../../shared/document/types';
import { maskSecrets } from '../../shared/sources/secrets';
import { z } from 'zod';

export interface CountRequest {
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
  /** Tokens of what had to be added to be allowed to ask. */
  readonly added: number;
}

export type CountingProvider = 'anthropic' | 'openai';

export function countRequest(provider: CountingProvider, document: PromptDocument, analysis: Analysis, masked = false): CountRequest {
  const { body } = exportDocument(document, provider, analysis);
  const json: unknown = JSON.parse(body, masked ? maskString : undefined);
  return provider === 'anthropic' ? anthropicRequest(json) : openaiRequest(json);
}

function maskString(_key: string, value: unknown): unknown {
  return typeof value === 'string' ? maskSecrets(value).text : value;
}

const anthropicBody = z.looseObject({ model: z.string(), system: z.unknown().optional(), messages: z.array(z.unknown()), tools: z.unknown().optional() });

/** It refuses a request without a message: one of a single token stands in. */
function anthropicRequest(json: unknown): CountRequest {
  const { model, system, messages, tools } = anthropicBody.parse(json);
  const isEmpty = messages.length === 0;
  const body = { model, ...(system === undefined ? {} : { system }), messages: isEmpty ? [{ role: 'user', content: '.' }] : messages, ...(tools === undefined ? {} : { tools }) };
  return { path: '/v1/messages/count_tokens', body, added: isEmpty ? 1 : 0 };
}

const part = z.union([z.object({ type: z.literal('text'), text: z.string() }), z.object({ type: z.literal('image_url'), image_url: z.object({ url: z.string() }) })]);
const openaiBody = z.looseObject({
  model: z.string(),
  messages: z.array(z.object({ role: z.enum(['system', 'user', 'assistant']), content: z.union([z.string(), z.array(part)]) })),
  tools: z.array(z.object({ type: z.literal('function'), function: z.looseObject({ name: z.string() }) })).optional(),
});

/** A Chat Completions body as the Responses API spells it. */
function openaiRequest(json: unknown): CountRequest {
  const { model, messages, tools } = openaiBody.parse(json);
  const input = messages.map(({ role, content }) => ({
    role,
    content: typeof content === 'string' ? content : content.map((each) => (each.type === 'text' ? { type: role === 'assistant' ? 'output_text' : 'input_text', text: each.text } : { type: 'input_image', image_url: each.image_url.url })),
  }));
  const body = { model, input, ...(tools === undefined ? {} : { tools: tools.map((tool) => ({ type: 'function', ...tool.function })) }) };
  return { path: '/v1/responses/input_tokens', body, added: 0 };
}
