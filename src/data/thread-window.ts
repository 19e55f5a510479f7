import type { CursorRow, ThreadRow } from '@/db/cache';
import { isWhole } from '@/db/cache';
import { databases } from '@/db/open';
import type { ThreadList, ThreadViewQuery } from '@/domain/answers/thread';

import { cacheShare } from './cache-share';
import type { ThreadRowsPage } from './thread-rows';
import { freshness, wholeList } from './thread-rows';

/** Pages that are read with the one that is shown: a turn to them waits for no read. */
const PAGES_AHEAD = 2;
const PAGES_BEHIND = 1;

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

/**
 * The page and its neighbours. Dexie skips rows with a cursor, one turn of the
 * event loop for each row; three requests take its place: the keys from the top, the
 * first row of the window, and all rows from there.
 */
export function readThreadWindow(
  query: Pick<ThreadViewQuery, 'list' | 'page' | 'pageSize'>,
): PromiseLike<ThreadWindow> {
  const { list, page, pageSize } = query;
  const start = Math.max(0, page - 1 - PAGES_BEHIND) * pageSize;
  const end = (page + PAGES_AHEAD) * pageSize;
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

/** The rows of one page; undefined when the window does not reach there. */
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
