/**
 * Which vocabulary counts for which model, as dated data (facts of 2026-11). An unlisted model is counted with a wide
 * interval and says so; nothing is guessed from its name.
 */
import type { EncodingId, VocabularyId } from '../tokenizers/types';
import { newerClaude, olderClaude, type ClassRatios } from './count/claude-ratios';
import { exactly, nothing, type Interval, type Ratio } from './count/counts';
import type { ImageRule } from './count/images';
import { ownEstimate } from './count/own-estimate';
import type { CountMethod } from './types';

/** Model tokens = vocabulary tokens × ratio, between × low and × high. */
export interface CountRule extends Ratio {
  readonly vocabulary: VocabularyId;
  readonly method: CountMethod;
  readonly label: string;
  /** Ratios by kind of text, if they differ; `ratio` is the overall one. */
  readonly classes?: ClassRatios;
}

/** Only the tool preambles of Claude's listed models are published; the rest is our own estimate. */
export interface OverheadRule {
  readonly perRequest: Interval;
  readonly perMessage: Interval;
  /** The hidden tool instructions, once per request with tools. */
  readonly tools: Interval;
  readonly toolsPublished: boolean;
}

export interface Model {
  readonly id: string;
  readonly label: string;
  readonly provider: string;
  readonly contextWindow: number | null;
  readonly count: CountRule;
  readonly overhead: OverheadRule;
  readonly image: ImageRule;
}

interface ToolPreamble {
  readonly tokens: Interval;
  readonly published: boolean;
}

const same = { low: 1, ratio: 1, high: 1 } as const satisfies Ratio;
const exact = (vocabulary: EncodingId): CountRule => ({ vocabulary, method: 'exact', label: vocabulary, ...same });
const assumed: CountRule = {
  vocabulary: 'o200k_base',
  method: 'assumed',
  label: 'o200k_base, assumed',
  ratio: 1,
  low: 0.9,
  high: 1.1,
};
const claude: CountRule = {
  vocabulary: 'o200k_base',
  method: 'estimated',
  label: ownEstimate('claude ≈ o200k × 1.18 as measured, spread by kind of text'),
  ratio: 1.18,
  low: 1.05,
  high: 1.45,
  classes: olderClaude,
};
const claudeNew: CountRule = {
  vocabulary: 'o200k_base',
  method: 'estimated',
  label: ownEstimate('claude 4.7+ ≈ o200k × 1.53 as measured, spread by kind of text'),
  ratio: 1.53,
  low: 1.18,
  high: 1.97,
  classes: newerClaude,
};
/** The vocabulary is public, but the provider's library downloads it from the network. */
const gemini: CountRule = {
  vocabulary: 'o200k_base',
  method: 'estimated',
  label: ownEstimate('gemini ≈ o200k × 1.05'),
  ratio: 1.05,
  low: 0.9,
  high: 1.25,
};
const unknownCount: CountRule = {
  vocabulary: 'o200k_base',
  method: 'estimated',
  label: ownEstimate('unknown model ≈ o200k × 1.1'),
  ratio: 1.1,
  low: 0.8,
  high: 1.8,
};

const openaiOverhead: OverheadRule = {
  perRequest: { low: 2, tokens: 3, high: 4 },
  perMessage: { low: 3, tokens: 3, high: 5 },
  tools: nothing,
  toolsPublished: false,
};
/** Measured: about 7 for a request of one message, depending on its first character. The split is our own. */
const claudeOverhead = (tools: ToolPreamble): OverheadRule => ({
  perRequest: { low: 2, tokens: 3, high: 4 },
  perMessage: { low: 3, tokens: 4, high: 5 },
  tools: tools.tokens,
  toolsPublished: tools.published,
});
const unknownOverhead: OverheadRule = {
  perRequest: { low: 0, tokens: 0, high: 8 },
  perMessage: { low: 0, tokens: 0, high: 6 },
  tools: { low: 0, tokens: 0, high: 800 },
  toolsPublished: false,
};
const noOverhead: OverheadRule = { perRequest: nothing, perMessage: nothing, tools: nothing, toolsPublished: false };
/**
 * For a model without a published count of hidden tool tokens: that of its nearest relative, within the range of all
 * models.
 */
const toolsLike = (tokens: number): ToolPreamble => ({ tokens: { low: 264, tokens, high: 804 }, published: false });
/** As published for a request that lets the model choose tools. */
const toolsListed = (tokens: number): ToolPreamble => ({ tokens: exactly(tokens), published: true });

const claudeImages: ImageRule = { kind: 'pixels', perToken: 750, longestEdge: 1568, most: 1600 };
const claudeNewImages: ImageRule = { kind: 'pixels', perToken: 750, longestEdge: 2576, most: 4784 };
const unknownImages: ImageRule = { kind: 'fixed', low: 64, tokens: 1000, high: 4800 };

