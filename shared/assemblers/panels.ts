/** What some architectures show beside the prompt: plain data for the window's panels and for `inspect --json`. */
import type { NodeId, SourceId, Tier } from '../document/types';
import type { Place } from '../sources/types';
import type { Load } from './agents/load';

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

/** An agent's own prompt as it was learned from a capture. */
export interface FramePanel {
  readonly agent: string;
  /** Of the agent; null if the capture does not tell. */
  readonly version: string | null;
  readonly session: string;
  readonly folder: string | null;
  readonly at: string;
  /** Of the agent's own prompt without what varies by run. */
  readonly hash: string;
  /** Texts of it that vary by run: the date, the folder it was captured in. */
  readonly varying: readonly string[];
  /** The one before it that differs. */
  readonly earlier?: { readonly version: string | null; readonly session: string };
}

/** A request that was laid over the folder. */
export interface TracedPanel {
  readonly name: string;
  /** The folder its agent worked in; null if unknown. */
  readonly folder: string | null;
  /** Characters that stand in a file, and all that were looked at. */
  readonly matched: number;
  readonly total: number;
  /** Relative to the workspace. */
  readonly files: readonly string[];
}

export interface Panels {
  readonly recall?: RecallPanel;
  readonly catalog?: CatalogPanel;
  readonly tiers?: TiersPanel;
  readonly sizes?: SizesPanel;
  /** For an agent: what it does with each file. */
  readonly loads?: readonly Load[];
  readonly frame?: FramePanel;
  readonly traced?: TracedPanel;
}
