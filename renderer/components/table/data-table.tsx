import { useVirtualizer } from '@tanstack/react-virtual';
import {
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
} from 'react';
import { useApp } from '../../context';
import { formatNumber } from '../../model/counts';
import {
  filteredRows,
  nextOrder,
  orderedRows,
  tableText,
  type TableColumn,
  type TableOrder,
} from '../../model/table/table';
import { ContextMenu, type MenuEntry, type MenuPlace } from '../basics/context-menu';
import { HeadCell } from './head-cell';
import { dataTableWords as words } from '../../words/window/basics';

export interface Column<Row> extends TableColumn<Row> {
  readonly help?: string;
  /** Drawn only in a table at least this wide, in pixels. It is copied in any case. */
  readonly from?: number;
  /** A CSS width for long tables, whose columns cannot adapt to all rows. */
  readonly width?: string;
  /** The column takes the room that is left; its text is cut to fit. */
  readonly isWide?: boolean;
  /** The title is only for screen readers. */
  readonly hidesTitle?: boolean;
  readonly className?: string;
  /** Drawn instead of the text. */
  readonly cell?: (row: Row) => ReactNode;
  readonly hint?: (row: Row) => string | undefined;
}

interface Props<Row> {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  /** The key of the row that is selected elsewhere. It is kept in view. */
  readonly current?: string | null;
  readonly onOpen?: (row: Row) => void;
  /** A short name of a row, for screen readers. */
  readonly nameOf?: (row: Row) => string;
  readonly rowClass?: (row: Row) => string;
  /** What can be done with a row besides copying it. */
  readonly menu?: (row: Row) => readonly MenuEntry[];
  readonly order?: TableOrder;
  /** Controls between the filter and the copy button. */
  readonly tools?: ReactNode;
  /** Rows that stay at the end, such as sums. */
  readonly foot?: ReactNode;
  readonly className?: string;
}

/** Tables up to this length fit their columns to their rows; longer ones draw only the rows on screen. */
const mostDrawn = 150;
/** With fewer rows there is nothing to filter. */
const fewest = 8;
const rowHeight = 27;

/** The one table of the panels: sorts by any column, filters by words, copies as tab-separated text. */
export function DataTable<Row>(props: Props<Row>) {
  const { label, columns: all, rows, keyOf, current = null, tools, foot, order: first, className = '' } = props;
  const { actions } = useApp();
  const [order, setOrder] = useState<TableOrder | null>(first ?? null);
  const [filter, setFilter] = useState('');
  const [menu, setMenu] = useState<{ readonly row: Row; readonly place: MenuPlace } | null>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(Infinity);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return undefined;
    const measure = (): void => setWidth(element.clientWidth);
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, []);
  const columns = useMemo(() => all.filter(({ from = 0 }) => width >= from), [all, width]);
  const shown = useMemo(() => orderedRows(filteredRows(rows, all, filter), all, order), [rows, all, filter, order]);
  const isLong = shown.length > mostDrawn;
  const virtualizer = useVirtualizer({
    count: shown.length,
    enabled: isLong,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
    useFlushSync: false,
  });
  const at = current === null ? -1 : shown.findIndex((row) => keyOf(row) === current);
  useEffect(() => {
    if (at < 0) return;
    if (isLong) virtualizer.scrollToIndex(at, { align: 'auto' });
    else scrollToCurrent(scroller.current);
  }, [at, isLong, virtualizer]);
  const places = isLong ? virtualizer.getVirtualItems() : null;
  const drawn = places === null ? shown : places.flatMap(({ index }) => shown.slice(index, index + 1));
  const above = places?.[0]?.start ?? 0;
  const below = places === null ? 0 : virtualizer.getTotalSize() - (places.at(-1)?.end ?? 0);
  const copy = (some: readonly Row[], what: string): void => void actions.copyText(tableText(all, some), what);
  const spacer = (height: number) =>
    height <= 0 ? null : (
      <tr aria-hidden="true" className="table-space">
        <td colSpan={columns.length} style={{ height }} />
      </tr>
    );
  const entries = (row: Row): readonly MenuEntry[] => [
    ...(props.onOpen === undefined ? [] : [{ title: words.open, run: () => props.onOpen?.(row) }]),
    ...(props.menu?.(row) ?? []),
    { title: words.copyRow, starts: true, run: () => copy([row], words.theRow) },
    { title: words.copyTable, run: () => copy(shown, words.rowsShown(formatNumber(shown.length))) },
  ];
  return (
    <div className="table-frame">
      <div className="table-bar">
        {rows.length < fewest && filter === '' ? null : (
          <>
            <input
              className="filter"
              type="search"
              aria-label={words.filterRows(label.toLowerCase())}
              placeholder={words.filter}
              value={filter}
              onChange={(event) => setFilter(event.target.value)}
            />
            <span className="help" role="status">
              {filter === ''
                ? words.rows(formatNumber(rows.length))
                : words.ofRows(formatNumber(shown.length), formatNumber(rows.length))}
            </span>
          </>
        )}
        {tools}
        <span className="bar-space" />
        <button
          type="button"
          className="quiet"
          title={words.copyTableHint}
          onClick={() => copy(shown, words.rowsShown(formatNumber(shown.length)))}
        >
          {words.copyTable}
        </button>
      </div>
      <div className="table-scroll" ref={scroller} tabIndex={0} role="group" aria-label={label}>
        <table
          className={`data-table ${isLong ? 'is-long' : ''} ${className}`}
          aria-label={label}
          aria-rowcount={shown.length + 1}
        >
          {isLong ? (
            <colgroup>
              {columns.map(({ id, width, isWide }) => (
                <col key={id} style={isWide === true ? {} : { width: width ?? '9em' }} />
              ))}
            </colgroup>
          ) : null}
          <thead>
            <tr>
              {columns.map((column) => (
                <HeadCell
                  key={column.id}
                  column={column}
                  order={order}
                  onSort={() => setOrder(nextOrder(order, column.id, column.isNumber === true))}
                />
              ))}
            </tr>
          </thead>
          <tbody>
            {spacer(above)}
            {drawn.map((row) => (
              <TableRow
                key={keyOf(row)}
                table={props}
                columns={columns}
                row={row}
                isCurrent={keyOf(row) === current}
                onMenu={(place) => setMenu({ row, place })}
              />
            ))}
            {spacer(below)}
          </tbody>
          {foot === undefined ? null : <tfoot>{foot}</tfoot>}
        </table>
        {shown.length === 0 && rows.length > 0 ? <p className="empty-note">{words.noRowHas(filter.trim())}</p> : null}
      </div>
      {menu === null ? null : (
        <ContextMenu label={words.row} place={menu.place} entries={entries(menu.row)} onClose={() => setMenu(null)} />
      )}
    </div>
  );
}

