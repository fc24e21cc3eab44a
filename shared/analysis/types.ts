/** What analysis learns about a document, beside it and keyed by node id. May import `document`, `sources` and `tokenizers`. */
import type { NodeId } from '../document/types';

/** `exact` by the model's own vocabulary; `assumed` by a vocabulary nobody published for the model; `formula` for images. */
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

/** Token counts that add up: children to sections, sections to messages, messages, tools and overhead to the total. */
export interface Analysis {
  readonly model: ModelInfo;
  /** Messages, sections, images and tools; an omitted node's entry is what it would cost. */
  readonly tokens: Readonly<Record<NodeId, TokenCount>>;
  /** Role markers, request framing and the tool preamble: no node has them. */
  readonly overhead: TokenCount;
  readonly total: TokenCount;
  /** Tokens of what is cacheable at most: everything before the first `active` text. */
  readonly cacheable: TokenCount;
}
