/**
 * What analysis computes for a document, kept separately and keyed by node id. May import `document`, `sources` and
 * `tokenizers`.
 */
import type { NodeId, PromptDocument } from '../document/types';

/**
 * `exact`: the model's own vocabulary; `assumed`: a vocabulary not published for the model; `estimated`: a ratio;
 * `formula`: published arithmetic or a rule of thumb; `reported`: by the provider.
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

/** A workspace's own ratio of reported to estimated tokens, learned for one model. */
export interface Calibration {
  readonly modelId: string;
  /** Real tokens per estimated token, between `low` and `high`. */
  readonly ratio: number;
  readonly low: number;
  readonly high: number;
  /** The sampled ratios, newest last. */
  readonly samples: readonly number[];
  readonly newest: Report;
}

/** The tokens a provider reported for a request: in a usage the user gave, in a captured session, or when asked. */
export interface Report {
  readonly from: 'usage' | 'session' | 'endpoint';
  /** Input tokens of the whole request, cached or not. */
  readonly tokens: number;
  /** ISO 8601. */
  readonly at: string;
}

/**
 * Token counts that add up: children to sections, sections to messages, and messages, tools and overhead to the total.
 */
export interface Analysis {
  readonly model: ModelInfo;
  /** How text is counted. Framing and images may be less certain, and so may a sum that includes them. */
  readonly method: CountMethod;
  /** Messages, sections, images and tools. An omitted node has what it would cost. */
  readonly tokens: Readonly<Record<NodeId, TokenCount>>;
  /** Role markers, request framing and the tool preamble, which belong to no node. */
  readonly overhead: TokenCount;
  /** The parts of the overhead. */
  readonly overheads?: readonly Overhead[];
  readonly total: TokenCount;
  /** Tokens before the first `active` text. Describes the prompt, not what a provider caches of it. */
  readonly cacheable: TokenCount;
  /**
   * Thinking of earlier turns that the model does not see, or of which nobody published whether it does. What is left
   * out counts nothing and is in no sum; `count` is what it would have.
   */
  readonly earlierThinking?: {
    readonly fate: 'left-out' | 'unknown';
    readonly blocks: readonly NodeId[];
    readonly count: TokenCount;
  };
  /** Present when the estimate was corrected by a provider's report for this workspace. */
  readonly calibration?: Calibration;
}

/** A document and what was counted for it. */
export interface CountedDocument {
  readonly document: PromptDocument;
  readonly analysis: Analysis;
}
