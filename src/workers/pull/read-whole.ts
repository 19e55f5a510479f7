import type { Page } from '@/api/wire';
import type { Rejection, Reply, Success } from '@/domain/outbox/outcome';

import { ROUNDS } from './sweep';

/** One page of a list, from 1. */
interface PageQuery {
  page: number;
  pageSize: number;
  etag?: string | undefined;
}

interface List<T> {
  ask: (query: PageQuery) => Promise<Reply<Page<T> | undefined>>;
  /** Of the first page: the total as it was known, or more. */
  pageSize: number;
  /** Validator of the first page, as it was read before. */
  etag?: string | undefined;
  /** The reading ends with the page that has such a row. */
  until?: ((row: T) => boolean) | undefined;
}

/** What the server gave of a whole list. */
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
 * Reads a whole list that has no order (docs/api-contract.md 1.2) and that the
 * caller needs at once: in one page as large as the total, because the rows of
 * several pages may be others each time. Where the server gives fewer rows than
 * asked for, it is read page by page. Lists that screens show while they come
 * are swept instead (`readUntilClean`, docs/decisions/0042).
 * @returns 'notModified' when the server says so.
 */
export async function readWhole<T extends { id: number }>(
  list: List<T>,
): Promise<WholeReading<T> | 'notModified' | Rejection> {
  const { ask, until = () => false } = list;
  let { pageSize } = list;
  let reading: WholeReading<T> | undefined;
  for (let round = 1; round <= ROUNDS + 1; round += 1) {
    const etag = round === 1 ? list.etag : undefined;
    const first = await ask({ page: 1, pageSize, etag });
    if (!first.ok) return first;
    if (!first.value) return 'notModified';
    const { data, totalItems: total } = first.value;
    const rows = distinct(data);
    const isClean = rows.length === total;
    reading = { rows, total, isClean, reply: first, isOnePage: true };
    if (isClean || rows.some(until)) return reading;
    const isCapped = data.length < Math.min(pageSize, total);
    if (isCapped && data.length > 0) {
      const paged = await readPages(list, first.value);
      if ('ok' in paged) return paged;
      reading = { ...paged, isOnePage: false };
      if (reading.isClean || reading.rows.some(until)) return reading;
    } else {
      pageSize = Math.max(pageSize, total);
    }
  }
  return reading ?? { ok: false, failure: { kind: 'unreadable' } };
}

async function readPages<T extends { id: number }>(
  { ask, until = () => false }: List<T>,
  first: Page<T>,
): Promise<Omit<WholeReading<T>, 'isOnePage'> | Rejection> {
  const pageSize = first.data.length;
  const met = [...first.data];
  const totals = [first.totalItems];
  const pages = Math.ceil(first.totalItems / pageSize);
  let last: Success<unknown> | undefined;
  for (let page = 2; page <= pages; page += 1) {
    const reply = await ask({ page, pageSize });
    if (!reply.ok) return reply;
    if (!reply.value) return { ok: false, failure: { kind: 'unreadable' } };
    last = reply;
    const { data, totalItems } = reply.value;
    met.push(...data);
    totals.push(totalItems);
    if (data.length === 0 || data.some(until)) break;
  }
  if (!last) return { ok: false, failure: { kind: 'unreadable' } };
  const rows = distinct(met);
  const total = totals.at(-1) ?? 0;
  const isClean = totals.every((each) => each === rows.length);
  return { rows, total, isClean, reply: last };
}

function distinct<T extends { id: number }>(rows: readonly T[]): T[] {
  return [...new Map(rows.map((row) => [row.id, row])).values()];
}
