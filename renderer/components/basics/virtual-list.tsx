import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, type HTMLAttributes, type ReactNode } from 'react';

interface Props<Item> extends Omit<HTMLAttributes<HTMLDivElement>, 'children'> {
  readonly items: readonly Item[];
  readonly rowHeight: number;
  /**
   * Missing: a row on screen is filled with another item rather than made anew; for rows that keep nothing of their
   * own.
   */
  readonly keyOf?: (item: Item) => string;
  /** Kept on screen. */
  readonly current?: number;
  readonly children: (item: Item, index: number) => ReactNode;
}

/** Only the rows on screen exist: lists of thousands scroll like short ones. */
export function VirtualList<Item>({ items, rowHeight, keyOf, current, children, ...rest }: Props<Item>) {
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 8,
    // Rows that come into view are drawn with the next frame; those around the screen are there already.
    useFlushSync: false,
    getItemKey: (index) => {
      const item = items[index];
      return item === undefined || keyOf === undefined ? index : keyOf(item);
    },
  });
  useEffect(() => {
    if (current !== undefined && current >= 0) virtualizer.scrollToIndex(current, { align: 'auto' });
  }, [current, virtualizer]);
  return (
    <div {...rest} ref={scroller} className={`virtual-list ${rest.className ?? ''}`}>
      <div className="virtual-space" role="presentation" style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map((place) => {
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
