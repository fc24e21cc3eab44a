/** What the cache panel and the `cache` command show: predictions as plain data, each with the rule it rests on. */
import type { Divergence } from '../analysis/compare/divergence';
import type { MarkerState, Reason, Split } from '../cache/simulate/outcome';
import type { Explanation } from '../cache/usage/explain-usage';
import type { Usage } from '../cache/usage/usage';
import type { UsageFit } from '../cache/usage/usage-fit';
import type { Cause, Mover } from '../cache/script/volatility';
import type { CacheBreakpoint, NodeId } from '../document/types';
import type { LineColumn } from '../sources/findings';
import type { LocatedFinding } from './inspection';

export type { MarkerState, Split } from '../cache/simulate/outcome';
export type { CauseKind, Mover } from '../cache/script/volatility';
export type { UsageFit } from '../cache/usage/usage-fit';
export { formatDuration } from '../cache/script/durations';

/** A published rule: who says so, when, and how sure that is. */
export interface RuleSource {
  readonly title: string;
  readonly url: string;
  readonly date: string;
  readonly grade: 'official' | 'third-party' | 'conflict';
}

/** The rules that were used. Null figures are unknown. */
export interface RulesView {
  readonly provider: string;
  readonly title: string;
  readonly asOf: string;
  readonly model: string;
  /** False: nobody lists this model, so its figures are unknown. */
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
  /** Up to here. */
  readonly tokens: number;
  readonly why: string;
  /** US dollars for the tokens since the marker before. */
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
  /** What happened since the request before, as written in the script. */
  readonly since: readonly string[];
}

export interface RunView {
  readonly rules: RulesView;
  readonly turns: readonly TurnView[];
  /** Read over sent, summed over all requests. */
  readonly hitRate: { readonly low: number; readonly high: number };
  readonly cost: number | null;
  readonly bestCost: number | null;
  readonly uncachedCost: number | null;
}

/** Where the breakpoints of a script should stand. */
export interface OptimumView {
  readonly breakpoints: readonly CacheBreakpoint[];
  readonly end: CacheBreakpoint['ttl'] | 'off';
  readonly run: RunView;
  /** Of what the script costs now, between 0 and 1; null where the present placement is refused. */
  readonly saving: number | null;
  readonly savedCost: number | null;
}

export interface SimulationView {
  readonly findings: readonly LocatedFinding[];
  readonly runs: readonly { readonly run: RunView; readonly optimum: OptimumView | null }[];
}

/** After the build that is taken to have been sent before, or from a cold cache. */
export interface EditCostView {
  readonly rules: RulesView;
  /** Where the two part; null when they are the same, or when nothing was sent before. */
  readonly first: (Divergence & { readonly at: LineColumn | null }) | null;
  readonly breakpoints: readonly CacheBreakpoint[];
  readonly suggested: boolean;
  readonly survived: number;
  readonly rewritten: number;
  readonly lost: { readonly low: number; readonly high: number };
  readonly outcome: OutcomeView;
  /** What it would cost had the same been sent just before. */
  readonly unchangedCost: number | null;
}

export interface UsageView {
  readonly findings: readonly LocatedFinding[];
  readonly usage: Usage | null;
  readonly rows: readonly Explanation[];
  readonly rules: RulesView | null;
  /** Null without a usage. */
  readonly fit: UsageFit | null;
  /** Whether it came from another provider than that of the model on screen. */
  readonly ofAnother: boolean;
}

/** What moves which text, and what that costs: for the heat map and the findings. */
export interface VolatilityView {
  readonly tried: readonly Cause[];
  /** With this change there was no prompt to compare. */
  readonly skipped: readonly Cause[];
  /** Settings that were not changed, because there are too many. */
  readonly untried: readonly string[];
  readonly movers: readonly Mover[];
  readonly findings: readonly LocatedFinding[];
}
