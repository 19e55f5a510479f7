import type { CursorRow } from '@/db/cache';

import type { Exchange, Told } from '../server/server-state';

/** A list that one tab reads page by page. */
interface Reading {
  /** Pages that came so far. */
  pages: number;
  ids: Set<unknown>;
  totals: number[];
  /** When its last page came: ms on the clock that nobody can set. */
  at: number;
  /** Another reading of the list went on at the same time: its pages may be among these. */
  isMixed: boolean;
}

/** A reading that came to its end: its rows, if it told one total all along. */
interface Finished {
  total: unknown;
  ids: ReadonlySet<unknown>;
  /** When it ended. */
  at: number;
}

/** What the readings of the lists came to, as the server told their pages. */
export interface Readings {
  /** By tab and list: begun and not at their last page. */
  open: Map<string, Reading>;
  /** By tab and list: readings of one total in a row, which may add up. */
  series: Map<string, Finished[]>;
  /** By tab and list: whether each finished reading was torn, since they were last asked for. */
  finished: Map<string, boolean[]>;
}

/** Lists that are read in pages, named as their cursors are. */
export const pagedLists = [
  'observers',
  'threads:urgent',
  'threads:all',
  'notifications',
] as const;

/** No page of a reading that goes on is waited for longer, in ms. */
const GIVEN_UP_AFTER_MS = 70_000;
/** Readings add up for so long, in ms (docs/offline-design.md 6.3). */
const SERIES_MS = 10 * 60_000;

export function createReadings(): Readings {
  return { open: new Map(), series: new Map(), finished: new Map() };
}

/** Notes one page that a tab was given. */
export function noteRead(
  { open, series, finished }: Readings,
  tab: number,
  { path, query }: Exchange,
  { status, value }: Told,
  at: number,
): void {
  const list = listOf(path, query);
  if (list === undefined || status !== 200) return;
  const { data, totalItems, totalPages, page } = Object(value);
  if (!Array.isArray(data)) return;
  const key = keyOf(tab, list);
  const last = open.get(key);
  // Begun while another one goes on, it is read by two at once.
  const isMixed = last !== undefined && at - last.at < GIVEN_UP_AFTER_MS;
  // A later page goes on with what is open, also where the device slept in between.
  const reading: Reading =
    page === 1 || !last
      ? { pages: 0, ids: new Set(), totals: [], at, isMixed }
      : last;
  if (page !== reading.pages + 1) reading.isMixed = true;
  reading.pages = page;
  reading.at = at;
  for (const row of data) reading.ids.add(row.key ?? row.id);
  reading.totals.push(totalItems);
  open.set(key, reading);
  if (page < totalPages && data.length > 0) return;
  open.delete(key);
  const { totals, ids } = reading;
  const [total] = totals;
  const isClean = total === ids.size && totals.at(-1) === ids.size;
  const isMet = addsUp(series, key, reading);
  const isTorn = !isClean && !isMet;
  const others = finished.get(key) ?? [];
  finished.set(key, [...others, isTorn && !reading.isMixed]);
}

/** A page of a list did not come: its reading ends there. */
export function noteFailedRead(
  { open }: Readings,
  tab: number,
  { path, query }: Exchange,
): void {
  const list = listOf(path, query);
  if (list !== undefined) open.delete(keyOf(tab, list));
}

/** Whether the readings of the last minutes that told one total met every row. */
function addsUp(
  series: Readings['series'],
  key: string,
  { totals, ids, at }: Reading,
): boolean {
  const [total] = totals;
  if (totals.some((each) => each !== total)) {
    series.delete(key);
    return false;
  }
  const goesOn = (series.get(key) ?? []).filter(
    (each) => each.total === total && at - each.at < SERIES_MS,
  );
  const readings = [...goesOn, { total, ids, at }];
  series.set(key, readings);
  // Where the app began to add up is not told: a whole reading begins it anew, and
  // one that only looks something up is no part of it.
  const met = new Set<unknown>();
  return readings.toReversed().some((each) => {
    for (const id of each.ids) met.add(id);
    return met.size === total;
  });
}

/**
 * Whether a tab finished readings of a list since this was last asked, and all
 * of them were torn. Undefined: it finished none.
 */
export function allTorn(
  { finished }: Readings,
  tab: number,
  list: string,
): boolean | undefined {
  const key = keyOf(tab, list);
  const torn = finished.get(key);
  finished.delete(key);
  return torn?.every(Boolean);
}

/** Rows that a torn reading met; absent where the last reading was clean. */
export function seenOf(row: CursorRow): unknown {
  return 'seen' in row ? row.seen : undefined;
}

function keyOf(tab: number, list: string): string {
  return `${tab} ${list}`;
}

/** The list that a request reads as a whole; undefined: a part of one, or none. */
function listOf(path: string, query: URLSearchParams): string | undefined {
  if (path === '/api/v1/observer') {
    return query.has('Number') || query.has('Name') ? undefined : 'observers';
  }
  if (path === '/api/v1/notification/get/all') return 'notifications';
  if (path !== '/api/v1/answers' || query.has('observerId')) return undefined;
  return `threads:${query.get('isUrgent') === 'true' ? 'urgent' : 'all'}`;
}
