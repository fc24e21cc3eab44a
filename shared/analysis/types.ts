/**
 * What analysis learns about a document, beside it and keyed by node id. May import `document`, `sources` and
 * `tokenizers`.
 */
import type { NodeId, PromptDocument } from '../document/types';

/**
 * `exact` by the model's own vocabulary; `assumed` by a vocabulary nobody published for the model; `estimated` by a
 * ratio; `formula` by published arithmetic or a rule of thumb; `reported` by the provider.
 */
export type CountMethod = 'exact' | 'assumed' | 'estimated' | 'formula' | 'reported';

export interface TokenCount {
  readonly tokens: number;
  readonly low: number;
  readonly high: number;
  readonly method: CountMethod;
  /** The vocabulary or rule, e.g. `o200k_base`, `claude (o200k × 1.18)`. */
  readonly encoding: string;
}

export interface ModelInfo {
  readonly id: string;
  readonly label: string;
  readonly provider: string;
  readonly contextWindow: number | null;
}

export type OverheadName = 'request framing' | 'role markers' | 'tool preamble';

export interface Overhead {
  readonly name: OverheadName;
  readonly count: TokenCount;
}

/** A workspace's own ratio between what a provider reported and what was estimated, learned for one model. */
export interface Calibration {
  readonly modelId: string;
  /** Real tokens by estimated tokens, between `low` and `high`. */
  readonly ratio: number;
  readonly low: number;
  readonly high: number;
  /** The ratios it rests on, newest last. */
  readonly samples: readonly number[];
  readonly newest: Report;
}

/** What a provider said a request took: in the usage of an answer, or when its counting endpoint was asked. */
export interface Report {
  readonly from: 'usage' | 'endpoint';
  /** Input tokens of the whole request, cached or not. */
  readonly tokens: number;
  /** ISO. */
  readonly at: string;
}

/** Token counts that add up: children to sections, sections to messages, messages, tools and overhead to the total. */
export interface Analysis {
  readonly model: ModelInfo;
  /** How texts are counted; framing and images may be less sure, and a sum with them is. */
  readonly method: CountMethod;
  /** Messages, sections, images and tools; an omitted node's entry is what it would cost. */
  readonly tokens: Readonly<Record<NodeId, TokenCount>>;
  /** Role markers, request framing and the tool preamble: no node has them. */
  readonly overhead: TokenCount;
  /** What the overhead is made of. */
  readonly overheads?: readonly Overhead[];
  readonly total: TokenCount;
  /** Tokens before the first `active` text. A fact of the prompt: what a provider caches of it is another question. */
  readonly cacheable: TokenCount;
  /** Present when the estimate was corrected by what the provider reported for this workspace. */
  readonly calibration?: Calibration;
}

/** A document and what was counted for it. */
export interface CountedDocument {
  readonly document: PromptDocument;
  readonly analysis: Analysis;
}
