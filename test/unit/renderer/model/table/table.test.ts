import { describe, expect, it } from 'vitest';
import {
  filteredRows,
  nextOrder,
  orderedRows,
  tableText,
  type TableColumn,
} from '../../../../../renderer/model/table/table';

interface Row {
  readonly name: string;
  readonly tokens: number | null;
}

const rows: readonly Row[] = [
  { name: 'Rules', tokens: 1200 },
  { name: 'About\tthe\nharbor', tokens: null },
  { name: 'Identity', tokens: 90 },
];
const columns: readonly TableColumn<Row>[] = [
  { id: 'name', title: 'Section', text: ({ name }) => name },
  {
    id: 'tokens',
    title: 'Tokens',
    isNumber: true,
    text: ({ tokens }) => (tokens === null ? '–' : `${tokens.toLocaleString('en-US')} ≈`),
    value: ({ tokens }) => tokens,
  },
];
const names = (some: readonly Row[]): readonly string[] => some.map(({ name }) => name);

describe('the rows of a table', () => {
  it('sort by number with the unknown last, whatever the direction', () => {
    const by = (direction: 'ascending' | 'descending') =>
      names(orderedRows(rows, columns, { column: 'tokens', direction }));
    expect(by('descending')).toEqual(['Rules', 'Identity', 'About\tthe\nharbor']);
    expect(by('ascending')).toEqual(['Identity', 'Rules', 'About\tthe\nharbor']);
  });

  it('sort by text, and keep their order without a column', () => {
    expect(names(orderedRows(rows, columns, { column: 'name', direction: 'ascending' }))[0]).toMatch(/^About/);
    expect(orderedRows(rows, columns, null)).toBe(rows);
  });

  it('are filtered by words in any order and any column', () => {
    expect(names(filteredRows(rows, columns, '90 ident'))).toEqual(['Identity']);
    expect(filteredRows(rows, columns, 'no such')).toEqual([]);
    expect(filteredRows(rows, columns, '  ')).toBe(rows);
  });

  it('are copied with titles, bare numbers, and one line a row', () => {
    expect(tableText(columns, rows)).toBe('Section\tTokens\nRules\t1200\nAbout the harbor\t–\nIdentity\t90\n');
  });
});

describe('a click on the title of a column', () => {
  it('sorts numbers from the largest, then from the smallest, then as they were', () => {
    const first = nextOrder(null, 'tokens', true);
    const second = nextOrder(first, 'tokens', true);
    expect([first?.direction, second?.direction, nextOrder(second, 'tokens', true)]).toEqual([
      'descending',
      'ascending',
      null,
    ]);
  });

  it('sorts texts from A, and another column anew', () => {
    expect(nextOrder({ column: 'tokens', direction: 'ascending' }, 'name', false)).toEqual({
      column: 'name',
      direction: 'ascending',
    });
  });
});
