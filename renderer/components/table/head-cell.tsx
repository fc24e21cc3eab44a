import type { TableOrder } from '../../model/table/table';
import type { Column } from './data-table';

/** A title that sorts by its column. */
export function HeadCell<Row>({
  column: { id, title, help, isNumber, hidesTitle, className },
  order,
  onSort,
}: {
  readonly column: Column<Row>;
  readonly order: TableOrder | null;
  readonly onSort: () => void;
}) {
  if (hidesTitle === true)
    return (
      <th scope="col" className={className}>
        <span className="only-heard">{title}</span>
      </th>
    );
  const isSorted = order?.column === id;
  const sign = (
    <span aria-hidden="true" className="sort-sign">
      {isSorted ? (order.direction === 'ascending' ? '▴' : '▾') : ''}
    </span>
  );
  // The title of numbers ends where they end, so the sign stands before it.
  return (
    <th
      scope="col"
      className={`${isNumber === true ? 'number' : ''} ${className ?? ''}`}
      aria-sort={isSorted ? order.direction : 'none'}
    >
      <button type="button" className="sort" title={help} onClick={onSort}>
        {isNumber === true ? sign : null}
        {title}
        {isNumber === true ? null : sign}
      </button>
    </th>
  );
}
