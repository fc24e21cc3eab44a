/** What the cache panel and the `cache` command show: predictions as plain data, each with its rule. */
import type { Divergence } from '../../analysis/compare/divergence';
import type { MarkerState, Reason, Split } from '../../cache/simulate/outcome';
import type { Explanation } from '../../cache/usage/explain-usage';
import type { Usage } from '../../cache/usage/usage';
import type { UsageFit } from '../../cache/usage/usage-fit';
import type { BreakpointsOf } from '../../cache/script/run-turns';
import type { Cause, Mover } from '../../cache/script/volatility';
import type { CacheBreakpoint, NodeId } from '../../document/types';
import type { LineColumn } from '../../sources/findings';
import type { LocatedFinding } from '../inspection/inspection';

export type { MarkerState, Split } from '../../cache/simulate/outcome';
export type { CauseKind, Mover } from '../../cache/script/volatility';
export type { UsageFit } from '../../cache/usage/usage-fit';
export { movedLeaf } from '../../cache/script/moved-leaf';
export { formatDuration } from '../../cache/script/durations';

/** A published rule: its source, date and certainty. */
export interface RuleSource {
  readonly title: string;
  readonly url: string;
  readonly date: string;
  readonly grade: 'official' | 'third-party' | 'conflict';
}

/** The rules that were used. Null means unknown. */
export interface RulesView {
  readonly provider: string;
  readonly title: string;
  readonly asOf: string;
  readonly model: string;
  /** False: the model is not listed, so its figures are unknown. */
  readonly listed: boolean;
  readonly minimum: number | null;
  /** US dollars per million tokens. */
  readonly inputPrice: number | null;
  readonly readMultiplier: number | null;
  readonly markerLimit: number | null;
  readonly lookback: number | null;
  readonly source: RuleSource | null;
  readonly notes: readonly { readonly text: string; readonly source: RuleSource | null }[];
  /** Files of the workspace that changed these rules. */
  readonly overriddenBy: readonly string[];
}

export interface MarkerView {
  readonly node: NodeId;
  readonly ttl: string;
  readonly state: MarkerState;
  /** Tokens up to here. */
  readonly tokens: number;
  readonly why: string;
  /** Too short by the estimate, but perhaps long enough. */
  readonly isUnsure?: true;
  /** US dollars for the tokens since the previous marker. */
  readonly cost: number | null;
}

export interface OutcomeView {
  readonly total: number;
  readonly worst: Split;
  readonly best: Split;
  readonly known: boolean;
  readonly rejected: string | null;
  readonly lostAt: NodeId | null;
  readonly markers: readonly MarkerView[];
  readonly reasons: readonly { readonly reason: Reason; readonly text: string; readonly source: RuleSource | null }[];
  readonly warnings: readonly string[];
  readonly cost: number | null;
  readonly bestCost: number | null;
}

export interface TurnView extends OutcomeView {
  /** 1-based line of its `send` in the script. */
  readonly line: number;
  /** Seconds since the start of the script. */
  readonly at: number;
  /** Requests sent at the same moment; the figures are their sum. */
  readonly requests: number;
  /** What happened since the previous request, as written in the script. */
  readonly since: readonly string[];
}

export interface RunView {
  readonly rules: RulesView;
  readonly breakpoints: BreakpointsOf;
  readonly turns: readonly TurnView[];
  /** Tokens read over tokens sent, summed over all requests. */
  readonly hitRate: { readonly low: number; readonly high: number };
  readonly cost: number | null;
  readonly bestCost: number | null;
  readonly uncachedCost: number | null;
}

/** The best breakpoints for a script. Strata suggests them; no request has them. */
export interface OptimumView {
  readonly breakpoints: readonly CacheBreakpoint[];
  readonly end: CacheBreakpoint['ttl'] | 'off';
  readonly run: RunView;
  /** Share of the script's present cost, between 0 and 1; null if the present placement is refused. */
  readonly saving: number | null;
  readonly savedCost: number | null;
}

export interface SimulationView {
  readonly findings: readonly LocatedFinding[];
  readonly runs: readonly { readonly run: RunView; readonly optimum: OptimumView | null }[];
}

/** Given the build assumed to be sent before, or a cold cache. */
export interface EditCostView {
  readonly rules: RulesView;
  /** Where the two diverge; null if they are equal, or nothing was sent before. */
  readonly first: (Divergence & { readonly at: LineColumn | null }) | null;
  readonly breakpoints: readonly CacheBreakpoint[];
  readonly suggested: boolean;
  readonly survived: number;
  readonly rewritten: number;
  readonly lost: { readonly low: number; readonly high: number };
  /** Seconds for which what was sent before is certainly kept; null if nobody published it. */
  readonly lifetime: number | null;
  readonly outcome: OutcomeView;
  /** What it would cost if the same had been sent just before. */
  readonly unchangedCost: number | null;
  /** What the build on screen costs from a cold cache, and just after itself, whatever is assumed. */
  readonly coldCost: number | null;
  readonly warmCost: number | null;
  /** The least it may then cost; equal to `warmCost` where the provider promises what is read. */
  readonly warmBestCost: number | null;
  /** The least it may then cost, as above. */
  readonly unchangedBestCost: number | null;
}

export interface UsageView {
  readonly findings: readonly LocatedFinding[];
  readonly usage: Usage | null;
  readonly rows: readonly Explanation[];
  readonly rules: RulesView | null;
  /** Null without a usage. */
  readonly fit: UsageFit | null;
  /** True if it came from a provider other than that of the model on screen. */
  readonly ofAnother: boolean;
}

/** What changes which text, and what that costs: for the heat map and the findings. */
export interface VolatilityView {
  readonly tried: readonly Cause[];
  /** Changes that gave no prompt to compare. */
  readonly skipped: readonly Cause[];
  /** Settings not tried, because there are too many. */
  readonly untried: readonly string[];
  readonly movers: readonly Mover[];
  readonly findings: readonly LocatedFinding[];
}
