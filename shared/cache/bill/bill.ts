import { compareDocuments, type SectionChange } from '../../analysis/compare/compare';
import type { RulePack } from '../packs/rule-pack';
import { coldText } from '../simulate/explain';
import type { Outcome } from '../simulate/outcome';
import { explainUsage } from '../usage/explain-usage';
import { billRules } from './bill-rules';
import { changedWords } from './changed-words';
import { figuresOf, outputCostOf, priceMomentOf, reportedSplits, type Splits } from './figures';
import { lossOf } from './loss';
import { playSession, type PlayedRequest } from './play';
import { totalsOf } from './totals';
import type { Bill, BilledRequest, ChangedParameter, Figures, Predicted, RequestBill } from './types';

/** The bill of a session. Requests are in the order in which they were sent. */
export function billOf(requests: readonly BilledRequest[], packs: readonly RulePack[]): Bill {
  return billOfPlayed(playSession(requests, packs));
}

/** The same for requests that were played already. */
function billOfPlayed(played: readonly PlayedRequest[]): Bill {
  const bills = played.map((each, index) =>
    requestBill(each, index, each.continues === undefined ? undefined : played[each.continues]),
  );
  return { requests: bills, totals: totalsOf(bills, played) };
}

function requestBill(played: PlayedRequest, index: number, before: PlayedRequest | undefined): RequestBill {
  const { sent, rules, outcome, breakpoints, continues, isAnswered } = played;
  const { document, analysis, usage } = sent;
  const compared = before === undefined ? undefined : compareDocuments(before.sent.document, document);
  const moment = rules === undefined ? {} : priceMomentOf(document, rules, sent.at);
  const scale = scaleOf(played);
  const reported = usage === null || !isAnswered ? undefined : reportedSplits(usage, played);
  const overWindow = reported === undefined && isAnswered ? overWindowOf(analysis) : null;
  const figures = outcome === undefined ? undefined : unpromised(figuresOf(outcome, rules, moment), overWindow);
  const predicted = outcome === undefined || figures === undefined ? null : predictedOf(outcome, figures);
  const parameters = before === undefined ? [] : changedParameters(before, played);
  return {
    number: index + 1,
    label: sent.label,
    model: document.sent?.model ?? analysis.model.id,
    rules: billRules(rules),
    failed: sent.failed ?? null,
    at: sent.at ?? null,
    gap: sent.at === undefined || before?.sent.at === undefined ? null : sent.at - before.sent.at,
    continues: continues === undefined ? null : continues + 1,
    total: analysis.total,
    overWindow,
    earlierThinking: thinkingOf(analysis),
    changes: compared === undefined ? null : changesOf(compared.changes),
    first: compared?.first ?? null,
    changed: before === undefined ? null : changedWords(before.sent.document, document, compared?.first),
    parameters,
    breakpoints,
    markers: (outcome?.markers ?? []).map(({ node, ttl, state, tokens, why }) => ({ node, ttl, state, tokens, why })),
    predicted,
    reported: usage,
    billed:
      reported !== undefined
        ? { basis: 'reported', ...figuresOf(reported, rules, moment) }
        : figures === undefined || outcome?.rejected !== undefined
          ? null
          : { basis: 'predicted', ...figures },
    outputCost: isAnswered ? outputCostOf(usage, rules, moment) : null,
    lost: lostOf(played, before, parameters),
    scale,
    disagreements:
      outcome === undefined || usage === null
        ? []
        : explainUsage(outcome, usage, { scale: scale ?? 1, slack: slackOf(played) }).filter(({ agrees }) => !agrees),
  };
}

function overWindowOf({ total, model: { contextWindow } }: BilledRequest['analysis']): RequestBill['overWindow'] {
  if (contextWindow === null || total.high <= contextWindow) return null;
  return { window: contextWindow, certain: total.low > contextWindow };
}

/** What the provider refuses costs nothing. */
function unpromised(figures: Figures, overWindow: RequestBill['overWindow']): Figures {
  const { cost } = figures;
  return overWindow === null || cost === null ? figures : { ...figures, cost: { low: 0, high: cost.high } };
}

function thinkingOf({ earlierThinking }: BilledRequest['analysis']): RequestBill['earlierThinking'] {
  return earlierThinking === undefined ? null : { ...earlierThinking, blocks: earlierThinking.blocks.length };
}

/** Reported over estimated tokens. A report outside of this range is of another request. */
const plausible = { low: 0.5, high: 2 } as const;

function scaleOf({ sent: { usage, analysis } }: PlayedRequest): number | null {
  const context = usage?.context ?? null;
  if (context === null || analysis.total.tokens === 0) return null;
  const scale = context / analysis.total.tokens;
  return scale >= plausible.low && scale <= plausible.high ? scale : null;
}

/** How many tokens the count up to a place in the request may be off, even if the total was reported. */
function slackOf({ sent: { analysis, usage } }: PlayedRequest): number {
  const isCounted = analysis.method === 'exact' || analysis.method === 'reported';
  return Math.max(32, (usage?.context ?? analysis.total.tokens) * (isCounted ? 0.02 : 0.1));
}

function lostOf(
  now: PlayedRequest,
  before: PlayedRequest | undefined,
  parameters: readonly ChangedParameter[],
): RequestBill['lost'] {
  if (before === undefined || now.outcome?.rejected !== undefined) return null;
  const moment = now.rules === undefined ? {} : priceMomentOf(now.sent.document, now.rules, now.sent.at);
  const splitsOf = (each: PlayedRequest): Splits | undefined =>
    each.sent.usage === null ? undefined : reportedSplits(each.sent.usage, each);
  const [was, is] = [splitsOf(before), splitsOf(now)];
  const [scaleBefore, scale] = [scaleOf(before), scaleOf(now)];
  if (was !== undefined && is !== undefined && scaleBefore !== null && scale !== null)
    return lossOf({
      basis: 'reported',
      before: { played: before, splits: was, scale: scaleBefore },
      now: { played: now, splits: is, scale },
      moment,
      parameters,
      slack: 32,
    });
  if (before.outcome === undefined || now.outcome === undefined) return null;
  return lossOf({
    basis: 'predicted',
    before: { played: before, splits: before.outcome, scale: 1 },
    now: { played: now, splits: now.outcome, scale: 1 },
    moment,
    parameters,
    slack: 0,
  });
}

function changedParameters(before: PlayedRequest, now: PlayedRequest): readonly ChangedParameter[] {
  const [was, is] = [before.request.parameters, now.request.parameters];
  return [...new Set([...Object.keys(was), ...Object.keys(is)])]
    .filter((name) => was[name] !== is[name])
    .map((name) => ({ name, before: was[name] ?? null, after: is[name] ?? null }));
}

function changesOf(changes: readonly SectionChange[]): RequestBill['changes'] {
  const counts = { same: 0, changed: 0, added: 0, removed: 0 };
  for (const { kind } of changes) counts[kind] += 1;
  return {
    counts,
    named: changes.filter(({ kind }) => kind !== 'same').map(({ id, name, kind }) => ({ id, name, kind })),
  };
}

function predictedOf({ known, reasons, rejected }: Outcome, figures: Figures): Predicted {
  return {
    ...figures,
    ...(rejected === undefined ? {} : { cost: null }),
    known,
    why: [
      ...(rejected === undefined ? [] : [rejected]),
      ...reasons
        .filter(({ text }) => text !== rejected)
        .map(({ text }) => (text === coldText ? 'No answered request before it is recorded: taken as cold' : text)),
    ],
  };
}
