import { memoByIdentity } from '../../../shared/basics/memo';
import type { Row } from './row';

/** `order`: as sent. */
export const rowOrders = ['order', 'tokens', 'name'] as const;
export type RowOrder = (typeof rowOrders)[number];

type Sort = (rows: readonly Row[]) => readonly Row[];

const byTokens: Sort = memoByIdentity((rows: readonly Row[]) =>
  sorted(rows, (a, b) => tokensOf(b) - tokensOf(a), byTokens),
);
const byName: Sort = memoByIdentity((rows: readonly Row[]) =>
  sorted(rows, (a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }), byName),
);

/** Siblings are sorted; what belongs together stays together. */
export function sortRows(rows: readonly Row[], order: RowOrder): readonly Row[] {
  if (order === 'order') return rows;
  return order === 'tokens' ? byTokens(rows) : byName(rows);
}

function sorted(rows: readonly Row[], compare: (a: Row, b: Row) => number, again: Sort): readonly Row[] {
  return rows
    .toSorted(compare)
    .map((row) => (row.children.length < 2 ? row : { ...row, children: again(row.children) }));
}

/** Omitted rows and rows without a count sort last. */
function tokensOf({ kind, count }: Row): number {
  return kind === 'omitted' || count === null ? -1 : count.tokens;
}
