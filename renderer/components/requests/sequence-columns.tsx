import { visible } from '../../../shared/basics/invisible';
import type { NodeId } from '../../../shared/document/types';
import { marks } from '../../model/counts';
import {
  changesText,
  firstDifferenceName,
  predictedShares,
  rangeText,
  reportedText,
  stepCost,
  stepFlags,
  stepGap,
  stepRate,
  stepTime,
  type SequenceStep,
  type StepFlag,
} from '../../model/compare/sequence';
import { Count } from '../basics/count';
import type { Column } from '../table/data-table';
import { sequenceColumnsWords as words } from '../../words/requests';

export interface SequenceRow {
  readonly index: number;
  readonly step: SequenceStep;
  readonly flags: readonly StepFlag[];
}

export function rowsOf(steps: readonly SequenceStep[]): readonly SequenceRow[] {
  return steps.map((step, index) => ({
    index,
    step,
    flags: stepFlags(step, step.continues === null ? undefined : steps[step.continues - 1]),
  }));
}

/** `onOpen`: shows a request and selects a node in it. */
export function sequenceColumns(
  picked: readonly number[],
  onPick: (index: number) => void,
  onOpen: (index: number, node?: NodeId) => Promise<void>,
): readonly Column<SequenceRow>[] {
  return [
    {
      id: 'compare',
      title: words.compare,
      hidesTitle: true,
      width: '2.5em',
      text: () => '',
      cell: ({ index }) => (
        <input
          type="checkbox"
          aria-label={words.compareRequest(index + 1)}
          checked={picked.includes(index)}
          onChange={() => onPick(index)}
        />
      ),
    },
    {
      id: 'number',
      title: '#',
      isNumber: true,
      width: '4em',
      text: ({ index }) => String(index + 1),
      value: ({ index }) => index + 1,
    },
    {
      id: 'flags',
      title: words.flags,
      help: words.tokensLostFromTheCache,
      width: '12em',
      text: ({ flags }) => flags.map(({ text }) => text).join(', '),
      value: ({ step }) => -(step.lost?.tokens.high ?? 0),
      cell: ({ flags }) =>
        flags.map(({ kind, text, why }) => (
          <span key={kind} className={`badge flag-${kind}`} title={visible(why)}>
            {visible(text)}
          </span>
        )),
    },
    {
      id: 'cost',
      title: words.cost,
      help: words.ofTheInputAsReported,
      isNumber: true,
      width: '9em',
      text: ({ step }) => stepCost(step),
      value: ({ step }) => step.billed?.cost?.high ?? null,
    },
    {
      id: 'rate',
      title: words.hitRate,
      help: words.tokensReadFromCacheOver,
      isNumber: true,
      width: '8em',
      text: ({ step }) => stepRate(step),
      value: ({ step }) => step.billed?.hitRate.high ?? null,
    },
    {
      id: 'time',
      title: words.time,
      width: '8em',
      text: ({ step }) => stepTime(step),
      value: ({ step }) => step.at,
      hint: ({ step }) => stepGap(step),
    },
    {
      id: 'tokens',
      title: words.tokens,
      isNumber: true,
      width: '8em',
      text: ({ step }) => String(step.total.tokens),
      value: ({ step }) => step.total.tokens,
      cell: ({ step }) => <Count count={step.total} />,
    },
    {
      id: 'drawn',
      title: words.predictedDrawn,
      hidesTitle: true,
      width: '9em',
      text: () => '',
      cell: ({ step }) => (step.predicted === null ? null : <PredictedBar step={step} />),
    },
    {
      id: 'predicted',
      title: words.readWrittenUncached,
      help: words.whatTheRulesOfThe,
      isNumber: true,
      width: '16em',
      text: ({ step: { predicted, total } }) =>
        predicted === null
          ? 'unknown'
          : [predicted.read, predicted.written, predicted.uncached].map(rangeText).join(' / ') +
            ` ${marks[total.method]}`,
      value: ({ step: { predicted } }) => predicted?.read.low ?? null,
    },
    {
      id: 'reported',
      title: words.reported,
      help: words.byTheProviderInThe,
      isNumber: true,
      width: '14em',
      text: ({ step: { reported } }) =>
        reported === null
          ? '–'
          : (['read', 'written', 'uncached'] as const).map((what) => reportedText(reported, what)).join(' / '),
      value: ({ step: { reported } }) => reported?.read ?? null,
    },
    {
      id: 'first',
      title: words.firstDifference,
      help: words.againstTheRequestItContinues,
      width: '14em',
      text: ({ step }) => firstDifferenceName(step),
      cell: ({ index, step }) =>
        step.first === null ? (
          ''
        ) : (
          <button
            type="button"
            className="link"
            title={words.afterBytes(step.first.bytes.toLocaleString('en-US'))}
            onClick={() => void onOpen(index, step.first?.node)}
          >
            {visible(firstDifferenceName(step))}
          </button>
        ),
    },
    {
      id: 'changes',
      title: words.sections,
      width: '14em',
      text: ({ step }) => changesText(step.changes),
      hint: ({ step }) => changedNames(step),
    },
    { id: 'label', title: words.request, width: '18em', text: ({ step }) => visible(step.label) },
  ];
}

function changedNames({ changes }: SequenceStep): string {
  const all = changes?.named.map(({ name, kind }) => `${kind}: ${name}`) ?? [];
  return [...all.slice(0, 12), ...(all.length > 12 ? [words.andMore(all.length - 12)] : [])].join('\n');
}

function PredictedBar({ step }: { readonly step: SequenceStep }) {
  const { read, perhaps, written } = predictedShares(step);
  return (
    <span className="cache-bar" aria-hidden="true">
      <i className="is-read" style={{ width: `${read * 100}%` }} />
      <i className="is-perhaps" style={{ width: `${perhaps * 100}%` }} />
      <i className="is-written" style={{ width: `${written * 100}%` }} />
    </span>
  );
}
