import { useMemo } from 'react';
import type { CountMethod } from '../../../../shared/analysis/types';
import { formatDuration, type RunView, type TurnView } from '../../../../shared/ipc/cache/cache-view';
import { between, costText, rateText, tokensText, writtenOf, type Range } from '../../../model/cache/cache-text';
import { share } from '../../../model/counts';
import { DataTable, type Column } from '../../table/data-table';
import { turnTableWords as words } from '../../../words/panels/cache';

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
      label={words.turns}
      className="turn-table"
      columns={columns}
      rows={rows}
      keyOf={({ index }) => String(index)}
      current={String(chosen)}
      rowClass={({ turn }) => (turn.rejected === null ? '' : 'is-broken')}
      onOpen={({ index }) => onTurn(index)}
      nameOf={({ index }) => words.turnNumber(index + 1)}
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
      title: words.turn,
      isNumber: true,
      width: '5em',
      text: ({ index }) => String(index + 1),
      value: ({ index }) => index + 1,
    },
    {
      id: 'at',
      from: 600,
      title: words.at,
      isNumber: true,
      width: '6em',
      text: ({ turn }) => formatDuration(turn.at),
      value: ({ turn }) => turn.at,
    },
    tokens('read', words.read, ({ read }) => read),
    tokens('written', words.written, writtenOf),
    tokens('uncached', words.uncached, ({ uncached }) => uncached),
    {
      id: 'rate',
      from: 560,
      title: words.hitRate,
      isNumber: true,
      width: '7em',
      text: ({ turn }) => rateText(rateOf(turn)),
      value: ({ turn }) => rateOf(turn).low,
    },
    {
      id: 'cost',
      title: words.cost,
      isNumber: true,
      width: '9em',
      text: ({ turn }) => (turn.rejected === null ? costText(turn.bestCost, turn.cost) : 'refused'),
      value: ({ turn }) => turn.cost,
    },
    { id: 'since', from: 680, title: words.beforeIt, isWide: true, text: ({ turn }) => turn.since.join(', ') },
  ];
}

function rateOf(turn: TurnView): Range {
  const { low, high } = between(turn, ({ read }) => read);
  return { low: share(low, turn.total), high: share(high, turn.total) };
}
