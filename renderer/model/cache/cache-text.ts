/** Cache figures in words. Unknown figures are called unknown and never guessed. */
import type { CountMethod, TokenCount } from '../../../shared/analysis/types';
import type { CacheBreakpoint, NodeId, PromptDocument } from '../../../shared/document/types';
import { findNode } from '../../../shared/document/walk';
import type { ReferenceInfo } from '../../../shared/ipc/cache/cache-panel';
import type {
  EditCostView,
  MarkerState,
  MarkerView,
  OutcomeView,
  RulesView,
  RuleSource,
  Split,
} from '../../../shared/ipc/cache/cache-view';
import type { BreakpointUse } from '../../../shared/ipc/inspection/inspection';
import { formatNumber, marks } from '../counts';

export interface Range {
  readonly low: number;
  readonly high: number;
}

const significant = (maximumSignificantDigits: number): Intl.NumberFormat =>
  new Intl.NumberFormat('en-US', { maximumSignificantDigits, useGrouping: false });
const [twoDigits, threeDigits] = [significant(2), significant(3)];

/** Shows significant digits, not cents, because a request costs fractions of a cent. */
export function dollars(amount: number): string {
  const size = Math.abs(amount);
  return `${amount < 0 ? '−' : ''}$${(size < 0.001 ? twoDigits : threeDigits).format(size)}`;
}

/** `unknown`, one price, or a range from the best case to the worst. */
export function costText(best: number | null, worst: number | null): string {
  if (best === null || worst === null) return 'price unknown';
  return dollars(best) === dollars(worst) ? dollars(worst) : `${dollars(best)}–${dollars(worst)}`;
}

export function tokensText({ low, high }: Range, method: CountMethod): string {
  return `${low === high ? formatNumber(high) : `${formatNumber(low)}–${formatNumber(high)}`} ${marks[method]}`;
}

export function percent(share: number): string {
  return `${(share * 100).toFixed(share > 0 && share < 0.1 ? 1 : 0)} %`;
}

export function rateText({ low, high }: Range): string {
  return percent(low) === percent(high) ? percent(high) : `${percent(low)}–${percent(high)}`;
}

export function writtenOf({ written }: Split): number {
  return Object.values(written).reduce((sum, tokens) => sum + tokens, 0);
}

export function between(outcome: Pick<OutcomeView, 'worst' | 'best'>, of: (split: Split) => number): Range {
  const [a, b] = [of(outcome.worst), of(outcome.best)];
  return { low: Math.min(a, b), high: Math.max(a, b) };
}

export const stateNames: Readonly<Record<MarkerState, string>> = {
  kept: 'kept',
  written: 'written',
  'below-minimum': 'too short',
  borderline: 'borderline',
  illegal: 'refused',
};

/** Colour is never the only sign. */
export const stateSigns: Readonly<Record<MarkerState, string>> = {
  kept: '✓',
  written: '✎',
  'below-minimum': '▽',
  borderline: '≈',
  illegal: '✕',
};

const referenceNames = {
  opened: 'the build as opened',
  sent: 'the last sent build',
  pinned: 'the pinned build',
} as const satisfies Record<ReferenceInfo['name'], string>;

/** The assumption behind every cache figure. Strata has sent nothing, so it is shown with the figures. */
export function assumptionText(against: ReferenceInfo | null): string {
  if (against === null) return 'Assumed: nothing was sent before, the cache is cold';
  return against.name === 'sent' ? `After ${referenceText(against)}` : `If ${referenceText(against)} was sent before`;
}

/**
 * A breakpoint is kept for certain only if the user marked a build as sent. Otherwise that is an assumption, and the
 * text says so.
 */
export function markerWhy({ state, why }: Pick<MarkerView, 'state' | 'why'>, against: ReferenceInfo | null): string {
  if (state !== 'kept' || against === null || against.name === 'sent') return why;
  return `assumed: ${referenceText(against)} was sent before and wrote this prefix`;
}

export function referenceText({ name, revision }: ReferenceInfo): string {
  return `${referenceNames[name]} (${revision})`;
}

/** Of several reasons of one kind, keeps the last, which covers most of the request. */
export function lastOfEachReason(reasons: OutcomeView['reasons']): OutcomeView['reasons'] {
  return reasons.filter(({ reason }, index) => reasons.findLastIndex((other) => other.reason === reason) === index);
}

export function sourceText({ title, date, grade }: RuleSource): string {
  const doubt = grade === 'official' ? '' : grade === 'conflict' ? ', sources disagree' : ', third party';
  return `${title}, ${date}${doubt}`;
}

