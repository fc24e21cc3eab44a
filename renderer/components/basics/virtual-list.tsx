import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, type HTMLAttributes, type ReactNode } from 'react';

interface Props<Item> extends Omit<HTMLAttributes<HTMLDivElement>, 'children'> {
  readonly items: readonly Item[];
  readonly rowHeight: number;
  /** If missing, a row on screen is reused for another item. Use that only for rows without state. */
  readonly keyOf?: (item: Item) => string;
  /** Index of the row that is kept in view. */
  readonly current?: number;
  readonly children: (item: Item, index: number) => ReactNode;
}

/** Renders only the rows on screen, so that lists of thousands scroll like short ones. */
export function VirtualList<Item>({ items, rowHeight, keyOf, current, children, ...rest }: Props<Item>) {
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 8,
    // Rows that scroll into view may wait for the next frame, because the rows beside the view are drawn already.
    useFlushSync: false,
    getItemKey: (index) => {
      const item = items[index];
      return item === undefined || keyOf === undefined ? index : keyOf(item);
    },
  });
  useEffect(() => {
    if (current !== undefined && current >= 0) virtualizer.scrollToIndex(current, { align: 'auto' });
  }, [current, virtualizer]);
  const kept = useRef(current);
  useEffect(() => {
    kept.current = current;
  });
  // What appears below the list, such as a reason for the row, must not cover the row.
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return undefined;
    let height = element.clientHeight;
    const observer = new ResizeObserver(() => {
      const before = height;
      height = element.clientHeight;
      const top = (kept.current ?? -1) * rowHeight;
      if (top < 0 || height >= before) return;
      const wasInView = top + rowHeight > element.scrollTop && top < element.scrollTop + before;
      if (wasInView && top + rowHeight > element.scrollTop + height) element.scrollTop = top + rowHeight - height;
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [rowHeight]);
  const drawn = virtualizer.getVirtualItems();
  // A row that is scrolled away is not in the page, so nothing may point at it.
  const active = drawn.some(({ index }) => index === current) ? rest['aria-activedescendant'] : undefined;
  return (
    <div {...rest} ref={scroller} className={`virtual-list ${rest.className ?? ''}`} aria-activedescendant={active}>
      <div className="virtual-space" role="presentation" style={{ height: virtualizer.getTotalSize() }}>
        {drawn.map((place) => {
          const item = items[place.index];
          return item === undefined ? null : (
            <div
              key={place.key}
              role="presentation"
              className="virtual-row"
              style={{ top: place.start, height: rowHeight }}
            >
              {children(item, place.index)}
            </div>
          );
        })}
      </div>
    </div>
  );
}
