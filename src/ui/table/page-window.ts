/** The numbered part of a pagination bar. */
interface PageWindow {
  /** The numbers to show, ascending. */
  pages: readonly number[];
  /** An ellipsis stands before the window. */
  gapBefore: boolean;
  /** An ellipsis stands after the window. */
  gapAfter: boolean;
}

const REACH = 2;

/**
 * The page numbers of a pagination bar: two either side of the current page,
 * kept within 1 and the maximum; an ellipsis before when the page is above 3,
 * after when it is below the maximum minus 2 (docs/specification.md 2,
 * "Pagination bar"; docs/api-contract.md 6.14). A page outside the range
 * counts as the nearest inside; `max` 0 or less gives an empty window.
 */
export function pageWindow(page: number, max: number): PageWindow {
  if (max < 1) return { pages: [], gapBefore: false, gapAfter: false };
  const current = clampPage(page, max);
  const first = Math.max(1, current - REACH);
  const last = Math.min(max, current + REACH);
  return {
    pages: Array.from({ length: last - first + 1 }, (_, at) => first + at),
    gapBefore: current > REACH + 1,
    gapAfter: current < max - REACH,
  };
}

/** The last page of a list; 0 when there are no rows. */
export function maxPage(total: number, pageSize: number): number {
  return total <= 0 ? 0 : Math.ceil(total / Math.max(1, pageSize));
}

/**
 * Brings a page number into the range that exists, 1 at least: rows may have
 * gone since it was chosen.
 */
export function clampPage(page: number, max: number): number {
  return Math.max(1, Math.min(max, page));
}
