/**
 * How each model of the table is counted. An unlisted model is counted with a wide interval and says so; nothing is
 * guessed from its name.
 */
import type { RequestForm } from '../document/types';
import type { ModelRow } from '../models/row';
import { findRow, modelTable, vendorRows } from '../models/table';
import type { EncodingId, VocabularyId } from '../tokenizers/types';
import { newerClaude, olderClaude, type ClassRatios } from './count/estimates/claude-ratios';
import { exactly, nothing, type Interval, type Ratio } from './count/counts';
import type { ImageRule } from './count/estimates/images';
import { ownEstimate } from './count/estimates/own-estimate';
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

const images = {
  'tiles-70': { kind: 'tiles', base: 70, tile: 140 },
  'tiles-85': { kind: 'tiles', base: 85, tile: 170 },
  crops: { kind: 'crops', tile: 258 },
  'by-resolution': { kind: 'fixed', low: 70, tokens: 1120, high: 2240 },
} as const satisfies Readonly<Record<NonNullable<ModelRow['images']>, ImageRule>>;

const countRules: Readonly<Record<ModelRow['count'], CountRule>> = {
  'claude-4.7': claudeNew,
  'claude-3': claude,
  o200k_base: exact('o200k_base'),
  'o200k_base assumed': assumed,
  cl100k_base: exact('cl100k_base'),
  gemini,
  unknown: unknownCount,
};

function overheadOf({ count, toolPrompt, provider }: ModelRow): OverheadRule {
  if (count === 'claude-4.7' || count === 'claude-3') {
    const listed = toolPrompt?.auto ?? null;
    return claudeOverhead(listed === null ? toolsLike(count === 'claude-3' ? 497 : 286) : toolsListed(listed));
  }
  if (provider === 'openai' || provider === 'azure' || provider === 'groq' || count === 'o200k_base')
    return openaiOverhead;
  return count === 'gemini' ? { ...unknownOverhead, tools: nothing } : unknownOverhead;
}

function imagesOf({ count, images: own }: ModelRow): ImageRule {
  if (own !== undefined) return images[own];
  return count === 'claude-4.7' ? claudeNewImages : count === 'claude-3' ? claudeImages : unknownImages;
}

function modelOfRow(row: ModelRow): Model {
  const { id, label, provider, window, count } = row;
  return {
    id,
    label,
    provider,
    contextWindow: window,
    count: countRules[count],
    overhead: overheadOf(row),
    image: imagesOf(row),
  };
}

const rule = (id: string, label: string, vocabulary: 'characters' | 'bytes'): Model => ({
  id,
  label,
  provider: 'rule of thumb',
  contextWindow: null,
  count: { vocabulary, method: 'formula', label: `${label}, a rule of thumb`, ...same },
  overhead: noOverhead,
  image: { kind: 'rule', tokens: 1000 },
});

const ofTable: ReadonlyMap<ModelRow, Model> = new Map(modelTable.map((row) => [row, modelOfRow(row)]));

const unlisted: readonly Model[] = [
  {
    id: 'tokenizer.json',
    label: 'The folder’s tokenizer.json',
    provider: 'workspace',
    contextWindow: null,
    count: unknownCount,
    overhead: unknownOverhead,
    image: unknownImages,
  },
  rule('4-characters', '4 characters a token', 'characters'),
  rule('4-bytes', '4 bytes a token', 'bytes'),
];

const byId: ReadonlyMap<string, Model> = new Map(unlisted.map((model) => [model.id, model]));

/** What a person may choose: models still offered, and the rules of thumb. Any other listed id is found as well. */
export const models: readonly Model[] = [
  ...vendorRows.filter(({ status }) => status !== 'retired' && status !== 'legacy').map(({ id }) => findModel(id)),
  ...unlisted,
];

export const defaultModelId = 'claude-sonnet-5-5';

/** What a request without a model is counted as: a model of the provider that takes this form. It is an assumption. */
export function assumedModelId(form: RequestForm | undefined): string {
  if (form === 'gemini') return 'gemini-2.5-pro';
  return form === 'openai-chat' || form === 'openai-responses' ? 'gpt-5.5' : defaultModelId;
}

/** Stands for whatever model the workspace's `tokenizer.json` belongs to. */
export const fileModelId = 'tokenizer.json';

/** The model as counted by the workspace's tokenizer. Applies only to a model without a vocabulary here. */
export function withTokenizer(model: Model, file: string): Model {
  return { ...model, count: { vocabulary: 'o200k_base', method: 'exact', label: file, ...same } };
}

export function takesTokenizer(model: Model): boolean {
  return model.count === unknownCount;
}

/** Any id of the table in any form it appears in; any other is unknown, never a guess from its name. */
export function findModel(id: string, provider?: string): Model {
  const own = byId.get(id);
  if (own !== undefined) return own;
  const row = findRow(id, provider);
  const model = row === undefined ? undefined : ofTable.get(row);
  return (
    model ?? {
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
