/** The rows of a table: filtered, sorted, and as text for a spreadsheet. */
import { byCodePoint } from '../../../shared/basics/code-point-order';

export interface TableColumn<Row> {
  readonly id: string;
  readonly title: string;
  readonly isNumber?: boolean;
  /** What the cell says. It is filtered by and copied. */
  readonly text: (row: Row) => string;
  /** What it is sorted by, and in a column of numbers copied as; else the text. Null is unknown and sorts last. */
  readonly value?: (row: Row) => number | string | null;
}

export type TableDirection = 'ascending' | 'descending';

export interface TableOrder {
  readonly column: string;
  readonly direction: TableDirection;
}

/** Numbers begin with the largest, texts with A. The third click restores the first order of the rows. */
export function nextOrder(order: TableOrder | null, column: string, isNumber: boolean): TableOrder | null {
  const first: TableDirection = isNumber ? 'descending' : 'ascending';
  if (order?.column !== column) return { column, direction: first };
  return order.direction === first ? { column, direction: isNumber ? 'ascending' : 'descending' } : null;
}

/** Every word of the filter is in the row, in any column and any order. */
export function filteredRows<Row>(
  rows: readonly Row[],
  columns: readonly TableColumn<Row>[],
  filter: string,
): readonly Row[] {
  const words = filter
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  if (words.length === 0) return rows;
  return rows.filter((row) => {
    const text = columns
      .map((column) => column.text(row))
      .join('\n')
      .toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

export function orderedRows<Row>(
  rows: readonly Row[],
  columns: readonly TableColumn<Row>[],
  order: TableOrder | null,
): readonly Row[] {
  const column = columns.find(({ id }) => id === order?.column);
  if (column === undefined || order === null) return rows;
  const sign = order.direction === 'ascending' ? 1 : -1;
  return rows
    .map((row, index) => ({ row, index, value: sortValue(column, row) }))
    .toSorted((a, b) => {
      if (a.value === null || b.value === null) return nullsLast(a.value, b.value) || a.index - b.index;
      return sign * compare(a.value, b.value) || a.index - b.index;
    })
    .map(({ row }) => row);
}

function sortValue<Row>(column: TableColumn<Row>, row: Row): number | string | null {
  return column.value === undefined ? column.text(row) : column.value(row);
}

function nullsLast(a: unknown, b: unknown): number {
  return (a === null ? 1 : 0) - (b === null ? 1 : 0);
}

function compare(a: number | string, b: number | string): number {
  return typeof a === 'number' && typeof b === 'number' ? a - b : byCodePoint(String(a), String(b));
}

/** Tab-separated, with a line of titles. Numbers are copied without separators and marks. */
export function tableText<Row>(columns: readonly TableColumn<Row>[], rows: readonly Row[]): string {
  const line = (cells: readonly string[]): string =>
    cells.map((cell) => cell.replaceAll(/\s+/g, ' ').trim()).join('\t');
  const lines = [
    line(columns.map(({ title }) => title)),
    ...rows.map((row) => line(columns.map((column) => copied(column, row)))),
  ];
  return `${lines.join('\n')}\n`;
}

function copied<Row>(column: TableColumn<Row>, row: Row): string {
  const value = column.isNumber === true ? column.value?.(row) : undefined;
  return typeof value === 'number' ? String(value) : column.text(row);
}
