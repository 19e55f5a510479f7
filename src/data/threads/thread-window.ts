import { cacheShare } from '@/data/device/cache-share';
import type { CursorRow, ThreadRow } from '@/db/cache';
import { isWhole } from '@/db/cache';
import { databases } from '@/db/open';
import type { ThreadList, ThreadViewQuery } from '@/domain/answers/thread';

import type { ThreadRowsPage } from './thread-rows';
import { freshness, wholeList } from './thread-rows';

/** Turns are faster than a read that waits for a write: so many rows are read ahead. */
const ROWS_AHEAD = 40;
const PAGES_AHEAD_AT_LEAST = 2;
const PAGES_BEHIND = 1;

type WindowQuery = Pick<ThreadViewQuery, 'list' | 'page' | 'pageSize'>;

/** Neighbouring pages of an unfiltered list. */
export interface ThreadWindow {
  list: ThreadList;
  pageSize: number;
  /** Of the first row, from 0, newest first. */
  start: number;
  rows: ThreadRow[];
}

/** What is known of a whole list, whichever page of it is shown. */
export type ListState = Omit<ThreadRowsPage, 'rows'>;

/** Names the window of a page: pages that stand together share one. */
export function windowKeyOf(query: WindowQuery): string {
  const { start, end } = bounds(query);
  return `thread-window:${query.list}:${query.pageSize}:${start}:${end}`;
}

/** @returns places of rows in the list, from 0; the end is not part of the window. */
function bounds({ page, pageSize }: WindowQuery): {
  start: number;
  end: number;
} {
  const together = Math.max(1, Math.floor(ROWS_AHEAD / pageSize));
  const first = Math.floor((page - 1) / together) * together;
  const ahead = Math.max(PAGES_AHEAD_AT_LEAST, together);
  return {
    start: Math.max(0, first - PAGES_BEHIND) * pageSize,
    end: (first + together + ahead) * pageSize,
  };
}

/**
 * The page and its neighbours. Dexie skips rows with a cursor, one turn of the
 * event loop for each row; three requests take its place: the keys from the top, the
 * first row of the window, and all rows from there.
 */
export function readThreadWindow(
  query: WindowQuery,
): PromiseLike<ThreadWindow> {
  const { list, pageSize } = query;
  const { start, end } = bounds(query);
  const { threads } = databases().cache;
  return threads.db.transaction('r', threads, async () => {
    const rows =
      start === 0
        ? await wholeList(list).reverse().limit(end).toArray()
        : await readBetween(list, start, end);
    return { list, pageSize, start, rows };
  });
}

/** Call inside a transaction: the keys must still have their rows. */
async function readBetween(
  list: ThreadList,
  start: number,
  end: number,
): Promise<ThreadRow[]> {
  const { threads } = databases().cache;
  const fromTop = await wholeList(list).reverse().limit(end).primaryKeys();
  const keys = fromTop.slice(start);
  const [firstKey] = keys;
  const first = firstKey && (await threads.get(firstKey));
  if (!first) return [];
  const near = await threads
    .where('[list+order]')
    .between([list, -Infinity], [list, first.order], true, true)
    .reverse()
    .limit(keys.length)
    .toArray();
  const byKey = new Map(near.map((row) => [row.key, row]));
  // Rows of the same order stand above the first one and take the last ones' places.
  const missing = keys.filter(([, key]) => !byKey.has(key));
  const rest = missing.length === 0 ? [] : await threads.bulkGet(missing);
  for (const row of rest) if (row) byKey.set(row.key, row);
  return keys.flatMap(([, key]) => byKey.get(key) ?? []);
}

/** The rows of one page; undefined when the window holds none of them. */
export function pageOf(
  window: ThreadWindow,
  { list, page, pageSize }: ThreadViewQuery,
): ThreadRow[] | undefined {
  if (window.list !== list || window.pageSize !== pageSize) return undefined;
  const from = (page - 1) * pageSize - window.start;
  const rows = from < 0 ? [] : window.rows.slice(from, from + pageSize);
  return rows.length === 0 ? undefined : rows;
}

/** Read apart from the rows: a refresh that changes no row reads no row again. */
export async function readListState(list: ThreadList): Promise<ListState> {
  const cursor = await databases().cache.cursors.get(`threads:${list}`);
  return stateOf(cursor, await countCached(list, cursor));
}

/** Counted only while that is of use: counting thousands costs a frame. */
async function countCached(
  list: ThreadList,
  cursor: CursorRow | undefined,
): Promise<number | undefined> {
  return isWhole(cursor) && cursor?.total !== undefined
    ? undefined
    : wholeList(list).count();
}

function stateOf(
  cursor: CursorRow | undefined,
  count: number | undefined,
): ListState {
  return {
    total: cursor?.total ?? count ?? 0,
    source: 'server',
    cacheShare: count === undefined ? undefined : cacheShare(count, cursor),
    ...freshness(cursor),
  };
}
