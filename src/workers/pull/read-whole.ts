import type { Page } from '@/api/wire';
import type { Rejection, Reply, Success } from '@/domain/outbox/outcome';

import { ROUNDS } from './sweep';

export interface PageAsked {
  page: number;
  pageSize: number;
  etag?: string | undefined;
}

/** What a server gave of a whole list. */
export interface WholeReading<T> {
  /** Each once. */
  rows: T[];
  /** Rows that the server says there are. */
  total: number;
  /** Whether these are all: otherwise nothing may be concluded from absence. */
  isClean: boolean;
  /** The last reply; its validator stands for the list when it came in one page. */
  reply: Success<unknown>;
  isOnePage: boolean;
}

/**
 * Reads a whole list that has no order (docs/api-contract.md 1.2): in one page
 * as large as
 * the total, because the rows of several pages may be others each time. Where a
 * server gives fewer rows than asked for, page by page.
 * @param pageSize of the first page: the total as it was known, or more.
 * @param etag of that page, as it was read before.
 * @returns 'notModified' when the server says so.
 */
export async function readWhole<T>(
  ask: (query: PageAsked) => Promise<Reply<Page<T> | undefined>>,
  idOf: (row: T) => number,
  pageSize: number,
  etag?: string,
): Promise<WholeReading<T> | 'notModified' | Rejection> {
  let size = pageSize;
  let reading: WholeReading<T> | undefined;
  for (let round = 1; round <= ROUNDS + 1; round += 1) {
    const first = await ask({
      page: 1,
      pageSize: size,
      etag: round === 1 ? etag : undefined,
    });
    if (!first.ok) return first;
    if (!first.value) return 'notModified';
    const { data, totalItems: total } = first.value;
    const rows = distinct(data, idOf);
    const isClean = rows.length === total;
    reading = { rows, total, isClean, reply: first, isOnePage: true };
    if (isClean) return reading;
    const isCapped = data.length < Math.min(size, total);
    if (isCapped && data.length > 0) {
      const paged = await readPages(ask, idOf, first.value);
      if ('ok' in paged) return paged;
      reading = { ...paged, isOnePage: false };
      if (reading.isClean) return reading;
    } else {
      size = Math.max(size, total);
    }
  }
  return reading ?? { ok: false, failure: { kind: 'unreadable' } };
}

async function readPages<T>(
  ask: (query: PageAsked) => Promise<Reply<Page<T> | undefined>>,
  idOf: (row: T) => number,
  first: Page<T>,
): Promise<Omit<WholeReading<T>, 'isOnePage'> | Rejection> {
  const pageSize = first.data.length;
  const met = [...first.data];
  const totals = [first.totalItems];
  let last: Success<unknown> | undefined;
  for (
    let page = 2;
    page <= Math.ceil(first.totalItems / pageSize);
    page += 1
  ) {
    const reply = await ask({ page, pageSize });
    if (!reply.ok) return reply;
    if (!reply.value) return { ok: false, failure: { kind: 'unreadable' } };
    last = reply;
    met.push(...reply.value.data);
    totals.push(reply.value.totalItems);
    if (reply.value.data.length === 0) break;
  }
  if (!last) return { ok: false, failure: { kind: 'unreadable' } };
  const rows = distinct(met, idOf);
  const total = totals.at(-1) ?? 0;
  const isClean = totals.every((each) => each === rows.length);
  return { rows, total, isClean, reply: last };
}

function distinct<T>(rows: readonly T[], idOf: (row: T) => number): T[] {
  return [...new Map(rows.map((row) => [idOf(row), row])).values()];
}