const openai = (
  id: string,
  label: string,
  contextWindow: number | null,
  count: CountRule,
  image: ImageRule,
): Model => ({ id, label, provider: 'openai', contextWindow, count, overhead: openaiOverhead, image });
const anthropic = (id: string, label: string, count: CountRule, tools: ToolPreamble): Model => ({
  id,
  label,
  provider: 'anthropic',
  contextWindow: 200_000,
  count,
  overhead: claudeOverhead(tools),
  image: count === claude ? claudeImages : claudeNewImages,
});
const google = (id: string, label: string, image: ImageRule): Model => ({
  id,
  label,
  provider: 'google',
  contextWindow: 1_048_576,
  count: gemini,
  overhead: { ...unknownOverhead, tools: nothing },
  image,
});
const rule = (id: string, label: string, vocabulary: 'characters' | 'bytes'): Model => ({
  id,
  label,
  provider: 'rule of thumb',
  contextWindow: null,
  count: { vocabulary, method: 'formula', label: `${label}, a rule of thumb`, ...same },
  overhead: noOverhead,
  image: { kind: 'rule', tokens: 1000 },
});

const tiles85: ImageRule = { kind: 'tiles', base: 85, tile: 170 };
const tiles70: ImageRule = { kind: 'tiles', base: 70, tile: 140 };
const crops: ImageRule = { kind: 'crops', tile: 258 };

export const models: readonly Model[] = [
  anthropic('claude-opus-5-5', 'Claude Opus 5.5', claudeNew, toolsLike(286)),
  anthropic('claude-sonnet-5-5', 'Claude Sonnet 5.5', claudeNew, toolsLike(354)),
  anthropic('claude-opus-5', 'Claude Opus 5', claudeNew, toolsListed(286)),
  anthropic('claude-sonnet-5', 'Claude Sonnet 5', claudeNew, toolsListed(354)),
  anthropic('claude-opus-4-8', 'Claude Opus 4.8', claudeNew, toolsListed(290)),
  anthropic('claude-opus-4-7', 'Claude Opus 4.7', claudeNew, toolsListed(675)),
  anthropic('claude-opus-4-6', 'Claude Opus 4.6', claude, toolsListed(497)),
  anthropic('claude-sonnet-4-6', 'Claude Sonnet 4.6', claude, toolsListed(497)),
  anthropic('claude-opus-4-5', 'Claude Opus 4.5', claude, toolsListed(496)),
  anthropic('claude-sonnet-4-5', 'Claude Sonnet 4.5', claude, toolsListed(496)),
  anthropic('claude-haiku-4-5', 'Claude Haiku 4.5', claude, toolsListed(496)),
  anthropic('claude-opus-4-1', 'Claude Opus 4.1', claude, toolsListed(313)),
  anthropic('claude-sonnet-4', 'Claude Sonnet 4', claude, toolsListed(313)),
  openai('gpt-6.1', 'GPT-6.1', null, assumed, unknownImages),
  openai('gpt-6', 'GPT-6', null, assumed, unknownImages),
  openai('gpt-5.6', 'GPT-5.6', 400_000, exact('o200k_base'), tiles70),
  openai('gpt-5.5', 'GPT-5.5', 400_000, exact('o200k_base'), tiles70),
  openai('gpt-5.1', 'GPT-5.1', 400_000, exact('o200k_base'), tiles70),
  openai('gpt-5', 'GPT-5', 400_000, exact('o200k_base'), tiles70),
  openai('gpt-4o', 'GPT-4o', 128_000, exact('o200k_base'), tiles85),
  openai('gpt-4', 'GPT-4', 8192, exact('cl100k_base'), tiles85),
  google('gemini-3.1-pro', 'Gemini 3.1 Pro', { kind: 'fixed', low: 70, tokens: 1120, high: 2240 }),
  google('gemini-2.5-pro', 'Gemini 2.5 Pro', crops),
  google('gemini-2.5-flash', 'Gemini 2.5 Flash', crops),
  {
    id: 'tokenizer.json',
    label: 'The workspace’s tokenizer.json',
    provider: 'workspace',
    contextWindow: null,
    count: unknownCount,
    overhead: unknownOverhead,
    image: unknownImages,
  },
  rule('4-characters', '4 characters a token', 'characters'),
  rule('4-bytes', '4 bytes a token', 'bytes'),
];

const byId: ReadonlyMap<string, Model> = new Map(models.map((model) => [model.id, model]));

export const defaultModelId = 'claude-sonnet-4-5';

/** Stands for whatever model the workspace's `tokenizer.json` belongs to. */
export const fileModelId = 'tokenizer.json';

/** The model as counted by the workspace's tokenizer. Applies only to an unlisted model or the file's own. */
export function withTokenizer(model: Model, file: string): Model {
  return { ...model, count: { vocabulary: 'o200k_base', method: 'exact', label: file, ...same } };
}

export function takesTokenizer(model: Model): boolean {
  return model.provider === 'unknown' || model.id === fileModelId;
}

/** A dated id such as `claude-sonnet-4-5-20250929` resolves to its model; any other unlisted id is unknown. */
export function findModel(id: string): Model {
  return (
    byId.get(id) ??
    byId.get(id.replace(/-(?:\d{8}|\d{4}-\d{2}-\d{2}|latest)$/, '')) ?? {
      id,
      label: id,
      provider: 'unknown',
      contextWindow: null,
      count: unknownCount,
      overhead: unknownOverhead,
      image: unknownImages,
    }
  );
}

export function isKnownModel(id: string): boolean {
  return findModel(id).provider !== 'unknown';
}
