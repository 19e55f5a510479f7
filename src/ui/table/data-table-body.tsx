import { measureElement, useVirtualizer } from '@tanstack/react-virtual';
import {
  type ReactElement,
  type ReactNode,
  type Ref,
  useMemo,
  useRef,
} from 'react';

interface VirtualBodyProps {
  count: number;
  renderRow: (index: number, measure: Ref<HTMLTableRowElement>) => ReactNode;
}

// A first guess in px, one line of text; each row is measured when it is drawn.
const ROW_GUESS_PX = 36;
const OVERSCAN_ROWS = 4;

/**
 * The body of a long table: only the rows in sight are in the document, two
 * empty rows stand for those above and below, so that it stays one real table.
 * The region around the table scrolls.
 */
export function VirtualBody(props: VirtualBodyProps): ReactElement {
  const { count, renderRow } = props;
  const body = useRef<HTMLTableSectionElement>(null);
  // The lint rule speaks of the React Compiler, which this build does not use.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => body.current?.closest('section') ?? null,
    estimateSize: () => ROW_GUESS_PX,
    overscan: OVERSCAN_ROWS,
    // A new row is measured when it was laid out, before it is painted: to ask for its
    // height at once would lay out the page in the middle of drawing it.
    measureElement: (row, entry, instance) =>
      entry
        ? measureElement(row, entry, instance)
        : (instance.measurementsCache[instance.indexFromElement(row)]?.size ??
          ROW_GUESS_PX),
  });
  const measure = virtualizer.measureElement;
  // Scrolling and new heights draw the body again, and its rows are the same.
  const rowAt = useMemo(() => {
    const drawn = new Map<number, ReactNode>();
    return (index: number) => {
      const row = drawn.get(index) ?? renderRow(index, measure);
      drawn.set(index, row);
      return row;
    };
  }, [renderRow, measure]);
  const shown = virtualizer.getVirtualItems();
  const above = shown.at(0)?.start ?? 0;
  const below = virtualizer.getTotalSize() - (shown.at(-1)?.end ?? 0);
  return (
    <tbody ref={body}>
      <Filler height={above} />
      {shown.map(({ index }) => rowAt(index))}
      <Filler height={below} />
    </tbody>
  );
}

function Filler({ height }: { height: number }) {
  return height > 0 ? <tr aria-hidden="true" style={{ height }} /> : null;
}
