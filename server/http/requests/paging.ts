import { integer } from './fields';
import type { Query } from './query';

/**
 * Used when the caller gives no page size, or one below 1 (docs/api-contract.md
 * 1.2).
 */
const DEFAULT_PAGE_SIZE = 20;

/** The parameters of a list that comes in pages. */
export const paging = { page: integer, pageSize: integer };

export interface Paging {
  page: number;
  pageSize: number;
  offset: number;
}

/** The page (1-based) that was asked for; there is no upper limit (1.2). */
export function pagingOf(query: Query<typeof paging>): Paging {
  const { page, pageSize: size } = query;
  const from = page !== undefined && page > 0 ? page : 1;
  const pageSize = size !== undefined && size > 0 ? size : DEFAULT_PAGE_SIZE;
  return { page: from, pageSize, offset: (from - 1) * pageSize };
}

/**
 * The wire shape of one page. `totalPages` is the original's formula, so an
 * empty list has one page (none when the page size is 1).
 */
export function toPage<T>(data: T[], totalItems: number, paging: Paging) {
  const { page, pageSize } = paging;
  const totalPages = 1 + Math.trunc((totalItems - 1) / pageSize);
  return { data, totalItems, totalPages, page, pageSize };
}
