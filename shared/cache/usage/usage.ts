import { z } from 'zod';
import { finding, type Finding } from '../../sources/findings';

/** What a provider reported; null means not reported, unlike 0. */
export interface Usage {
  readonly form: 'anthropic' | 'openai' | 'gemini' | 'deepseek' | 'bedrock';
  readonly read: number | null;
  readonly written: number | null;
  readonly written5m: number | null;
  readonly written1h: number | null;
  readonly uncached: number | null;
  /** All input tokens of this request. */
  readonly context: number | null;
  readonly output: number | null;
  /** The provider's own reason for a failed read, if requested. */
  readonly diagnosis: Diagnosis | null;
}

export interface Diagnosis {
  /** The provider's code, e.g. `system_changed`; null when it reports a cache hit. */
  readonly reason: string | null;
  readonly missedTokens: number | null;
}

const count = z.number().int().min(0).nullish();
const anthropic = z.looseObject({
  input_tokens: z.number().int().min(0),
  cache_read_input_tokens: count,
  cache_creation_input_tokens: count,
  cache_creation: z.looseObject({ ephemeral_5m_input_tokens: count, ephemeral_1h_input_tokens: count }).nullish(),
  output_tokens: count,
});
const details = z.looseObject({ cached_tokens: count, cache_write_tokens: count }).nullish();
const openaiChat = z.looseObject({
  prompt_tokens: z.number().int().min(0),
  prompt_tokens_details: details,
  completion_tokens: count,
});
const openaiResponses = z.looseObject({
  input_tokens: z.number().int().min(0),
  input_tokens_details: details,
  output_tokens: count,
});
const deepseek = z.looseObject({
  prompt_cache_hit_tokens: z.number().int().min(0),
  prompt_cache_miss_tokens: z.number().int().min(0),
  completion_tokens: count,
});
const gemini = z.looseObject({
  promptTokenCount: z.number().int().min(0),
  cachedContentTokenCount: count,
  candidatesTokenCount: count,
  thoughtsTokenCount: count,
  toolUsePromptTokenCount: count,
  totalTokenCount: count,
});
const bedrock = z.looseObject({
  inputTokens: z.number().int().min(0),
  cacheReadInputTokens: count,
  cacheWriteInputTokens: count,
  outputTokens: count,
});

/** Takes a usage object, or a whole response that contains one. */
export function parseUsage(text: string): { readonly usage: Usage | undefined; readonly findings: readonly Finding[] } {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return {
      usage: undefined,
      findings: [finding('error', 'usage-syntax', 'This is not JSON: paste the usage object or the whole response')],
    };
  }
  const found = readUsage(holderOf(value));
  const usage = found === undefined ? undefined : { ...found, diagnosis: readDiagnosis(value) };
  if (usage === undefined) {
    return {
      usage,
      findings: [
        finding(
          'error',
          'usage-shape',
          'There is no usage in this: looked for input_tokens, prompt_tokens, promptTokenCount and inputTokens',
        ),
      ],
    };
  }
  if (usage.uncached !== null && usage.uncached < 0) {
    return {
      usage: { ...usage, uncached: null },
      findings: [finding('warning', 'usage-sum', 'More tokens are reported as cached than the prompt has')],
    };
  }
  return { usage, findings: [] };
}

/** Logs wrap a response once or twice. */
const maxWrapping = 20;

function holderOf(value: unknown, depth = 0): unknown {
  if (depth > maxWrapping) return undefined;
  const response = z
    .looseObject({ usage: z.unknown(), usageMetadata: z.unknown(), response: z.unknown(), message: z.unknown() })
    .partial()
    .safeParse(value);
  if (!response.success) return value;
  const { usage, usageMetadata, response: inner, message } = response.data;
  const wrapped = inner ?? message;
  return usage ?? usageMetadata ?? (wrapped === undefined ? value : holderOf(wrapped, depth + 1));
}

const anthropicDiagnosis = z.looseObject({
  diagnostics: z.looseObject({
    cache_miss_reason: z.looseObject({ type: z.string(), cache_missed_input_tokens: count }).nullable(),
  }),
});
const openaiDiagnosis = z.looseObject({
  prompt_cache_diagnostics: z.looseObject({
    type: z.string(),
    reason: z.string().nullish(),
    cache_missed_tokens: count,
  }),
});

