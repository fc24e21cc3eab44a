/** The rows of a sequence in words. What the file does not report is shown as a dash, never as zero. */
import type { TokenCount } from '../../../shared/analysis/types';
import type { Results } from '../../../shared/ipc/contract';
import { formatDuration } from '../../../shared/ipc/cache/cache-view';
import { costText, rateText } from '../cache/cache-text';
import { ownCountText, reportedTotal } from '../captures/reported-rows';
import { describeCount, formatNumber, marks, share } from '../counts';

export type Sequence = Results['request:sequence'];
export type SequenceStep = Sequence['steps'][number];

interface Range {
  readonly low: number;
  readonly high: number;
}

export function rangeText({ low, high }: Range): string {
  return low === high ? formatNumber(high) : `${formatNumber(low)}–${formatNumber(high)}`;
}

export function changesText(changes: SequenceStep['changes']): string {
  if (changes === null) return '';
  const parts = (['changed', 'added', 'removed'] as const).flatMap((kind) =>
    changes.counts[kind] === 0 ? [] : [`${changes.counts[kind]} ${kind}`],
  );
  return parts.length === 0 ? 'the same' : parts.join(', ');
}

/** The section where the two requests differ first, by name if the changes have it, and whether it is new. */
export function firstDifferenceName({ first, changes }: Pick<SequenceStep, 'first' | 'changes'>): string {
  if (first === null) return '';
  const change = changes?.named.find(({ id }) => id === first.node);
  if (change === undefined) return first.node;
  return change.kind === 'added' ? `added ${change.name}` : change.name;
}

/** Shares of the request from 0 to 1, in the order of the strip. Their sum is at most 1. */
export function predictedShares({ predicted, total }: Pick<SequenceStep, 'predicted' | 'total'>): {
  readonly read: number;
  readonly perhaps: number;
  readonly written: number;
} {
  if (predicted === null) return { read: 0, perhaps: 0, written: 0 };
  const read = share(predicted.read.low, total.tokens);
  const perhaps = Math.min(1 - read, share(predicted.read.high - predicted.read.low, total.tokens));
  return { read, perhaps, written: Math.min(1 - read - perhaps, share(predicted.written.low, total.tokens)) };
}

/** The whole input, as reported if it is. */
export function stepTokens({ reported, total }: Pick<SequenceStep, 'reported' | 'total'>): TokenCount {
  return reported?.context == null ? total : reportedTotal(reported.context);
}

/** How it was counted; beside a report also what is estimated here. */
export function stepTokensHint(step: Pick<SequenceStep, 'reported' | 'total'>): string {
  const shown = stepTokens(step);
  return shown === step.total ? describeCount(shown) : `${describeCount(shown)}, ${ownCountText(step.total)}`;
}

export function reportedText(usage: SequenceStep['reported'], what: 'read' | 'written' | 'uncached'): string {
  const value = usage?.[what] ?? null;
  return value === null ? '–' : formatNumber(value);
}

/** Read, written and uncached by the rules; empty if they are not known. */
export function predictedText({ predicted, total }: Pick<SequenceStep, 'predicted' | 'total'>): string {
  if (predicted === null) return '';
  const all = [predicted.read, predicted.written, predicted.uncached].map(rangeText);
  return `${all.join(' / ')} ${marks[total.method]}`;
}

/** Read, written and uncached as the file reports them; a dash if it does not. */
export function reportedTexts({ reported }: Pick<SequenceStep, 'reported'>): string {
  if (reported === null) return '–';
  return (['read', 'written', 'uncached'] as const).map((what) => reportedText(reported, what)).join(' / ');
}

/** What was lost, and why. The earlier request may have written it or only read it: it is in the cache then. */
export function lostText({ basis, cachedBy, tokens, why }: NonNullable<SequenceStep['lost']>): string {
  const of = `${rangeText(tokens)} tokens that request ${cachedBy}`;
  const read =
    basis === 'reported'
      ? `${of} had in the cache were not read`
      : `By the rules, ${of} would have in the cache are not read`;
  return `${read}: ${why}`;
}

export interface StepFlag {
  readonly kind: 'failed' | 'over' | 'broke' | 'differs' | 'parameter' | 'model';
  readonly text: string;
  readonly why: string;
}

/** What deserves a look in a row: tokens lost, a report other than predicted, another parameter or model. */
export function stepFlags(step: SequenceStep, before: SequenceStep | undefined): readonly StepFlag[] {
  const { lost, disagreements, parameters, model, failed, overWindow, total } = step;
  return [
    ...(failed === null ? [] : [{ kind: 'failed', text: `failed: ${failed}`, why: failed } as const]),
    ...(overWindow === null
      ? []
      : [
          {
            kind: 'over',
            text: overWindow.certain ? 'over the context window' : 'may be over the context window',
            why:
              `${formatNumber(total.tokens)} of ${formatNumber(overWindow.window)} tokens: ` +
              'if the provider refuses it, it costs nothing',
          } as const,
        ]),
    ...(lost === null || lost.tokens.high === 0
      ? []
      : [
          {
            kind: 'broke',
            text: `${lost.basis === 'reported' ? 'lost' : 'would lose'} ${rangeText(lost.tokens)}`,
            why: lostText(lost),
          } as const,
        ]),
    ...(disagreements.length === 0
      ? []
      : [
          {
            kind: 'differs',
            text: '≠ predicted',
            why: disagreements.map(({ what, why }) => `${what}: ${why}`).join('\n'),
          } as const,
        ]),
    ...(parameters.length === 0
      ? []
      : [
          {
            kind: 'parameter',
            text: parameters.map(({ name }) => name).join(', '),
            why: parameters
              .map(({ name, before: was, after: is }) => `${name}: ${was ?? 'not set'} → ${is ?? 'not set'}`)
              .join('\n'),
          } as const,
        ]),
    ...(before === undefined || before.model === model
      ? []
      : [{ kind: 'model', text: 'another model', why: `${before.model} → ${model}` } as const]),
  ];
}

/** When it was sent, in the user's time; a dash if the file does not say. */
export function stepTime({ at }: Pick<SequenceStep, 'at'>): string {
  return at === null ? '–' : new Date(at * 1000).toLocaleTimeString('en-GB');
}

export function stepGap({ gap }: Pick<SequenceStep, 'gap'>): string {
  return gap === null ? '' : `after ${formatDuration(Math.max(0, Math.round(gap)))}`;
}

/** Of the input, as reported, else as predicted. */
export function stepCost({ billed }: Pick<SequenceStep, 'billed'>): string {
  if (billed === null) return '–';
  return billed.cost === null
    ? '–'
    : `${costText(billed.cost.low, billed.cost.high)}${billed.basis === 'reported' ? ' ✓' : ''}`;
}

export function stepRate({ billed }: Pick<SequenceStep, 'billed'>): string {
  return billed === null ? '–' : `${rateText(billed.hitRate)}${billed.basis === 'reported' ? ' ✓' : ''}`;
}
