/** Reads model and provider from the URL of a request: many bodies name neither. */
import type { RequestForm } from '../document/types';

export function formOfAddress(address: string): RequestForm | undefined {
  const path = pathOf(address);
  if (path.endsWith('/chat/completions')) return 'openai-chat';
  if (/\/responses(?:\/compact)?$/.test(path)) return 'openai-responses';
  if (/\/messages(?:\/count_tokens|\/batches)?$/.test(path) || /:(?:streamR|r)awPredict$/.test(path))
    return 'anthropic';
  if (/:(?:streamG|g)enerateContent$|:countTokens$/.test(path)) return 'gemini';
  if (/\/converse(?:-stream)?$/.test(path)) return 'bedrock';
  return undefined;
}

/** Gemini, Bedrock, Vertex and Azure name the model in the path. */
export function modelOfAddress(address: string): string | undefined {
  const path = pathOf(address);
  const found =
    /\/models\/([^/:]+):/.exec(path)?.[1] ??
    /\/model\/([^/]+)\/(?:converse|invoke)/.exec(path)?.[1] ??
    /\/deployments\/([^/]+)\//.exec(path)?.[1];
  return found === undefined ? undefined : decoded(found);
}

const hosts: readonly (readonly [RegExp, string])[] = [
  [/(?:^|\.)anthropic\.com$/, 'anthropic'],
  [/(?:^|\.)openai\.com$/, 'openai'],
  [/(?:^|\.)openai\.azure\.com$/, 'azure'],
  [/^generativelanguage\.googleapis\.com$/, 'gemini'],
  [/aiplatform\.googleapis\.com$/, 'vertex'],
  [/^bedrock-runtime[.-].*amazonaws\.com/, 'bedrock'],
  [/(?:^|\.)openrouter\.ai$/, 'openrouter'],
  [/(?:^|\.)deepseek\.com$/, 'deepseek'],
];

export function providerOfAddress(address: string): string | undefined {
  const host = /^[a-z][a-z\d+.-]*:\/\/(?:[^/?#@]*@)?([^/?#:]+)/i.exec(address)?.[1]?.toLowerCase() ?? '';
  return hosts.find(([pattern]) => pattern.test(host))?.[1];
}

/** Removes query, fragment and user, which may hold keys. */
export function withoutSecrets(address: string): string {
  return address.replace(/^([a-z][a-z\d+.-]*:\/\/)[^/?#@]*@/i, '$1').replace(/[?#].*$/s, '');
}

function pathOf(address: string): string {
  return withoutSecrets(address)
    .replace(/^[a-z][a-z\d+.-]*:\/\/[^/]*/i, '')
    .replace(/\/+$/, '');
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
