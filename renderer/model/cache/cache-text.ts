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
  RunView,
  Split,
} from '../../../shared/ipc/cache/cache-view';
import { markerStates } from '../../../shared/ipc/cache/marker-states';
import type { BreakpointUse } from '../../../shared/ipc/inspection/inspection';
import { formatNumber, marks } from '../counts';

export interface Range {
  readonly low: number;
  readonly high: number;
}

const significant = (digits: number): Intl.NumberFormat =>
  new Intl.NumberFormat('en-US', {
    minimumSignificantDigits: digits,
    maximumSignificantDigits: digits,
    useGrouping: false,
  });
const [twoDigits, threeDigits] = [significant(2), significant(3)];

/** Shows significant digits, not cents, because a request costs fractions of a cent. From ten dollars on, cents. */
export function dollars(amount: number): string {
  const size = Math.abs(amount);
  const text = size === 0 ? '0' : size >= 10 ? size.toFixed(2) : (size < 0.001 ? twoDigits : threeDigits).format(size);
  return `${amount < 0 ? '−' : ''}$${text}`;
}

/** `price unknown`, one price, or a range from the best case to the worst. */
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

/** What a cache saves, in the worst and in the best case; null if a price is unknown. */
export function savedOf({
  cost,
  bestCost,
  uncachedCost,
}: Pick<RunView, 'cost' | 'bestCost' | 'uncachedCost'>): Range | null {
  if (cost === null || bestCost === null || uncachedCost === null || uncachedCost === 0) return null;
  const [worst, best] = [1 - cost / uncachedCost, 1 - bestCost / uncachedCost];
  return { low: Math.min(worst, best), high: Math.max(worst, best) };
}

/** `60 % less`, `up to 68 % less`, `5 % more to 40 % less`; empty if it is the same. */
export function savedText({ low, high }: Range): string {
  const [least, most] = [low, high].map((share) => (Math.abs(share) < 0.0005 ? 0 : share)) as [number, number];
  const size = (share: number): string => percent(Math.abs(share));
  const one = (share: number): string => `${size(share)} ${share < 0 ? 'more' : 'less'}`;
  if (least === 0 && most === 0) return '';
  if (one(least) === one(most)) return one(most);
  if (least === 0) return `up to ${one(most)}`;
  if (most === 0) return `up to ${one(least)}`;
  if (least < 0 && most > 0) return `${one(least)} to ${one(most)}`;
  return least > 0 ? `${size(least)}–${one(most)}` : `${size(most)}–${one(least)}`;
}

export function writtenOf({ written }: Split): number {
  return Object.values(written).reduce((sum, tokens) => sum + tokens, 0);
}

export function between(outcome: Pick<OutcomeView, 'worst' | 'best'>, of: (split: Split) => number): Range {
  const [a, b] = [of(outcome.worst), of(outcome.best)];
  return { low: Math.min(a, b), high: Math.max(a, b) };
}

/** Colour is never the only sign. */
const stateSigns: Readonly<Record<MarkerState, string>> = {
  kept: '✓',
  written: '✎',
  'below-minimum': '▽',
  borderline: '≈',
  'looked-up': '○',
  illegal: '✕',
};

type MarkerSign = Pick<MarkerView, 'state' | 'isUnsure'>;

/** Too short only by an estimate is not surely too short. */
export function stateName({ state, isUnsure }: MarkerSign): string {
  if (isUnsure !== true) return markerStates[state];
  // As the reason beside it says: the estimate is below the minimum, only its range is not.
  return state === 'below-minimum' ? `probably ${markerStates[state]}` : `perhaps ${markerStates[state]}`;
}

export function stateSign({ state, isUnsure }: MarkerSign): string {
  return isUnsure === true ? stateSigns.borderline : stateSigns[state];
}

const referenceNames = {
  opened: 'the build as opened',
  sent: 'the last sent build',
  pinned: 'the pinned build',
} as const satisfies Record<ReferenceInfo['name'], string>;

/** The assumption behind every cache figure. Strata has sent nothing, so it is shown with the figures. */
export function assumptionText(against: ReferenceInfo | null): string {
  if (against === null) return 'Cold cache assumed, as if nothing was sent before';
  if (against.ofOtherModel) return `Nothing is read: ${otherModelText(against)}`;
  return against.name === 'sent'
    ? `After ${referenceText(against)}, if it has not expired`
    : `If ${referenceText(against)} was sent before`;
}

export function otherModelText(against: ReferenceInfo): string {
  return `${referenceText(against)} was for ${against.modelId}, and models do not share a cache`;
}

/**
 * Under which condition text is still cached; empty if none is read or lost. A build stays marked as sent for longer
 * than a cache keeps it.
 */
export function conditionText({
  outcome,
  lost,
  lifetime,
}: Pick<EditCostView, 'outcome' | 'lost' | 'lifetime'>): string {
  if (outcome.worst.read === 0 && outcome.best.read === 0 && lost.high === 0) return '';
  return lifetime === null
    ? 'if the cache still has the last one'
    : `if it is sent within ${lifetimeWords(lifetime)} of the last one`;
}

function lifetimeWords(seconds: number): string {
  if (seconds === 3600) return 'an hour';
  return seconds % 3600 === 0 ? `${seconds / 3600} hours` : `${Math.floor(seconds / 60)} minutes`;
}

/** Says what a kept breakpoint rests on: what was sent, and when. */
export function markerWhy(
  { state, why }: Pick<MarkerView, 'state' | 'why'>,
  against: ReferenceInfo | null,
  cost: Pick<EditCostView, 'outcome' | 'lost' | 'lifetime'>,
): string {
  if (state !== 'kept' || against === null) return why;
  return against.name === 'sent'
    ? `${referenceText(against)} wrote this prefix: kept ${conditionText(cost)}`
    : `assumed: ${referenceText(against)} was sent before, wrote this prefix, and that has not expired`;
}

export function referenceText({ name, revision }: ReferenceInfo): string {
  return `${referenceNames[name]} (revision ${revision})`;
}

/** What was sent before in the same file is not counted while a cold cache is assumed. */
export function reasonText(
  { reason, text }: Pick<OutcomeView['reasons'][number], 'reason' | 'text'>,
  earlier: number,
): string {
  if (reason !== 'first-request' || earlier === 0) return text;
  const before = earlier === 1 ? 'the request before it' : `the ${formatNumber(earlier)} requests before it`;
  return `${text}: what ${before} in this file left in the cache is not counted`;
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

/** Says "too short" for sure only if the count cannot be above the minimum. */
export function tooShortText({ outcome }: Pick<EditCostView, 'outcome'>): string {
  return outcome.known ? 'too short to cache' : 'probably too short to cache';
}

/** What a change adds to the next request: worst case minus worst case before, and best case minus best case before. */
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
  const cold = rewritten === 0 ? 'nothing read' : `${tokens(rewritten)} written`;
  const placed = cost.suggested && cost.breakpoints.length > 0 ? ', with suggested breakpoints' : '';
  if (against === null) return `cold${placed}: ${cold} · ${price}`;
  if (against.ofOtherModel) return `sent for another model: ${cold} · ${price}`;
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
