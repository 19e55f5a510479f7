import { useVirtualizer } from '@tanstack/react-virtual';
import { type Key, type ReactNode, useEffect, useRef } from 'react';

import { classNames } from '@/ui/class-names';
import styles from './virtual-list.module.css';

interface VirtualListProps<Item> {
  /** Name of the list, for screen readers. */
  label: string;
  items: readonly Item[];
  itemKey: (item: Item) => Key;
  /** A first guess of a row's height in px; each row is measured when it is drawn. */
  rowGuessPx: number;
  renderItem: (item: Item, index: number) => ReactNode;
  /** Keeps this row in sight when it changes: the one that the keyboard has moved to. */
  currentIndex?: number | undefined;
  className?: string | undefined;
}

const OVERSCAN_ROWS = 8;

/**
 * A long list: only the rows in sight are in the document, each says its place
 * in the whole. Scrolls by itself and fills what its parent leaves.
 */
export function VirtualList<Item>(props: VirtualListProps<Item>) {
  const { label, items, itemKey, rowGuessPx, renderItem } = props;
  const { currentIndex, className } = props;
  const scroll = useRef<HTMLDivElement>(null);
  // The lint rule speaks of the React Compiler, which this build does not use.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => rowGuessPx,
    overscan: OVERSCAN_ROWS,
    getItemKey: (index) => {
      const item = items[index];
      return item === undefined ? index : String(itemKey(item));
    },
  });

  useEffect(() => {
    if (currentIndex !== undefined && currentIndex >= 0) {
      virtualizer.scrollToIndex(currentIndex, { align: 'auto' });
    }
  }, [currentIndex, virtualizer]);

  return (
    <div ref={scroll} className={classNames(styles.scroll, className)}>
      <ul
        aria-label={label}
        className={styles.list}
        style={{ height: virtualizer.getTotalSize() }}
      >
        {virtualizer.getVirtualItems().map(({ index, key, start }) => {
          const item = items[index];
          return item === undefined ? null : (
            <li
              key={key}
              ref={virtualizer.measureElement}
              data-index={index}
              aria-setsize={items.length}
              aria-posinset={index + 1}
              className={styles.item}
              style={{ transform: `translateY(${start}px)` }}
            >
              {renderItem(item, index)}
            </li>
          );
        })}
      </ul>
    </div>
  );
}
