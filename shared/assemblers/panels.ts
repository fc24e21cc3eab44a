/** What some architectures show beside the prompt: plain data for the window's panels and for `inspect --json`. */
import type { NodeId, SourceId, Tier } from '../document/types';
import type { Place } from '../sources/types';

/** layered: every memory with its score, and why it was or was not recalled. */
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

/** part-catalog: every part, included or not. */
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

/** tiered-messages: the tier of each item and why, and the moves of the last turn. */
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

/** persona-files: the published size estimates next to the real sizes. */
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
