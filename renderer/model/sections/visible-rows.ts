import { memoByIdentity } from '../../../shared/basics/memo';
import type { Row } from './row';

export interface VisibleRow {
  readonly row: Row;
  /** 1-based, as `aria-level`. */
  readonly level: number;
  readonly expanded: boolean | null;
  readonly parent: string | null;
}

/** The rows on screen: without the children of folded rows, and, when filtered, with the parents of each match. */
export function visibleRows(
  rows: readonly Row[],
  collapsed: ReadonlySet<string>,
  filter: string,
): readonly VisibleRow[] {
  const needle = filter.trim().toLowerCase();
  const visible: VisibleRow[] = [];
  const add = (row: Row, level: number, parent: string | null): boolean => {
    const at = visible.length;
    const folds = row.children.length > 0;
    const expanded = folds ? needle !== '' || !collapsed.has(row.key) : null;
    visible.push({ row, level, expanded, parent });
    let below = false;
    if (expanded === true) for (const child of row.children) below = add(child, level + 1, row.key) || below;
    const isVisible = needle === '' || below || matches(row, needle);
    if (!isVisible) visible.length = at;
    return isVisible;
  };
  for (const row of rows) add(row, 1, null);
  return visible;
}

/** The rows around the one with this key, outermost first; none if there is no such row. */
export function rowsAround(rows: readonly Row[], key: string): readonly Row[] {
  for (const row of rows) {
    if (row.children.some((child) => child.key === key)) return [row];
    const deeper = rowsAround(row.children, key);
    if (deeper.length > 0) return [row, ...deeper];
  }
  return [];
}

const wordsOf = memoByIdentity(({ name, detail }: Row) => `${name}\n${detail}`.toLowerCase());

function matches(row: Row, needle: string): boolean {
  return (
    wordsOf(row).includes(needle) ||
    row.tier?.toLowerCase() === needle ||
    (row.kind === 'omitted' && 'omitted'.startsWith(needle))
  );
}
