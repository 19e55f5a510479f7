import { config } from '@/config';
import { loadPhones } from '@/data/phones';
import { cacheShare } from '@/data/device/cache-share';
import { readTriage } from '@/data/triage/triage';
import type { CursorRow, ThreadRow } from '@/db/cache';
import { isWhole } from '@/db/cache';
import { databases } from '@/db/open';
import type { ThreadList, ThreadViewQuery } from '@/domain/answers/thread';
import { isEmptyFilter, isServerFilter, viewOf } from '@/domain/answers/thread';
import type { CacheShare } from '@/domain/cache-share';
import type { Failure } from '@/domain/outbox/outcome';
import { triageStateOf } from '@/domain/triage/triage';

import { readMore } from './more-filter';

export interface ThreadRowsPage {
  rows: ThreadRow[];
  /** Rows of the whole question: the server's figure, or counted in the cached rows. */
  total: number;
  /**
   * server: as the server answered. cache: worked out from cached rows, because the
   * server has not answered this question (or cannot: see `isServerFilter`).
   */
  source: 'server' | 'cache';
  /** How many threads of the list are cached; absent when that is all of them. */
  cacheShare?: CacheShare | undefined;
  /** Threads of which nobody knows whether they fit: their details are not cached. */
  unchecked?: number | undefined;
  /** Epoch ms of the last good answer; absent: never loaded. */
  asOf?: number | undefined;
  failure?: Failure | undefined;
}

/**
 * One page of a list. Without a filter: the cached list in the server's order. With
 * one: the server's own answer when it is as fresh as the list, otherwise worked
 * out from the cached rows, with `source` saying so.
 */
export async function readThreadRows(
  query: ThreadViewQuery,
): Promise<ThreadRowsPage> {
  const { list, filter } = query;
  const cursor = await databases().cache.cursors.get(`threads:${list}`);
  if (isEmptyFilter(filter)) return readWhole(query, cursor);
  const answered = isServerFilter(filter)
    ? await readAnswered(query, cursor)
    : undefined;
  return answered ?? readMatching(query, cursor);
}

/** All cached rows of a list, oldest first. */
export function wholeList(list: ThreadList) {
  return databases()
    .cache.threads.where('[list+order]')
    .between([list, -Infinity], [list, Infinity]);
}

async function readWhole(
  { list, page, pageSize }: ThreadViewQuery,
  cursor: CursorRow | undefined,
): Promise<ThreadRowsPage> {
  const rows = await wholeList(list)
    .reverse()
    .offset((page - 1) * pageSize)
    .limit(pageSize)
    .toArray();
  const partly = await partlyOf(list, cursor);
  const total = cursor?.total ?? (await wholeList(list).count());
  return {
    rows,
    total,
    source: 'server',
    cacheShare: partly,
    ...freshness(cursor),
  };
}

/** The server's answer to this very question, unless the cached list is clearly newer. */
async function readAnswered(
  query: ThreadViewQuery,
  list: CursorRow | undefined,
): Promise<ThreadRowsPage | undefined> {
  const { cache } = databases();
  const name = viewOf(query);
  const view = await cache.views.get(name);
  if (!view || view.asOf < (list?.asOf ?? 0) - config.answersRefreshMs) {
    return undefined;
  }
  const rows = await cache.threads.bulkGet(
    view.keys.map((key): [ThreadList, string] => [query.list, key]),
  );
  return {
    rows: rows.filter((row) => row !== undefined),
    total: view.total,
    source: 'server',
    ...freshness(await cache.cursors.get(name)),
  };
}

async function readMatching(
  query: ThreadViewQuery,
  cursor: CursorRow | undefined,
): Promise<ThreadRowsPage> {
  const { page, pageSize, list } = query;
  // Dexie freezes what it may give to others too.
  const found = await match(query);
  const { more } = query.filter;
  const checked = more && (await readMore(found, more));
  const matching = (checked?.rows ?? found).toSorted(
    (a, b) => b.order - a.order,
  );
  const partly = await partlyOf(list, cursor);
  const asked = isServerFilter(query.filter)
    ? await databases().cache.cursors.get(viewOf(query))
    : cursor;
  const { asOf } = freshness(cursor);
  return {
    rows: matching.slice((page - 1) * pageSize, page * pageSize),
    total: matching.length,
    source: 'cache',
    cacheShare: partly,
    unchecked: checked?.unchecked || undefined,
    asOf,
    failure: asked?.failure,
  };
}

/** Starts from the narrowest index that the filter offers and looks at the rest one by one. */
async function match({ list, filter }: ThreadViewQuery): Promise<ThreadRow[]> {
  const { threads } = databases().cache;
  const { county, pollingStationNumber, observerPhone, from, to } = filter;
  const isOfPhone = observerPhone ? await phoneRule(observerPhone) : undefined;
  const histories =
    filter.triage === undefined ? undefined : await readTriage();
  const stateOf = (key: string) => triageStateOf(histories?.get(key) ?? []);
  const fits = (row: ThreadRow) =>
    (county === undefined || row.county === county) &&
    (pollingStationNumber === undefined ||
      row.stationNumber === pollingStationNumber) &&
    (isOfPhone === undefined || isOfPhone(row)) &&
    (from === undefined || (row.lastModified ?? 0) >= from) &&
    (to === undefined || (row.lastModified ?? Infinity) <= to) &&
    (filter.triage === undefined || stateOf(row.key) === filter.triage);
  if (histories && filter.triage !== 'new') {
    const keys = [...histories.keys()].map((key): [ThreadList, string] => [
      list,
      key,
    ]);
    const marked = await threads.bulkGet(keys);
    return marked.flatMap((row) => (row && fits(row) ? [row] : []));
  }
  const candidates =
    county !== undefined
      ? threads
          .where('[list+county+order]')
          .between([list, county, -Infinity], [list, county, Infinity])
      : pollingStationNumber === undefined
        ? wholeList(list)
        : threads
            .where('[list+stationNumber]')
            .equals([list, pollingStationNumber]);
  return candidates.filter(fits).toArray();
}

/**
 * Says of a thread whether its observer's phone has this part, in any spelling. Some
 * servers leave the phone out of their threads: then the cached observers know it.
 */
async function phoneRule(part: string): Promise<(row: ThreadRow) => boolean> {
  // The first list does not wait for the rules of phone numbers.
  const { phoneFinder } = await loadPhones();
  const isFound = phoneFinder(part, config.phoneCountry);
  const ids = await databases()
    .cache.observers.filter((row) => isFound(row.phone))
    .primaryKeys();
  const observers = new Set(ids);
  return ({ observerId, observerPhone }) =>
    observers.has(observerId) ||
    (observerPhone !== undefined && isFound(observerPhone));
}

/** Counted only while the list is not whole: counting thousands costs a frame. */
async function partlyOf(
  list: ThreadList,
  cursor: CursorRow | undefined,
): Promise<CacheShare | undefined> {
  return isWhole(cursor)
    ? undefined
    : cacheShare(await wholeList(list).count(), cursor);
}

export function freshness(
  cursor: CursorRow | undefined,
): Pick<ThreadRowsPage, 'asOf' | 'failure'> {
  return {
    asOf: cursor?.asOf,
    failure: cursor?.failure,
  };
}
