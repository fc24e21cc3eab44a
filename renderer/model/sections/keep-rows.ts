import { sameCount } from './row-counts';
import type { Row } from './row';

/** Unchanged rows stay the same objects as in `before`. */
export function keepSame(before: readonly Row[], after: readonly Row[]): readonly Row[] {
  if (before.length === 0) return after;
  const byKey = sameKeys(before, after) ? null : new Map(before.map((row) => [row.key, row]));
  const kept = after.map((row, index) => keepRow(byKey === null ? before[index] : byKey.get(row.key), row));
  return kept.length === before.length && kept.every((row, index) => row === before[index]) ? before : kept;
}

function sameKeys(before: readonly Row[], after: readonly Row[]): boolean {
  return before.length === after.length && after.every((row, index) => row.key === before[index]?.key);
}

function keepRow(before: Row | undefined, after: Row): Row {
  if (before === undefined || before === after) return after;
  const children = keepSame(before.children, after.children);
  const isSame =
    before.kind === after.kind &&
    before.name === after.name &&
    before.tier === after.tier &&
    before.detail === after.detail &&
    before.missing === after.missing &&
    before.whose === after.whose &&
    before.template === after.template &&
    before.node === after.node &&
    sameCount(before.count, after.count);
  if (isSame && (children === before.children || (children.length === 0 && before.children.length === 0)))
    return before;
  return children === after.children ? after : { ...after, children };
}
