import type { Row } from './rows';

export interface VisibleRow {
  readonly row: Row;
  /** 1-based, as `aria-level`. */
  readonly level: number;
  readonly expanded: boolean | null;
  readonly parent: string | null;
}

/** The rows that are on screen: folded ones without what is below, filtered ones with what leads to them. */
export function visibleRows(rows: readonly Row[], collapsed: ReadonlySet<string>, filter: string): readonly VisibleRow[] {
  const needle = filter.trim().toLowerCase();
  const visible: VisibleRow[] = [];
  const add = (row: Row, level: number, parent: string | null): void => {
    if (needle !== '' && !matches(row, needle)) return;
    const folds = row.children.length > 0;
    const expanded = folds ? needle !== '' || !collapsed.has(row.key) : null;
    visible.push({ row, level, expanded, parent });
    if (expanded === true) for (const child of row.children) add(child, level + 1, row.key);
  };
  for (const row of rows) add(row, 1, null);
  return visible;
}

function matches(row: Row, needle: string): boolean {
  return (
    row.name.toLowerCase().includes(needle) ||
    row.detail.toLowerCase().includes(needle) ||
    row.tier?.toLowerCase() === needle ||
    (row.kind === 'omitted' && 'omitted'.startsWith(needle)) ||
    row.children.some((child) => matches(child, needle))
  );
}
