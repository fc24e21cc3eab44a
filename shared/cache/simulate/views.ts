import type { MarkerView, OutcomeView, RuleSource, RulesView, RunView, TurnView } from '../../ipc/cache/cache-view';
import { costOf, markerCosts, type Outcome } from './outcome';
import { pricesFor, rulesLater, takesBreakpoints, type ModelRules, type RulePack } from '../packs/rule-pack';
import type { Run, Turn } from '../script/run-turns';
import { formatStep } from '../script/turns';

function sourceView(pack: RulePack, id: string | undefined): RuleSource | null {
  return id === undefined ? null : (pack.sources[id] ?? null);
}

/** `tokens`: the size of the request, where its price depends on it. */
export function rulesView(rules: ModelRules, tokens?: number): RulesView {
  const { pack, model, listed, readMultiplier, algorithm } = rules;
  // A pack may have rules for breakpoints that only its newer models accept.
  const markers = takesBreakpoints(rules) ? pack.markers : null;
  return {
    provider: pack.provider,
    title: pack.title,
    asOf: pack.asOf,
    model: model.id,
    listed,
    minimum: model.minimum,
    inputPrice: pricesFor(rules, tokens === undefined ? {} : { tokens }).input,
    readMultiplier,
    markerLimit: markers?.limit ?? null,
    // OpenAI looks up so many breakpoints, however many blocks lie between them.
    lookback: algorithm === 'markers' ? (markers?.lookback ?? null) : null,
    source: sourceView(pack, model.source),
    notes: pack.notes.map(({ text, source }) => ({ text, source: sourceView(pack, source) })),
    overriddenBy: pack.overriddenBy ?? [],
  };
}

export function outcomeView(outcome: Outcome, rules: ModelRules): OutcomeView {
  const { total, worst, best, known, rejected = null, lostAt = null, reasons, warnings } = outcome;
  const costs = markerCosts(outcome, rules);
  const markers = outcome.markers.map(({ node, ttl, state, tokens, why, isUnsure }, index): MarkerView => ({
    node,
    ttl,
    state,
    tokens,
    why,
    cost: rejected === null ? (costs[index] ?? null) : null,
    ...(isUnsure === undefined ? {} : { isUnsure }),
  }));
  const [cost, bestCost] = rejected === null ? [costOf(worst, rules), costOf(best, rules)] : [null, null];
  const sourced = reasons.map(({ reason, text, source }) => ({ reason, text, source: sourceView(rules.pack, source) }));
  return { total, worst, best, known, rejected, lostAt, markers, reasons: sourced, warnings, cost, bestCost };
}

function turnView(
  { sending, outcomes, worst, best, known, cost, bestCost }: Turn,
  rules: ModelRules,
): TurnView | undefined {
  const [first] = outcomes;
  if (first === undefined) return undefined;
  const { line, at, count, since } = sending;
  return {
    ...outcomeView(first, rulesLater(rules, sending.at)),
    total: first.total * count,
    worst,
    best,
    known,
    cost,
    bestCost,
    line,
    at,
    requests: count,
    since: since.map(formatStep),
  };
}

export function runView(
  { turns, breakpoints, hitRate, cost, bestCost, uncachedCost }: Run,
  rules: ModelRules,
): RunView {
  return {
    rules: rulesView(rules),
    breakpoints,
    turns: turns.flatMap((turn) => turnView(turn, rules) ?? []),
    hitRate,
    cost,
    bestCost,
    uncachedCost,
  };
}
