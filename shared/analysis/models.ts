/**
 * Which vocabulary counts for which model, as dated data (facts of 2026-11). A model that is not listed is counted with a
 * wide interval and says so; nothing is guessed from its name.
 */
import type { EncodingId } from '../tokenizers/types';
import type { CountMethod } from './types';

/** Tokens of the model = tokens of the vocabulary × ratio, between × low and × high. */
export interface CountRule {
  readonly vocabulary: EncodingId;
  readonly method: CountMethod;
  readonly label: string;
  readonly ratio: number;
  readonly low: number;
  readonly high: number;
}

export interface OverheadRule {
  readonly perRequest: number;
  readonly perMessage: number;
  /** The hidden tool instructions, once per request with tools. */
  readonly tools: number;
}

export interface Model {
  readonly id: string;
  readonly label: string;
  readonly provider: string;
  readonly contextWindow: number | null;
  readonly count: CountRule;
  readonly overhead: OverheadRule;
}

const exact = (vocabulary: EncodingId): CountRule => ({ vocabulary, method: 'exact', label: vocabulary, ratio: 1, low: 1, high: 1 });
const assumed: CountRule = { vocabulary: 'o200k_base', method: 'assumed', label: 'o200k_base, assumed', ratio: 1, low: 0.9, high: 1.1 };
/** Claude 3 to Opus 4.6, Sonnet 4.6, Haiku 4.5: about 15 to 20 % above o200k on ordinary text, more on code. */
const claude: CountRule = { vocabulary: 'o200k_base', method: 'estimated', label: 'claude ≈ o200k × 1.18', ratio: 1.18, low: 1.05, high: 1.35 };
/** The tokenizer of Opus 4.7 and later: content-dependent, published studies disagree, hence the width. */
const claudeNew: CountRule = { vocabulary: 'o200k_base', method: 'estimated', label: 'claude 4.7+ ≈ o200k × 1.53', ratio: 1.53, low: 1.18, high: 1.8 };
const gemini: CountRule = { vocabulary: 'o200k_base', method: 'estimated', label: 'gemini ≈ o200k × 1.05', ratio: 1.05, low: 0.9, high: 1.25 };
const unknownCount: CountRule = { vocabulary: 'o200k_base', method: 'estimated', label: 'unknown model ≈ o200k × 1.1', ratio: 1.1, low: 0.8, high: 1.8 };

const openaiOverhead: OverheadRule = { perRequest: 3, perMessage: 3, tools: 0 };
const claudeOverhead = (tools: number): OverheadRule => ({ perRequest: 7, perMessage: 0, tools });
const noOverhead: OverheadRule = { perRequest: 0, perMessage: 0, tools: 0 };

const openai = (id: string, label: string, contextWindow: number | null, count: CountRule): Model => ({ id, label, provider: 'openai', contextWindow, count, overhead: openaiOverhead });
const anthropic = (id: string, label: string, contextWindow: number | null, count: CountRule, tools: number): Model => ({
  id,
  label,
  provider: 'anthropic',
  contextWindow,
  count,
  overhead: claudeOverhead(tools),
});
const google = (id: string, label: string): Model => ({ id, label, provider: 'google', contextWindow: 1_048_576, count: gemini, overhead: noOverhead });

export const models: readonly Model[] = [
  anthropic('claude-opus-5-5', 'Claude Opus 5.5', 200_000, claudeNew, 286),
  anthropic('claude-sonnet-5-5', 'Claude Sonnet 5.5', 200_000, claudeNew, 354),
  anthropic('claude-opus-5', 'Claude Opus 5', 200_000, claudeNew, 286),
  anthropic('claude-sonnet-5', 'Claude Sonnet 5', 200_000, claudeNew, 354),
  anthropic('claude-opus-4-8', 'Claude Opus 4.8', 200_000, claudeNew, 290),
  anthropic('claude-opus-4-7', 'Claude Opus 4.7', 200_000, claudeNew, 675),
  anthropic('claude-opus-4-6', 'Claude Opus 4.6', 200_000, claude, 497),
  anthropic('claude-sonnet-4-6', 'Claude Sonnet 4.6', 200_000, claude, 497),
  anthropic('claude-opus-4-5', 'Claude Opus 4.5', 200_000, claude, 496),
  anthropic('claude-sonnet-4-5', 'Claude Sonnet 4.5', 200_000, claude, 496),
  anthropic('claude-haiku-4-5', 'Claude Haiku 4.5', 200_000, claude, 496),
  anthropic('claude-opus-4-1', 'Claude Opus 4.1', 200_000, claude, 313),
  anthropic('claude-sonnet-4', 'Claude Sonnet 4', 200_000, claude, 313),
  openai('gpt-6.1', 'GPT-6.1', null, assumed),
  openai('gpt-6', 'GPT-6', null, assumed),
  openai('gpt-5.6', 'GPT-5.6', 400_000, exact('o200k_base')),
  openai('gpt-5.5', 'GPT-5.5', 400_000, exact('o200k_base')),
  openai('gpt-5.1', 'GPT-5.1', 400_000, exact('o200k_base')),
  openai('gpt-5', 'GPT-5', 400_000, exact('o200k_base')),
  openai('gpt-4o', 'GPT-4o', 128_000, exact('o200k_base')),
  openai('gpt-4', 'GPT-4', 8192, exact('cl100k_base')),
  google('gemini-3.1-pro', 'Gemini 3.1 Pro'),
  google('gemini-2.5-pro', 'Gemini 2.5 Pro'),
  google('gemini-2.5-flash', 'Gemini 2.5 Flash'),
];

export const defaultModelId = 'claude-sonnet-4-5';

/** A dated id such as `claude-sonnet-4-5-20250929` is the model it dates; anything else unlisted is unknown. */
export function findModel(id: string): Model {
  const plain = id.replace(/-(?:\d{8}|\d{4}-\d{2}-\d{2}|latest)$/, '');
  return models.find((model) => model.id === id || model.id === plain) ?? { id, label: id, provider: 'unknown', contextWindow: null, count: unknownCount, overhead: noOverhead };
}

export function isKnownModel(id: string): boolean {
  return findModel(id).provider !== 'unknown';
}
