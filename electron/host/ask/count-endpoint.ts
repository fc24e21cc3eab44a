/**
 * Asks a provider how many tokens a request has, only when the user requests it. The key comes from the environment or
 * the system's keychain, goes into one header and is never stored. Every failure becomes a sentence for the user.
 */
import { z } from 'zod';
import type { Analysis } from '../../../shared/analysis/types';
import type { PromptDocument } from '../../../shared/document/types';
import type { CountPlan } from '../../../shared/ipc/contract';
import { countRequest, type CountingProvider, type CountRequest } from './count-request';
import { keychainService, type Keychain } from './keychain';

/** Variable names as the providers' own libraries use them. */
export type Environment = Readonly<Record<string, string | undefined>>;

export interface EndpointOptions {
  readonly environment: Environment;
  /** Used when the environment has no key. */
  readonly keychain?: Keychain;
  readonly maskSecrets?: boolean;
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
}

export type EndpointCount = { readonly ok: true; readonly tokens: number } | Problem;

interface Problem {
  readonly ok: false;
  readonly problem: string;
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

function isCountingProvider(provider: string): provider is CountingProvider {
  return provider === 'anthropic' || provider === 'openai';
}

/** What would be sent and where. Sends nothing and does not touch the keychain. */
export function planCount(document: PromptDocument, analysis: Analysis, environment: Environment): CountPlan {
  const prepared = prepare(document, analysis, environment, false);
  if (!prepared.ok) return prepared;
  const { endpoint, provider, url, request } = prepared;
  return {
    ok: true,
    provider: endpoint.title,
    format: provider === 'openai' ? 'openai-responses' : 'anthropic',
    address: url,
    bytes: Buffer.byteLength(request.body),
    messages: document.messages.length,
    tools: document.tools.length,
    key: {
      name: endpoint.key,
      from: keyIn(environment, endpoint) === undefined ? 'keychain' : 'environment',
      service: keychainService,
    },
  };
}

export async function countAtProvider(
  document: PromptDocument,
  analysis: Analysis,
  { environment, keychain, maskSecrets = false, timeoutMs = defaultTimeoutMs, signal }: EndpointOptions,
): Promise<EndpointCount> {
  const prepared = prepare(document, analysis, environment, maskSecrets);
  if (!prepared.ok) return prepared;
  const { endpoint, url, request } = prepared;
  const fromEnvironment = keyIn(environment, endpoint);
  const found =
    fromEnvironment !== undefined || keychain === undefined ? undefined : await keychain(endpoint.key, signal);
  if (isAborted(signal)) return cancelled;
  const key = fromEnvironment ?? (found?.found === true ? found.key : undefined);
  if (key === undefined)
    return fail(
      `${endpoint.title} counts only with a key: ${endpoint.key} is not in the environment Strata ` +
        `was started in${found?.found === false ? `, and ${found.why}` : ''}`,
    );
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { ...endpoint.headers(key), 'content-type': 'application/json' },
      body: request.body,
      // Never send the key to another address.
      redirect: 'error',
      signal: signal === undefined ? timeout : AbortSignal.any([timeout, signal]),
    });
    const text = await limited(response);
    if (text === undefined) return fail(`${endpoint.title} answered with more than a count`);
    const json = parse(text);
    if (!response.ok) {
      const parsed = refusal.safeParse(json);
      const reason = parsed.success ? `: ${withoutKey(parsed.data.error.message, key)}` : '';
      return fail(`${endpoint.title} refused (${response.status})${reason}`);
    }
    const counted = answer.safeParse(json);
    return counted.success
      ? { ok: true, tokens: Math.max(0, counted.data.input_tokens - request.added) }
      : fail(`${endpoint.title} answered, but with no count`);
  } catch (error) {
    if (timeout.aborted) return fail(`${endpoint.title} did not answer within ${timeoutMs / 1000} s`);
    if (isAborted(signal)) return cancelled;
    return fail(`${endpoint.title} cannot be reached: ${withoutKey(reasonOf(error), key)}`);
  }
}

const cancelled: Problem = { ok: false, problem: 'Counting was cancelled' };

interface Prepared {
  readonly ok: true;
  readonly provider: CountingProvider;
  readonly endpoint: Endpoint;
  readonly url: string;
  readonly request: CountRequest;
}

function prepare(
  document: PromptDocument,
  analysis: Analysis,
  environment: Environment,
  maskSecrets: boolean,
): Prepared | Problem {
  const { provider, label } = analysis.model;
  if (!isCountingProvider(provider)) return fail(`There is no counting endpoint for ${label}`);
  const endpoint = endpoints[provider];
  const request = countRequest(provider, document, analysis, maskSecrets);
  const url = urlOf(environment[endpoint.base] ?? endpoint.defaultBase, request.path);
  return url === undefined
    ? fail(`${endpoint.base} is not an https or loopback address`)
    : { ok: true, provider, endpoint, url, request };
}

function keyIn(environment: Environment, { key }: Endpoint): string | undefined {
  const value = environment[key]?.trim();
  return value === '' ? undefined : value;
}

/** A function, because the signal may abort during an await. */
function isAborted(signal: AbortSignal | undefined): boolean {
  return signal?.aborted === true;
}

function fail(problem: string): Problem {
  return { ok: false, problem };
}
/** The key is sent only over an encrypted connection or to this machine. */
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
