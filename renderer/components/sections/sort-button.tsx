import { useApp } from '../../context';
import type { RowOrder } from '../../model/sections/sort-rows';
import { sortButtonWords as words } from '../../words/panes/sections';

export function SortButton({
  by,
  order,
  title,
}: {
  readonly by: Exclude<RowOrder, 'order'>;
  readonly order: RowOrder;
  readonly title: string;
}) {
  const { view } = useApp();
  return (
    <button
      type="button"
      className={`sort-${by}`}
      aria-pressed={order === by}
      title={order === by ? words.sendingOrder : words.sortBy(by)}
      onClick={() => view.sortSections(order === by ? 'order' : by)}
    >
      {title}
      <span aria-hidden="true">{order === by ? (by === 'tokens' ? ' ↓' : ' ↑') : ''}</span>
    </button>
  );
}
