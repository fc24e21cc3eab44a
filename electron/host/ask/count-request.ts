/** Builds the bodies for the providers' counting endpoints from the same exports that are copied and sent. */
import { sourceId } from '../../../shared/document/builders';
import { spelled, writeJson, type JsonText, type Spelled } from '../../../shared/document/json-text';
import { anthropicWriter } from '../../../shared/exporters/providers/anthropic';
import { openaiResponsesWriter } from '../../../shared/exporters/providers/openai-responses';
import { writeRequest } from '../../../shared/exporters/body/provider-request';
import type { Analysis } from '../../../shared/analysis/types';
import type { PromptDocument } from '../../../shared/document/types';
import { configChild, configJson, type ConfigNode } from '../../../shared/sources/config/config-node';
import { parseJson } from '../../../shared/sources/config/json';
import { maskSecrets } from '../../../shared/sources/secrets/secrets';

export interface CountRequest {
  readonly path: string;
  readonly body: JsonText;
  /** Tokens of the filler that the endpoint requires. */
  readonly added: number;
}

export type CountingProvider = 'anthropic' | 'openai';

export function countRequest(
  provider: CountingProvider,
  document: PromptDocument,
  analysis: Analysis,
  masked = false,
): CountRequest {
  const writer = provider === 'anthropic' ? anthropicWriter : openaiResponsesWriter;
  const { sent } = document;
  const body =
    sent?.form === writer.form && sent.text !== undefined
      ? sent.text
      : writeRequest(writer, document, analysis, { standIns: false }).body;
  const { root } = parseJson({ id: sourceId('request'), text: body });
  if (root?.kind !== 'object') throw new Error(`the ${provider} export is not a JSON object`);
  const content = masked ? maskedStrings(root) : root;
  return provider === 'anthropic' ? anthropicRequest(content) : openaiRequest(content);
}

function maskedStrings(node: ConfigNode): ConfigNode {
  if (node.kind === 'array') return { ...node, items: node.items.map(maskedStrings) };
  if (node.kind === 'object')
    return { ...node, entries: node.entries.map((entry) => ({ ...entry, value: maskedStrings(entry.value) })) };
  if (node.kind !== 'string') return node;
  const { text, masked } = maskSecrets(node.value);
  return masked === 0 ? node : { ...node, literal: JSON.stringify(text) };
}

/** The values of these keys as written; missing keys are left out. */
function fieldsOf(node: ConfigNode, ...keys: readonly string[]): Readonly<Record<string, Spelled>> {
  return Object.fromEntries(
    keys.flatMap((key) => {
      const found = configChild(node, key);
      return found === undefined ? [] : [[key, spelled(configJson(found))] as const];
    }),
  );
}

function itemsOf(node: ConfigNode | undefined): readonly ConfigNode[] {
  return node?.kind === 'array' ? node.items : [];
}

/** The endpoint refuses a request without messages, so a message of one token is added. */
function anthropicRequest(root: ConfigNode): CountRequest {
  const isEmpty = itemsOf(configChild(root, 'messages')).length === 0;
  const messages = isEmpty ? { messages: [{ role: 'user', content: '.' }] } : fieldsOf(root, 'messages');
  return {
    path: '/v1/messages/count_tokens',
    body: writeJson({ ...fieldsOf(root, 'model', 'system'), ...messages, ...fieldsOf(root, 'tools') }),
    added: isEmpty ? 1 : 0,
  };
}

function openaiRequest(root: ConfigNode): CountRequest {
  return {
    path: '/v1/responses/input_tokens',
    body: writeJson(fieldsOf(root, 'model', 'instructions', 'input', 'tools')),
    added: 0,
  };
}