/** Scrolls the table alone: what is around it must not move away from under the mouse. */
function scrollToCurrent(scroller: HTMLElement | null): void {
  const row = scroller?.querySelector('tr[aria-current=true]')?.getBoundingClientRect();
  if (scroller === null || row === undefined) return;
  const { top } = scroller.getBoundingClientRect();
  const bottom = top + scroller.clientHeight;
  const head = scroller.querySelector('thead')?.getBoundingClientRect().height ?? 0;
  if (row.top < top + head) scroller.scrollTop -= top + head - row.top;
  else if (row.bottom > bottom) scroller.scrollTop += row.bottom - bottom;
}

function TableRow<Row>({
  table: { onOpen, nameOf, rowClass },
  columns,
  row,
  isCurrent,
  onMenu,
}: {
  readonly table: Props<Row>;
  readonly columns: readonly Column<Row>[];
  readonly row: Row;
  readonly isCurrent: boolean;
  readonly onMenu: (place: MenuPlace) => void;
}) {
  const openAt = columns.findIndex(({ hidesTitle }) => hidesTitle !== true);
  const press = (event: KeyboardEvent<HTMLTableRowElement>): void => {
    const step = { ArrowDown: 'nextElementSibling', ArrowUp: 'previousElementSibling' } as const;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      if (!(event.target instanceof HTMLElement) || !event.target.classList.contains('row-open')) return;
      const other = event.currentTarget[step[event.key]]?.querySelector<HTMLElement>('.row-open');
      other?.focus();
      if (other != null) event.preventDefault();
    } else if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)) {
      const { left, bottom } = event.currentTarget.getBoundingClientRect();
      event.preventDefault();
      onMenu({ left: left + 24, top: bottom });
    }
  };
  const click = (event: MouseEvent): void => {
    // A button in a cell takes its own clicks, and marked text is to be copied: neither opens the row.
    if (event.target instanceof Element && event.target.closest('button, input, a, label') !== null) return;
    if (document.getSelection()?.isCollapsed === false) return;
    onOpen?.(row);
  };
  return (
    <tr
      className={`${rowClass?.(row) ?? ''} ${onOpen === undefined ? '' : 'can-open'} ${isCurrent ? 'is-current' : ''}`}
      aria-current={isCurrent}
      onClick={onOpen === undefined ? undefined : click}
      onKeyDown={press}
      onContextMenu={(event) => {
        event.preventDefault();
        onMenu({ left: event.clientX, top: event.clientY });
      }}
    >
      {columns.map((column, index) => {
        const { id, isNumber, isWide, className, hint } = column;
        const content = column.cell?.(row) ?? column.text(row);
        return (
          <td
            key={id}
            className={`${isNumber === true ? 'number' : ''} ${isWide === true ? 'wide' : ''} ${className ?? ''}`}
            title={hint?.(row)}
          >
            {onOpen !== undefined && index === openAt ? (
              <button type="button" className="row-open" aria-label={nameOf?.(row)} onClick={() => onOpen(row)}>
                {content}
              </button>
            ) : (
              content
            )}
          </td>
        );
      })}
    </tr>
  );
}
