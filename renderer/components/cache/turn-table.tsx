import { useMemo } from 'react';
import type { CountMethod } from '../../../shared/analysis/types';
import { formatDuration, type RunView, type TurnView } from '../../../shared/ipc/cache/cache-view';
import { between, costText, percent, tokensText, writtenOf } from '../../model/cache/cache-text';
import { share } from '../../model/counts';
import { DataTable, type Column } from '../table/data-table';

interface Row {
  readonly turn: TurnView;
  readonly index: number;
}

/** The numbers under the bars, one row a turn. */
export function TurnTable({
  run,
  method,
  chosen,
  onTurn,
}: {
  readonly run: RunView;
  readonly method: CountMethod;
  readonly chosen: number;
  readonly onTurn: (turn: number) => void;
}) {
  const rows = useMemo(() => run.turns.map((turn, index): Row => ({ turn, index })), [run]);
  const columns = useMemo(() => columnsOf(method), [method]);
  return (
    <DataTable
      label="Turns"
      className="turn-table"
      columns={columns}
      rows={rows}
      keyOf={({ index }) => String(index)}
      current={String(chosen)}
      rowClass={({ turn }) => (turn.rejected === null ? '' : 'is-broken')}
      onOpen={({ index }) => onTurn(index)}
      nameOf={({ index }) => `Turn ${index + 1}`}
    />
  );
}

function columnsOf(method: CountMethod): readonly Column<Row>[] {
  const tokens = (id: string, title: string, of: Parameters<typeof between>[1]): Column<Row> => ({
    id,
    title,
    isNumber: true,
    width: '9em',
    text: ({ turn }) => tokensText(between(turn, of), method),
    value: ({ turn }) => between(turn, of).low,
  });
  return [
    {
      id: 'turn',
      title: 'Turn',
      isNumber: true,
      width: '5em',
      text: ({ index }) => String(index + 1),
      value: ({ index }) => index + 1,
    },
    {
      id: 'at',
      title: 'At',
      isNumber: true,
      width: '6em',
      text: ({ turn }) => formatDuration(turn.at),
      value: ({ turn }) => turn.at,
    },
    tokens('read', 'Read', ({ read }) => read),
    tokens('written', 'Written', writtenOf),
    tokens('uncached', 'Uncached', ({ uncached }) => uncached),
    {
      id: 'rate',
      title: 'Hit rate',
      isNumber: true,
      width: '7em',
      text: ({ turn }) => percent(rateOf(turn)),
      value: ({ turn }) => rateOf(turn),
    },
    {
      id: 'cost',
      title: 'Cost',
      isNumber: true,
      width: '9em',
      text: ({ turn }) => (turn.rejected === null ? costText(turn.bestCost, turn.cost) : 'refused'),
      value: ({ turn }) => turn.cost,
    },
    { id: 'since', title: 'Before it', isWide: true, text: ({ turn }) => turn.since.join(', ') },
  ];
}

function rateOf(turn: TurnView): number {
  return share(between(turn, ({ read }) => read).low, turn.total);
}
