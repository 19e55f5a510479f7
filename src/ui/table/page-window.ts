/** The numbered part of a pagination bar. */
export interface PageWindow {
  /** The numbers to show, ascending. */
  pages: readonly number[];
  /** An ellipsis stands before the window. */
  gapBefore: boolean;
  /** An ellipsis stands after the window. */
  gapAfter: boolean;
}

const REACH = 2;

/**
 * Which page numbers a pagination bar shows: two either side of the current page, kept within 1 and
 * the maximum; an ellipsis before when the page is above 3, after when it is below the maximum
 * minus 2 (docs/specification.md 2, "Pagination bar"; docs/api-contract.md
 * 6.14).
 *
 * @param page the current page, from 1; one outside the range counts as the nearest inside.
 * @param max the last page; 0 or less gives an empty window.
 * @returns numbers and ellipses.
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

/**
 * The last page of a list: total divided by page size, rounded up.
 *
 * @param total how many rows there are.
 * @param pageSize rows on a page, at least 1.
 * @returns the number of the last page; 0 when there are no rows.
 */
export function maxPage(total: number, pageSize: number): number {
  return total <= 0 ? 0 : Math.ceil(total / Math.max(1, pageSize));
}

/**
 * Brings a page number into the range that exists: rows may have gone since it was chosen.
 *
 * @param page any number.
 * @param max the last page.
 * @returns a page from 1 to the maximum (1 when there is none).
 */
export function clampPage(page: number, max: number): number {
  return Math.max(1, Math.min(max, page));
}
