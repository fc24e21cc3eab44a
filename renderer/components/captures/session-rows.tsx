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
import { sessionRowsWords as words } from '../../words/panels/captures';

/** Requests as they were sent, newest last. Side requests are hidden until the user asks for them. */
export function SessionRows({ session, rows }: { readonly session: string; readonly rows: readonly SessionRow[] }) {
  const { captures, actions } = useApp();
  const chosen = useCaptures((state) => state.chosen);
  const withSide = useCaptures((state) => state.withSide);
  const shown = withSide ? rows : rows.filter(({ isSide, model }) => !isSide && model !== null);
  return (
    <DataTable
      label={words.requests}
      className="session-table"
      columns={columns}
      rows={shown}
      keyOf={({ number }) => String(number)}
      current={chosen === null ? null : String(chosen)}
      rowClass={({ isSubagent, lost }) => `${isSubagent ? 'is-subagent' : ''} ${lost > 0 ? 'is-flagged' : ''}`}
      onOpen={({ number }) => void captures.choose(number)}
      nameOf={({ number }) => words.request(number)}
      menu={({ number, text }) => [
        { title: words.copyExplanation, run: () => void actions.copyText(text, words.theExplanation) },
        {
          title: words.copyAsCommandLine,
          run: () => void actions.copyText(`strata explain ${session} ${number}`, words.theCommandLine),
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
    title: words.cache,
    help: words.cacheHint,
    width: '11em',
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
    title: words.cost,
    help: words.costHint,
    isNumber: true,
    width: '7em',
    text: ({ cost }) => costText(cost),
    value: ({ cost }) => cost,
  },
  {
    id: 'rate',
    title: words.hitRate,
    help: words.hitRateHint,
    isNumber: true,
    width: '7em',
    text: (row) => (hitRate(row) === null ? '–' : percent(hitRate(row) ?? 0)),
    value: (row) => hitRate(row),
  },
  {
    id: 'time',
    title: words.time,
    help: words.timeHint,
    isNumber: true,
    width: '6em',
    text: ({ ended }) => secondsText(ended),
    value: ({ ended }) => ended,
  },
  {
    id: 'tokens',
    title: words.tokens,
    isNumber: true,
    width: '7em',
    text: ({ tokens }) => String(tokens?.tokens ?? ''),
    value: ({ tokens }) => tokens?.tokens ?? null,
    cell: ({ tokens }) => (tokens === null ? '' : <Count count={tokens} />),
  },
  {
    id: 'drawn',
    from: 570,
    title: words.bar,
    hidesTitle: true,
    width: '8em',
    text: () => '',
    cell: (row) => <CacheBar row={row} />,
  },
  {
    id: 'reported',
    from: 720,
    title: words.reported,
    help: words.reportedHint,
    isNumber: true,
    width: '14em',
    text: (row) => reportedText(row),
    value: ({ reported }) => reported?.read ?? null,
  },
  {
    id: 'predicted',
    from: 860,
    title: words.predicted,
    help: words.predictedHint,
    isNumber: true,
    className: 'soft',
    width: '16em',
    text: (row) => predictedText(row),
    value: ({ predicted }) => predicted?.read.low ?? null,
  },
  { id: 'model', from: 1000, title: words.model, width: '14em', text: ({ model }) => visible(model ?? '') },
];

function verdictOf(row: SessionRow): string {
  const { error, status } = row;
  if ((status ?? 200) >= 400) return words.failedWith(status);
  if (error !== null) return words.failed;
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
