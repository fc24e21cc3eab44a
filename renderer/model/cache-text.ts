/** Figures of the cache in words. What is not known is said, never filled in. */
import type { CountMethod, TokenCount } from '../../shared/analysis/types';
import type { NodeId, PromptDocument } from '../../shared/document/types';
import { findNode } from '../../shared/document/walk';
import type { ReferenceInfo } from '../../shared/ipc/cache-panel';
import type { EditCostView, MarkerState, OutcomeView, RulesView, RuleSource, Split } from '../../shared/ipc/cache-view';
import { formatNumber, marks } from './counts';

export interface Range {
  readonly low: number;
  readonly high: number;
}

const significant = (maximumSignificantDigits: number): Intl.NumberFormat => new Intl.NumberFormat('en-US', { maximumSignificantDigits, useGrouping: false });
const [twoDigits, threeDigits] = [significant(2), significant(3)];

/** Significant digits, not cents: a request costs fractions of one. */
export function dollars(amount: number): string {
  const size = Math.abs(amount);
  return `${amount < 0 ? '−' : ''}$${(size < 0.001 ? twoDigits : threeDigits).format(size)}`;
}

/** `unknown`, one price, or from the best case to the worst. */
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
  'below-minimum': 'below minimum',
  borderline: 'borderline',
  illegal: 'refused',
};

/** Colour is never the only sign. */
export const stateSigns: Readonly<Record<MarkerState, string>> = { kept: '✓', written: '✎', 'below-minimum': '▽', borderline: '≈', illegal: '✕' };

const referenceNames = { opened: 'the build as opened', sent: 'the last sent', pinned: 'the pinned build' } as const satisfies Record<ReferenceInfo['name'], string>;

export function referenceText({ name, revision }: ReferenceInfo): string {
  return `${referenceNames[name]} (${revision})`;
}

/** Of several reasons of one kind the last, which is the one about most of the request. */
export function tellingReasons(reasons: OutcomeView['reasons']): OutcomeView['reasons'] {
  return reasons.filter(({ reason }, index) => reasons.findLastIndex((other) => other.reason === reason) === index);
}

export function sourceText({ title, date, grade }: RuleSource): string {
  return `${title}, ${date}${grade === 'official' ? '' : grade === 'conflict' ? ', sources disagree' : ', third party'}`;
}

/** The figures that a verdict rests on, each unknown where nobody publishes it. */
export function ruleFigures(rules: RulesView): readonly string[] {
  const known = (value: number | null, text: (value: number) => string, name: string): string => (value === null ? `${name} unknown` : text(value));
  return [
    known(rules.minimum, (value) => `minimum ${formatNumber(value)} tokens`, 'minimum'),
    ...(rules.markerLimit === null ? [] : [`at most ${rules.markerLimit} breakpoints`]),
    ...(rules.lookback === null ? [] : [`looks back ${rules.lookback} blocks`]),
    known(rules.readMultiplier, (value) => `reading costs ×${value}`, 'price of reading'),
    known(rules.inputPrice, (value) => `$${value} per million tokens`, 'price'),
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

/** Behind the name of a sum over blocks. */
export function framingNote({ tokens }: Pick<TokenCount, 'tokens'>): { readonly text: string; readonly why: string | undefined } {
  if (tokens === 0) return { text: '', why: undefined };
  return { text: `, without ${formatNumber(tokens)} of framing`, why: 'No provider says where its framing stands among what it caches, so it is in no band.' };
}

/** An edit of it costs nothing that was not paid before. */
export function isTooShort({ markers }: Pick<OutcomeView, 'markers'>): boolean {
  return markers.length > 0 && markers.every(({ state }) => state === 'below-minimum');
}

/** What the edit costs, in the width of a status bar. */
export function shortCost({ first, survived, rewritten, lost, outcome, unchangedCost }: EditCostView, method: CountMethod): string {
  const { markers, rejected, cost } = outcome;
  if (rejected !== null) return 'the provider would refuse this request';
  if (isTooShort(outcome)) return 'too short to be cached';
  if (first === null) return markers.length === 0 ? 'nothing is cached' : `cache: ${survived} of ${markers.length} kept`;
  const more = cost === null || unchangedCost === null ? '' : ` · ${cost < unchangedCost ? '' : '+'}${dollars(cost - unchangedCost)}`;
  if (!outcome.known) return `edit: up to ${tokensText({ low: lost.high, high: lost.high }, method)} lost${more}`;
  return `edit: ${survived} of ${markers.length} kept · ${tokensText({ low: rewritten, high: rewritten }, method)} rewritten${more}`;
}
