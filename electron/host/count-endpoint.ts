/**
 * Asks a provider how many tokens a request has. Only when the user asks for it; the key comes from the environment, goes
 * into one header, and is kept nowhere. Every way it can fail is a sentence.
 */
import { z } from 'zod';
import type { Analysis } from '../../shared/analysis/types';
import type { PromptDocument } from '../../shared/document/types';
import type { ProviderCount } from '../../shared/ipc/contract';
import { countRequest, type CountingProvider } from './count-request';

export interface EndpointOptions {
  /** The environment; names as the providers' own libraries read them. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
}

interface Endpoint {
  readonly title: string;
  readonly key: string;
  readonly base: string;
  readonly defaultBase: string;
  headers(key: string): Readonly<Record<string, string>>;
}

const endpoints: Readonly<Record<CountingProvider, Endpoint>> = {
  anthropic: {
    title: 'Anthropic',
    key: 'ANTHROPIC_API_KEY',
    base: 'ANTHROPIC_BASE_URL',
    defaultBase: 'https://api.anthropic.com',
    headers: (key) => ({ 'x-api-key': key, 'anthropic-version': '2023-06-01' }),
  },
  openai: {
    title: 'OpenAI',
    key: 'OPENAI_API_KEY',
    base: 'OPENAI_BASE_URL',
    defaultBase: 'https://api.openai.com',
    headers: (key) => ({ authorization: `Bearer ${key}` }),
  },
};

const defaultTimeoutMs = 15_000;
const longestAnswer = 64 * 1024;
const answer = z.looseObject({ input_tokens: z.int().nonnegative() });
const refusal = z.looseObject({ error: z.looseObject({ message: z.string() }) });

export function isCountingProvider(provider: string): provider is CountingProvider {
  return provider === 'anthropic' || provider === 'openai';
}

export async function countAtProvider(document: PromptDocument, analysis: Analysis, { environment, timeoutMs = defaultTimeoutMs, signal }: EndpointOptions): Promise<ProviderCount> {
  const { provider, label } = analysis.model;
  if (!isCountingProvider(provider)) return fail(`There is no counting endpoint for ${label}`);
  const endpoint = endpoints[provider];
  const key = environment[endpoint.key]?.trim();
  if (key === undefined || key === '') return fail(`${endpoint.title} counts only with a key: set ${endpoint.key} in the environment Strata starts in`);
  const { path, body, added } = countRequest(provider, document, analysis);
  const url = urlOf(environment[endpoint.base] ?? endpoint.defaultBase, path);
  if (url === undefined) return fail(`${endpoint.base} is no https or loopback address`);
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { ...endpoint.headers(key), 'content-type': 'application/json' },
      body: JSON.stringify(body),
      // A key is for the address it was given for.
      redirect: 'error',
      signal: signal === undefined ? timeout : AbortSignal.any([timeout, signal]),
    });
    const text = await limited(response);
    if (text === undefined) return fail(`${endpoint.title} answered with more than a count`);
    const json = parse(text);
    if (!response.ok) {
      const said = refusal.safeParse(json);
      return fail(`${endpoint.title} refused (${response.status})${said.success ? `: ${withoutKey(said.data.error.message, key)}` : ''}`);
    }
    const counted = answer.safeParse(json);
    return counted.success ? { ok: true, tokens: Math.max(0, counted.data.input_tokens - added) } : fail(`${endpoint.title} answered, but with no count`);
  } catch (error) {
    if (timeout.aborted) return fail(`${endpoint.title} did not answer within ${timeoutMs / 1000} s`);
    if (signal?.aborted === true) return fail('Counting was cancelled');
    return fail(`${endpoint.title} cannot be reached: ${withoutKey(reasonOf(error), key)}`);
  }
}

function fail(problem: string): ProviderCount {
  return { ok: false, problem };
}

/** A key travels encrypted, or not beyond this machine. */
function urlOf(base: string, path: string): string | undefined {
  if (!URL.canParse(base)) return undefined;
  const url = new URL(base);
  const isLoopback = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback)) return undefined;
  const root = url.pathname.replace(/\/+$/, '').replace(/\/v1$/, '');
  return `${url.origin}${root}${path}`;
}

async function limited(response: Response): Promise<string | undefined> {
  let text = '';
  const decoder = new TextDecoder();
  for await (const bytes of response.body ?? []) {
    text += decoder.decode(bytes, { stream: true });
    if (text.length > longestAnswer) return undefined;
  }
  return text;
}

function parse(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
}

function withoutKey(text: string, key: string): string {
  return text.replaceAll(key, '…');
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}