/** The figures behind a verdict; those that nobody publishes are unknown. */
export function ruleFigures(rules: RulesView): readonly string[] {
  const figure = (value: number | null, text: (value: number) => string, name: string): string =>
    value === null ? `${name} unknown` : text(value);
  return [
    figure(rules.minimum, (value) => `minimum ${formatNumber(value)} tokens`, 'minimum'),
    ...(rules.markerLimit === null ? [] : [`at most ${rules.markerLimit} breakpoints`]),
    ...(rules.lookback === null ? [] : [`looks back ${rules.lookback} blocks`]),
    figure(rules.readMultiplier, (value) => `reading costs ×${value}`, 'price of reading'),
    figure(rules.inputPrice, (value) => `$${value} per million tokens`, 'price'),
  ];
}

export function nodeName(document: PromptDocument, id: NodeId): string {
  const node = findNode(document, id);
  if (node?.type === 'section' || node?.type === 'omitted') return node.name;
  if (node?.type === 'message') {
    const number = document.messages.length > 1 ? `${document.messages.indexOf(node) + 1} ` : '';
    return node.purpose === node.role ? `${number}${node.role} message` : `${number}${node.role} · ${node.purpose}`;
  }
  return document.tools.find((tool) => tool.id === id)?.name ?? id;
}

/** A note after the name of a sum over blocks. */
export function framingNote({ tokens }: Pick<TokenCount, 'tokens'>): {
  readonly text: string;
  readonly why: string | undefined;
} {
  if (tokens === 0) return { text: '', why: undefined };
  return {
    text: `, with ${formatNumber(tokens)} of framing`,
    why: 'Providers do not say where framing stands in what they cache. It is counted at the start of the request.',
  };
}

/** True if the request is too short to be cached. An edit then costs nothing extra. */
export function isTooShort({ rules, outcome }: Pick<EditCostView, 'rules' | 'outcome'>): boolean {
  const { markers, worst, best, total } = outcome;
  if (best.read > 0 || writtenOf(best) > 0 || writtenOf(worst) > 0) return false;
  return markers.length > 0
    ? markers.every(({ state }) => state === 'below-minimum')
    : rules.minimum !== null && total < rules.minimum;
}

/** A count that may be above the minimum after all is not called too short for sure. */
export function tooShortText({ outcome }: Pick<EditCostView, 'outcome'>): string {
  return outcome.known ? 'too short to cache' : 'probably too short to cache';
}

/** What a change adds to the next request: with the least luck before and after it, and with the most. */
export function addedCost({
  outcome,
  unchangedCost,
  unchangedBestCost,
}: Pick<EditCostView, 'outcome' | 'unchangedCost' | 'unchangedBestCost'>): Range | null {
  if (outcome.cost === null || unchangedCost === null) return null;
  const worst = outcome.cost - unchangedCost;
  const best = outcome.bestCost === null || unchangedBestCost === null ? worst : outcome.bestCost - unchangedBestCost;
  return { low: Math.min(worst, best), high: Math.max(worst, best) };
}

export function addedText({ low, high }: Range): string {
  const signed = (amount: number): string => `${amount < 0 ? '' : '+'}${dollars(amount)}`;
  return signed(low) === signed(high) ? signed(high) : `${signed(low)} to ${signed(high)}`;
}

/** What the next request costs and why, short enough for the status bar. */
export function costSummary(cost: EditCostView, against: ReferenceInfo | null, method: CountMethod): string {
  const { first, survived, rewritten, lost, outcome } = cost;
  const { markers, rejected, worst } = outcome;
  if (rejected !== null) return 'the provider would refuse this request';
  if (isTooShort(cost)) return tooShortText(cost);
  const tokens = (count: number): string => tokensText({ low: count, high: count }, method);
  const price = costText(outcome.bestCost, outcome.cost);
  if (against === null) return `cold: ${rewritten === 0 ? 'nothing read' : `${tokens(rewritten)} written`} · ${price}`;
  const kept = markers.length === 0 ? '' : `${survived} of ${markers.length} kept · `;
  if (first === null)
    return `warm: ${kept}${
      outcome.known
        ? tokens(worst.read)
        : tokensText(
            between(outcome, ({ read }) => read),
            method,
          )
    } read · ${price}`;
  const added = addedCost(cost);
  const more = added === null ? '' : ` · ${addedText(added)}`;
  if (!outcome.known) return `warm: up to ${tokens(lost.high)} no longer read${more}`;
  return `warm: ${kept}${tokens(rewritten)} rewritten${more}`;
}

/** How long what is cached up to a breakpoint lives, where the rules of the chosen model say so. */
export function lifetimeText({ ttl }: Pick<CacheBreakpoint, 'ttl'>, use: BreakpointUse): string {
  if (use.kind === 'unknown') return 'use by this model unknown';
  if (use.kind === 'ignored') return `not used by this model (${use.by})`;
  const lifetime = use.lifetimes[ttl];
  return lifetime === null ? 'lifetime not published' : `lifetime ${lifetime}`;
}
