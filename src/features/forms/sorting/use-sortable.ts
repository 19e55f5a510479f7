import { useEffect, useRef } from 'react';
import Sortable from 'sortablejs';

import type { DragDirection } from './drag-direction';
import { followDrag } from './drag-direction';

/**
 * docs/specification.md 9, drag: start threshold, auto-scroll edge and speed.
 */
const START_PX = 5;
const EDGE_SHARE = 0.05;
const SCROLL_PX = 2;
const GLIDE_MS = 120;

interface SortableRows {
  /** The element whose children are the rows; each holds one `<Grip>`. */
  container: HTMLElement | null;
  /** Ids of the rows in their order. */
  ids: readonly string[];
  /** A row was dropped: it now stands before this one, or last. */
  onMove: (id: string, beforeId: string | undefined) => void;
  /** A drag began or ended; a long list draws all its rows meanwhile. */
  onDragging?: ((isDragging: boolean) => void) | undefined;
  isLocked?: boolean | undefined;
}

/**
 * Lets rows be dragged up and down by their grips. Only tells what was dropped
 * where: the rows are put back first, so that the document is React's alone.
 */
export function useSortable(rows: SortableRows): void {
  const { container, isLocked = false } = rows;
  const latest = useRef(rows);
  useEffect(() => {
    latest.current = rows;
  });

  useEffect(() => {
    if (!container || isLocked) return undefined;
    let direction: DragDirection | undefined;
    const sortable = Sortable.create(container, {
      handle: '[data-sort-id]',
      draggable: '[data-sortable], tr',
      direction: 'vertical',
      // The browser's own dragging knows no threshold and no touch.
      forceFallback: true,
      fallbackTolerance: START_PX,
      touchStartThreshold: START_PX,
      scrollSpeed: SCROLL_PX,
      animation: isCalm() ? 0 : GLIDE_MS,
      onChoose() {
        const edge = (scrollerOf(container)?.clientHeight ?? 0) * EDGE_SHARE;
        sortable.option('scrollSensitivity', Math.max(1, edge));
      },
      onStart() {
        direction = followDrag();
        latest.current.onDragging?.(true);
      },
      onMove: ({ willInsertAfter }) =>
        direction?.allows(willInsertAfter === true) ?? true,
      onEnd({ item }) {
        direction?.end();
        const { ids, onMove, onDragging } = latest.current;
        const id = idOf(item);
        const beforeId = nextId(item);
        putBack(container, item, ids);
        onDragging?.(false);
        if (id !== undefined && beforeId !== id) onMove(id, beforeId);
      },
    });
    return () => {
      direction?.end();
      sortable.destroy();
    };
  }, [container, isLocked]);
}

/** Where it stood before the drag: before the row that follows it in `ids`. */
function putBack(
  container: HTMLElement,
  item: HTMLElement,
  ids: readonly string[],
): void {
  const id = idOf(item);
  const follower = id === undefined ? undefined : ids[ids.indexOf(id) + 1];
  const before = [...container.children].find(
    (row) => row !== item && idOf(row) === follower && follower !== undefined,
  );
  container.insertBefore(item, before ?? null);
}

function nextId(item: HTMLElement): string | undefined {
  let row = item.nextElementSibling;
  while (row && idOf(row) === undefined) row = row.nextElementSibling;
  return row ? idOf(row) : undefined;
}

function idOf(row: Element): string | undefined {
  const grip = row.querySelector<HTMLElement>('[data-sort-id]');
  return grip?.dataset.sortId;
}

function scrollerOf(element: HTMLElement): HTMLElement | null {
  let parent = element.parentElement;
  while (parent && !/auto|scroll/.test(getComputedStyle(parent).overflowY)) {
    parent = parent.parentElement;
  }
  return parent;
}

function isCalm(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}
