/** The bill of a session: what each request read, wrote and cost, as predicted and as reported, and what was lost. */
import type { ChangeKind } from '../../analysis/compare/compare';
import type { Divergence } from '../../analysis/compare/divergence';
import type { Analysis, TokenCount } from '../../analysis/types';
import type { NodeId, PromptDocument, SourceId } from '../../document/types';
import type { BlamedPlace } from '../../sources/blamed-place';
import type { Finding, LineColumn } from '../../sources/findings';
import type { MarkerState, Reason } from '../simulate/outcome';
import type { Explanation } from '../usage/explain-usage';
import type { Usage } from '../usage/usage';
import type { WordKind } from './change-kind';

/** One request that was sent, with what is known of its answer. */
export interface BilledRequest {
  readonly label: string;
  readonly document: PromptDocument;
  readonly analysis: Analysis;
  /** Seconds since 1970, if it is known when it was sent. */
  readonly at: number | undefined;
  /** Seconds until the response began, if known. */
  readonly firstToken?: number;
  /** What the provider reported; null if there is no response. */
  readonly usage: Usage | null;
  /** `529 overloaded`, if it was not answered. */
  readonly failed?: string;
  /** Its conversation, if known. Without it, conversations are separated by the text they share. */
  readonly thread?: string;
}

/** The least and the most; equal if the figure is known. */
export interface Range {
  readonly low: number;
  readonly high: number;
}

/** Tokens and price of the input of one request. `read`, `written` and `uncached` add up to `tokens`. */
export interface Figures {
  readonly tokens: Range;
  readonly read: Range;
  readonly written: Range;
  readonly uncached: Range;
  /** Tokens read over all tokens, from 0 to 1. */
  readonly hitRate: Range;
  /** US dollars; null if a price is unknown. */
  readonly cost: Range | null;
}

export interface Predicted extends Figures {
  /** False if the provider publishes no exact rule, or a size is near the minimum. */
  readonly known: boolean;
  readonly why: readonly string[];
}

/** The rules a request was judged by. */
export interface BillRules {
  readonly provider: string;
  readonly title: string;
  readonly asOf: string;
  readonly model: string;
  /** False: the model is not listed, so its figures are unknown. */
  readonly listed: boolean;
}

export interface BillMarker {
  readonly node: NodeId;
  readonly ttl: string;
  readonly state: MarkerState;
  /** Tokens up to here. */
  readonly tokens: number;
  readonly why: string;
}

/** The first words that differ from the request it continues. */
export interface ChangedWords {
  /** The section or tool. */
  readonly node: NodeId;
  /** The message or tool, and the UTF-16 offset in its text. */
  readonly message: NodeId;
  readonly offset: number;
  /** How to call it: `system/Rules`, or `the tool look`. */
  readonly name: string;
  /** What stood there and what stands there now; an empty text if something was only added or removed. */
  readonly before: string;
  readonly after: string;
  /** What kind of words they are: a time, an id, the same words in another order. */
  readonly kind: WordKind;
  /** The lines they stand in, shortened. */
  readonly lineBefore: string;
  readonly lineAfter: string;
  /** Line of the section or tool in which they stand, from 1. */
  readonly line: number;
  /** Where the words now stand in a file. */
  readonly place: { readonly source: SourceId; readonly offset: number } | null;
  /** Line and column of the place; null until somebody read the file. */
  readonly at: LineColumn | null;
  /** Where they stand in the folder the agent worked in; null if that was not read, or no file has them. */
  readonly inFolder: BlamedPlace | null;
}

export interface ChangedParameter {
  readonly name: string;
  /** Null: not sent, or the default. */
  readonly before: string | null;
  readonly after: string | null;
}

/** Why tokens that were in the cache were not read. `unexplained`: the prediction has them read. */
export type LossCause = Reason | 'model' | 'parameter' | 'unexplained';

/** What an earlier request had in the cache, written or read, and this one did not read. */
export interface Loss {
  readonly basis: 'reported' | 'predicted';
  /** Number of the request that had it in the cache, from 1. */
  readonly cachedBy: number;
  readonly tokens: Range;
  /** US dollars more than if it had been read; null if a price is unknown. */
  readonly cost: Range | null;
  readonly cause: LossCause;
  readonly why: string;
}

