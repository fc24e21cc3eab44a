import { visible } from '../../../shared/basics/invisible';
import type { NodeId } from '../../../shared/document/types';
import {
  changesText,
  firstDifferenceName,
  predictedShares,
  predictedText,
  reportedTexts,
  stepCost,
  stepFlags,
  stepGap,
  stepRate,
  stepTime,
  stepTokens,
  stepTokensHint,
  type SequenceStep,
  type StepFlag,
} from '../../model/compare/sequence';
import { Count } from '../basics/count';
import type { Column } from '../table/data-table';
import { sequenceColumnsWords as words } from '../../words/panels/requests';

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

/**
 * `onOpen`: shows a request and selects a node in it. A narrow table keeps the columns that help to find the request
 * that broke the cache. The other figures of a chosen row are beside the table.
 */
export function sequenceColumns(
  rows: readonly SequenceRow[],
  picked: readonly number[],
  onPick: (index: number) => void,
  onOpen: (index: number, node?: NodeId) => Promise<void>,
): readonly Column<SequenceRow>[] {
  return [
    {
      id: 'compare',
      title: words.compare,
      hidesTitle: true,
      width: '2.7em',
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
      width: '4.2em',
      text: ({ index }) => String(index + 1),
      value: ({ index }) => index + 1,
    },
    ...(rows.some(({ flags }) => flags.length > 0) ? [flagsColumn] : []),
    {
      id: 'cost',
      title: words.cost,
      help: words.costHint,
      isNumber: true,
      width: '7.6em',
      text: ({ step }) => stepCost(step),
      value: ({ step }) => step.billed?.cost?.high ?? null,
    },
    {
      id: 'rate',
      title: words.hitRate,
      help: words.hitRateHint,
      isNumber: true,
      width: '6.8em',
      text: ({ step }) => stepRate(step),
      value: ({ step }) => step.billed?.hitRate.high ?? null,
    },
    {
      id: 'time',
      title: words.time,
      width: '6.5em',
      text: ({ step }) => stepTime(step),
      value: ({ step }) => step.at,
      hint: ({ step }) => stepGap(step),
    },
    {
      id: 'tokens',
      title: words.tokens,
      isNumber: true,
      width: '7em',
      text: ({ step }) => String(stepTokens(step).tokens),
      value: ({ step }) => stepTokens(step).tokens,
      cell: ({ step }) => <Count count={stepTokens(step)} title={stepTokensHint(step)} />,
    },
    {
      id: 'drawn',
      title: words.predictedDrawn,
      hidesTitle: true,
      width: '8em',
      from: 660,
      text: () => '',
      cell: ({ step }) => (step.predicted === null ? null : <PredictedBar step={step} />),
    },
    {
      id: 'predicted',
      title: words.readWrittenUncached,
      help: words.predictedHint,
      isNumber: true,
      width: '16em',
      from: 1160,
      text: ({ step }) => predictedText(step) || words.unknown,
      value: ({ step: { predicted } }) => predicted?.read.low ?? null,
    },
    {
      id: 'reported',
      title: words.reported,
      help: words.reportedHint,
      isNumber: true,
      width: '14em',
      from: 1330,
      text: ({ step }) => reportedTexts(step),
      value: ({ step: { reported } }) => reported?.read ?? null,
    },
    {
      id: 'first',
      className: 'is-cut',
      title: words.firstDifference,
      help: words.firstDifferenceHint,
      width: '11em',
      from: 800,
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
      width: '12em',
      from: 950,
      text: ({ step }) => changesText(step.changes),
      hint: ({ step }) => changedNames(step),
    },
    {
      id: 'label',
      className: 'is-cut',
      title: words.request,
      width: '14em',
      from: 1510,
      text: ({ step }) => visible(step.label),
    },
  ];
}

const flagsColumn: Column<SequenceRow> = {
  id: 'flags',
  title: words.flags,
  help: words.flagsHint,
  width: '8.6em',
  text: ({ flags }) => flags.map(({ text }) => text).join(', '),
  value: ({ step }) => -(step.lost?.tokens.high ?? 0),
  cell: ({ flags }) =>
    flags.map(({ kind, text, why }) => (
      <span key={kind} className={`badge flag-${kind}`} title={visible(why)}>
        {visible(text)}
      </span>
    )),
};

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
