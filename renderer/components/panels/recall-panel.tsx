import { useMemo } from 'react';
import type { Inspection } from '../../../shared/ipc/inspection/inspection';
import { useApp } from '../../context';
import { recallAnswer } from '../../model/panels/build-answers';
import { DataTable, type Column } from '../table/data-table';
import { PanelAnswer } from './panel-answer';
import { recallPanelWords as words } from '../../words/panels/build';

/** Every memory with its score, and why it was or was not taken. */
export function RecallPanel({ recall }: { readonly recall: NonNullable<Inspection['panels']['recall']> }) {
  const { actions } = useApp();
  const rows = useMemo(() => rowsOf(recall), [recall]);
  return (
    <>
      <PanelAnswer answer={recallAnswer(recall)} />
      <DataTable
        label={words.memories}
        columns={columns}
        rows={rows}
        keyOf={({ index }) => String(index)}
        rowClass={({ memory }) => `recall-row${memory.taken ? '' : ' is-out'}`}
        onOpen={({ memory: { place } }) => void actions.goTo(place.source, place.span, false)}
        menu={({ memory }) => [
          { title: words.copyMemory, run: () => void actions.copyText(memory.text, words.theMemory) },
        ]}
      />
    </>
  );
}

type Row = ReturnType<typeof rowsOf>[number];

function rowsOf({ memories }: NonNullable<Inspection['panels']['recall']>) {
  const best = Math.max(0.0001, ...memories.map(({ score }) => score));
  return memories.map((memory, index) => ({ memory, index, best }));
}

const columns: readonly Column<Row>[] = [
  {
    id: 'memory',
    title: words.memory,
    width: '16em',
    text: ({ memory }) => memory.label,
    hint: ({ memory }) => memory.text,
  },
  { id: 'state', title: words.recalled, width: '7em', text: ({ memory }) => (memory.taken ? words.isIn : words.isOut) },
  {
    id: 'score',
    title: words.score,
    isNumber: true,
    width: '12em',
    text: ({ memory }) => memory.score.toFixed(4),
    value: ({ memory }) => memory.score,
    cell: ({ memory, best }) => (
      <>
        {memory.score.toFixed(4)}{' '}
        <span className="bar" aria-hidden="true">
          <i style={{ width: `${(memory.score / best) * 100}%` }} />
        </span>
      </>
    ),
  },
  { id: 'why', title: words.why, width: '18em', text: ({ memory }) => memory.why },
  {
    id: 'terms',
    title: words.whyHint,
    isWide: true,
    className: 'terms',
    text: ({ memory }) => memory.terms.map(({ term, weight }) => `${term} ${weight.toFixed(2)}`).join(' · '),
  },
];