export interface RequestBill {
  /** From 1, in the order they were sent. */
  readonly number: number;
  readonly label: string;
  /** As the request names it. */
  readonly model: string;
  readonly rules: BillRules | null;
  /**
   * How it failed: `529 overloaded`; null if it did not. As far as is known it cost nothing and wrote nothing, unless
   * the provider reported usage for it.
   */
  readonly failed: string | null;
  /** Seconds since 1970; null if unknown. */
  readonly at: number | null;
  /** Seconds since the request it continues; null if unknown. */
  readonly gap: number | null;
  /** Number of the earlier request it continues or repeats; null if there is none. */
  readonly continues: number | null;
  readonly total: TokenCount;
  /** Null if it fits the context window, the window is not known, the request failed, or its usage is reported. */
  readonly overWindow: { readonly window: number; readonly certain: boolean } | null;
  /** Thinking of earlier turns that the model does not see, or perhaps does not see; null if there is none. */
  readonly earlierThinking: {
    readonly fate: 'left-out' | 'unknown';
    readonly blocks: number;
    readonly count: TokenCount;
  } | null;
  /** Against the request it continues; null if there is none. */
  readonly changes: {
    readonly counts: Readonly<Record<ChangeKind, number>>;
    readonly named: readonly { readonly id: string; readonly name: string; readonly kind: ChangeKind }[];
  } | null;
  /** Where the two diverge; null if they do not. */
  readonly first: Divergence | null;
  /** Null if nothing that was sent before changed: a conversation only grew. */
  readonly changed: ChangedWords | null;
  readonly parameters: readonly ChangedParameter[];
  /** Suggested breakpoints are not in the request: Strata shows what they would do. */
  readonly breakpoints: 'sent' | 'suggested' | 'none';
  readonly markers: readonly BillMarker[];
  /** Null if no rules are known for the model. */
  readonly predicted: Predicted | null;
  /** What the provider said. */
  readonly reported: Usage | null;
  /** The figures to go by: the reported ones, or the predicted ones without a report; null without either. */
  readonly billed: (Figures & { readonly basis: 'reported' | 'predicted' }) | null;
  /** US dollars for the output; null if it is not reported or has no price. */
  readonly outputCost: number | null;
  readonly lost: Loss | null;
  /** Reported over estimated tokens; null without a report, or if it is of another request. */
  readonly scale: number | null;
  /** Where report and prediction differ, in the provider's tokens. */
  readonly disagreements: readonly Explanation[];
}

export interface LostByCause {
  readonly cause: LossCause;
  readonly tokens: Range;
  readonly cost: Range | null;
  /** Numbers of the requests, the most expensive first. */
  readonly requests: readonly number[];
}

export interface BillTotals extends Figures {
  readonly requests: number;
  /** Requests that were not answered: they are in no sum. */
  readonly failed: number;
  /** Requests that the provider refuses by its rules: they are in no sum. */
  readonly refused: number;
  /** Requests for which the provider reported usage. */
  readonly reported: number;
  /** Other requests without a price: their cost is in no sum. */
  readonly unpriced: number;
  readonly outputTokens: number;
  readonly outputCost: number | null;
  /** US dollars for the same input without any cache. */
  readonly uncachedCost: number | null;
  readonly lostTokens: Range;
  readonly lost: Range | null;
  /** The most expensive cause first. */
  readonly lostBy: readonly LostByCause[];
  /** Requests whose report differs from the prediction. */
  readonly disagreements: number;
}

export interface Bill {
  readonly requests: readonly RequestBill[];
  readonly totals: BillTotals;
}

interface LocatedFinding extends Finding {
  readonly at?: LineColumn;
}

/** The requests of a file or folder in order, with their bill. */
export interface Sequence {
  readonly modelId: string;
  readonly steps: readonly RequestBill[];
  readonly totals: BillTotals;
  /** What is wrong with the file, and what was left out and why. */
  readonly findings: readonly LocatedFinding[];
}
