/** What single architectures show beside the prompt: plain data for the window's own panels and `inspect --json`. */
import type { NodeId, SourceId, Tier } from '../document/types';
import type { Place } from '../sources/types';

/** layered: every memory with its score, and why it was or was not taken. */
export interface RecallPanel {
  readonly query: string;
  readonly queryTerms: readonly string[];
  readonly memories: readonly {
    readonly label: string;
    readonly text: string;
    readonly place: Place;
    readonly score: number;
    readonly taken: boolean;
    readonly why: string;
    readonly terms: readonly { readonly term: string; readonly weight: number }[];
  }[];
}

/** part-catalog: every part, in or out. */
export interface CatalogPanel {
  readonly version: string;
  /** The design's estimate of the system prompt, bytes ÷ 4. */
  readonly estimatedTokens: number;
  /** The `budget` setting; null when there is none. */
  readonly budget: number | null;
  readonly parts: readonly {
    readonly id: string;
    readonly name: string;
    readonly kind: 'system' | 'tool' | 'agent' | 'reminder';
    readonly included: boolean;
    readonly condition: string;
    readonly why: string;
    readonly declaredTokens: number;
    readonly version: string;
    readonly from: 'shipped' | 'overridden';
    readonly source?: SourceId;
    readonly node?: NodeId;
    readonly text: string;
  }[];
}

export type TierCause = string;

/** tiered-messages: which item is in which tier and why, and what the last turn moved. */
export interface TiersPanel {
  readonly turn: number;
  readonly items: readonly {
    readonly key: string;
    readonly kind: 'file' | 'symbol' | 'history' | 'url' | 'system';
    readonly label: string;
    readonly tier: Tier;
    readonly n: number;
    readonly threshold: number | null;
    readonly tokens: number;
    readonly why: TierCause;
    readonly node?: NodeId;
  }[];
  readonly moves: readonly {
    readonly key: string;
    readonly from: Tier | 'none';
    readonly to: Tier | 'none';
    readonly cause: TierCause;
  }[];
  readonly target: number;
}

/** persona-files: the published size estimates beside the real size. */
export interface SizesPanel {
  readonly rows: readonly {
    readonly name: string;
    readonly estimate: string;
    readonly characters: number;
    readonly node?: NodeId;
  }[];
}

export interface Panels {
  readonly recall?: RecallPanel;
  readonly catalog?: CatalogPanel;
  readonly tiers?: TiersPanel;
  readonly sizes?: SizesPanel;
}