function readDiagnosis(value: unknown): Diagnosis | null {
  const claude = anthropicDiagnosis.safeParse(value);
  if (claude.success) {
    const miss = claude.data.diagnostics.cache_miss_reason;
    return { reason: miss?.type ?? null, missedTokens: miss?.cache_missed_input_tokens ?? null };
  }
  const gpt = openaiDiagnosis.safeParse(value);
  if (!gpt.success) return null;
  const { type, reason, cache_missed_tokens: missed } = gpt.data.prompt_cache_diagnostics;
  return { reason: type === 'cache_hit' ? null : (reason ?? type), missedTokens: missed ?? null };
}

type Counts = Omit<Usage, 'diagnosis'>;

function readUsage(value: unknown): Counts | undefined {
  const none = { written5m: null, written1h: null };
  const hits = deepseek.safeParse(value);
  if (hits.success) {
    const { prompt_cache_hit_tokens: read, prompt_cache_miss_tokens: miss, completion_tokens: output } = hits.data;
    return {
      form: 'deepseek',
      read,
      written: null,
      ...none,
      uncached: miss,
      context: read + miss,
      output: output ?? null,
    };
  }
  const chat = openaiChat.safeParse(value);
  if (chat.success)
    return openaiUsage(chat.data.prompt_tokens, chat.data.prompt_tokens_details, chat.data.completion_tokens);
  const responses = openaiResponses.safeParse(value);
  if (responses.success && responses.data.input_tokens_details !== undefined)
    return openaiUsage(responses.data.input_tokens, responses.data.input_tokens_details, responses.data.output_tokens);
  const messages = anthropic.safeParse(value);
  if (messages.success) {
    const {
      input_tokens: input,
      cache_read_input_tokens: read,
      cache_creation_input_tokens: written,
      cache_creation: split,
      output_tokens: output,
    } = messages.data;
    return {
      form: 'anthropic',
      read: read ?? null,
      written: written ?? null,
      written5m: split?.ephemeral_5m_input_tokens ?? null,
      written1h: split?.ephemeral_1h_input_tokens ?? null,
      uncached: input,
      context: input + (read ?? 0) + (written ?? 0),
      output: output ?? null,
    };
  }
  const google = gemini.safeParse(value);
  if (google.success) {
    const { promptTokenCount, toolUsePromptTokenCount, cachedContentTokenCount: read } = google.data;
    const total = promptTokenCount + (toolUsePromptTokenCount ?? 0);
    return {
      form: 'gemini',
      read: read ?? null,
      written: null,
      ...none,
      uncached: uncachedOf(total, read, 0),
      context: total,
      output: geminiOutput(google.data, total),
    };
  }
  const converse = bedrock.safeParse(value);
  if (!converse.success) return undefined;
  const { inputTokens, cacheReadInputTokens: read, cacheWriteInputTokens: written, outputTokens } = converse.data;
  return {
    form: 'bedrock',
    read: read ?? null,
    written: written ?? null,
    ...none,
    uncached: inputTokens,
    context: inputTokens + (read ?? 0) + (written ?? 0),
    output: outputTokens ?? null,
  };
}

/** Thinking is paid as output. It is counted beside the answer, unless the total has no room for it. */
function geminiOutput(
  { candidatesTokenCount: answer, thoughtsTokenCount: thoughts, totalTokenCount: all }: z.infer<typeof gemini>,
  input: number,
): number | null {
  if (answer == null && thoughts == null) return null;
  const isWithin = answer != null && all != null && all === input + answer;
  return (answer ?? 0) + (isWithin ? 0 : (thoughts ?? 0));
}

/** `completion_tokens` and `output_tokens` include reasoning. */
function openaiUsage(total: number, reported: z.infer<typeof details>, output: number | null | undefined): Counts {
  const [read, written] = [reported?.cached_tokens ?? null, reported?.cache_write_tokens ?? null];
  return {
    form: 'openai',
    read,
    written,
    written5m: null,
    written1h: null,
    uncached: uncachedOf(total, read, written ?? 0),
    context: total,
    output: output ?? null,
  };
}

/** If only the total is reported, the part that was read is unknown. */
function uncachedOf(total: number, read: number | null | undefined, written: number): number | null {
  return read == null ? null : total - read - written;
}
