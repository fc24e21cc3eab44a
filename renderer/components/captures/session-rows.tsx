import { visible } from '../../../shared/basics/invisible';
import type { SessionRow } from '../../../shared/ipc/captures';
import { useApp } from '../../context';
import {
  costText,
  hitRate,
  kindText,
  predictedText,
  reportedText,
  rowShares,
  secondsText,
  verdictText,
} from '../../model/captures/rows';
import { percent } from '../../model/cache/cache-text';
import { Count } from '../basics/count';
import { DataTable, type Column } from '../table/data-table';
import { useCaptures } from './use-captures';

/** Requests as they were sent, newest last. Side requests are folded away until they are asked for. */
export function SessionRows({ session, rows }: { readonly session: string; readonly rows: readonly SessionRow[] }) {
  const { captures, actions } = useApp();
  const chosen = useCaptures((state) => state.chosen);
  const withSide = useCaptures((state) => state.withSide);
  const shown = withSide ? rows : rows.filter(({ isSide, model }) => !isSide && model !== null);
  return (
    <DataTable
      label="Requests of the session"
      className="session-table"
      columns={columns}
      rows={shown}
      keyOf={({ number }) => String(number)}
      current={chosen === null ? null : String(chosen)}
      rowClass={({ isSubagent, lost }) => `${isSubagent ? 'is-subagent' : ''} ${lost > 0 ? 'is-flagged' : ''}`}
      onOpen={({ number }) => void captures.choose(number)}
      nameOf={({ number }) => `Request ${number}`}
      menu={({ number, text }) => [
        { title: 'Copy explanation', run: () => void actions.copyText(text, 'the explanation') },
        {
          title: 'Copy as command line',
          run: () => void actions.copyText(`strata explain ${session} ${number}`, 'the command line'),
        },
      ]}
    />
  );
}

const columns: readonly Column<SessionRow>[] = [
  {
    id: 'number',
    title: '#',
    isNumber: true,
    width: '4em',
    text: ({ number }) => String(number),
    value: ({ number }) => number,
  },
  {
    id: 'cache',
    title: 'Cache',
    help: 'Hit, or a miss with what it cost more',
    width: '12em',
    text: (row) => `${kindText(row)} ${verdictOf(row)}`.trim(),
    value: ({ lost }) => -lost,
    hint: ({ text }) => text,
    cell: (row) => (
      <>
        {kindText(row) === '' ? null : <span className="badge">{kindText(row)}</span>}{' '}
        <span className={row.lost > 0 ? 'is-miss' : ''}>{verdictOf(row)}</span>
      </>
    ),
  },
  {
    id: 'cost',
    title: 'Cost',
    help: 'Of input and output',
    isNumber: true,
    width: '7em',
    text: ({ cost }) => costText(cost),
    value: ({ cost }) => cost,
  },
  {
    id: 'rate',
    title: 'Hit rate',
    help: 'Tokens read from cache over all input tokens, as reported',
    isNumber: true,
    width: '7em',
    text: (row) => (hitRate(row) === null ? '–' : percent(hitRate(row) ?? 0)),
    value: (row) => hitRate(row),
  },
  {
    id: 'time',
    title: 'Time',
    help: 'Until the response ended',
    isNumber: true,
    width: '6em',
    text: ({ ended }) => secondsText(ended),
    value: ({ ended }) => ended,
  },
  {
    id: 'tokens',
    title: 'Tokens',
    isNumber: true,
    width: '8em',
    text: ({ tokens }) => String(tokens?.tokens ?? ''),
    value: ({ tokens }) => tokens?.tokens ?? null,
    cell: ({ tokens }) => (tokens === null ? '' : <Count count={tokens} />),
  },
  {
    id: 'drawn',
    title: 'Read and written, drawn',
    hidesTitle: true,
    width: '9em',
    text: () => '',
    cell: (row) => <CacheBar row={row} />,
  },
  {
    id: 'reported',
    title: 'Reported ✓',
    help: 'By the provider: read / written / uncached',
    isNumber: true,
    width: '14em',
    text: (row) => reportedText(row),
    value: ({ reported }) => reported?.read ?? null,
  },
  {
    id: 'predicted',
    title: 'Predicted',
    help: 'By the provider’s rules: read / written / uncached',
    isNumber: true,
    className: 'soft',
    width: '16em',
    text: (row) => predictedText(row),
    value: ({ predicted }) => predicted?.read.low ?? null,
  },
  { id: 'model', title: 'Model', width: '14em', text: ({ model }) => visible(model ?? '') },
];

function verdictOf(row: SessionRow): string {
  const { error, status } = row;
  if ((status ?? 200) >= 400) return `failed ${status}`;
  if (error !== null) return 'failed';
  return verdictText(row);
}

function CacheBar({ row }: { readonly row: SessionRow }) {
  const { read, written } = rowShares(row);
  return (
    <span className="cache-bar" aria-hidden="true">
      <i className="is-read" style={{ width: `${read * 100}%` }} />
      <i className="is-written" style={{ width: `${written * 100}%` }} />
    </span>
  );
}
