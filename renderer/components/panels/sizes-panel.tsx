import { useMemo } from 'react';
import type { Analysis } from '../../../shared/analysis/types';
import type { Inspection } from '../../../shared/ipc/inspection/inspection';
import { useApp, useView } from '../../context';
import { formatNumber } from '../../model/counts';
import { sizesAnswer } from '../../model/panels/build-answers';
import { Count } from '../basics/count';
import { DataTable, type Column } from '../table/data-table';
import { PanelAnswer } from './panel-answer';
import { sizesPanelWords as words } from '../../words/panels/build';

interface Props {
  readonly sizes: NonNullable<Inspection['panels']['sizes']>;
  readonly analysis: Analysis;
}

/** The design's own size estimates for its sections, beside the measured sizes. */
export function SizesPanel({ sizes, analysis }: Props) {
  const { actions } = useApp();
  const selected = useView((state) => state.selected);
  const rows = useMemo(() => rowsOf({ sizes, analysis }), [sizes, analysis]);
  return (
    <>
      <PanelAnswer answer={sizesAnswer(sizes)} />
      <DataTable
        label={words.sizes}
        columns={columns}
        rows={rows}
        keyOf={({ size }) => size.node ?? size.name}
        current={selected}
        onOpen={({ size }) => size.node !== undefined && actions.select(size.node)}
      />
    </>
  );
}

type Row = ReturnType<typeof rowsOf>[number];

function rowsOf({ sizes, analysis }: Props) {
  return sizes.rows.map((size) => ({ size, count: size.node === undefined ? undefined : analysis.tokens[size.node] }));
}

const columns: readonly Column<Row>[] = [
  { id: 'section', title: words.section, text: ({ size }) => size.name },
  { id: 'estimate', title: words.theDesignExpects, text: ({ size }) => size.estimate },
  {
    id: 'characters',
    title: words.charactersNow,
    help: words.countedExactly,
    isNumber: true,
    text: ({ size }) => `${formatNumber(size.characters)} =`,
    value: ({ size }) => size.characters,
  },
  {
    id: 'tokens',
    title: words.tokensNow,
    isNumber: true,
    text: ({ count }) => (count === undefined ? '–' : String(count.tokens)),
    value: ({ count }) => count?.tokens ?? null,
    cell: ({ count }) => (count === undefined ? '–' : <Count count={count} />),
  },
];
