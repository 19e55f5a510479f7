import type { County } from '@/domain/county';
import type { TriageState } from '@/domain/triage/triage';

import type { MoreFilter } from './more-filter';

/**
 * The server has two lists; one thread can stand in both (docs/api-contract.md
 * 4.2 `isUrgent`).
 */
export type ThreadList = 'urgent' | 'all';

/** One (observer, polling station) pair, as one of the two lists shows it. */
export interface Thread {
  /** `observerId:pollingStationId`. */
  key: string;
  observerId: number;
  pollingStationId: number;
  pollingStationName: string;
  observerName: string;
  observerPhone?: string | undefined;
  /** Epoch ms of the newest answer of the list's kind; some servers do not say. */
  lastModified?: number | undefined;
}

/**
 * Filters of the answers screen (docs/specification.md 2, docs/product.md 4).
 * Absent = no filter.
 */
export interface ThreadFilter {
  /** County code. */
  county?: string | undefined;
  pollingStationNumber?: number | undefined;
  observerPhone?: string | undefined;
  /** Epoch ms, inclusive. */
  from?: number | undefined;
  /** Epoch ms, inclusive. */
  to?: number | undefined;
  /** What staff decided, as far as this device knows. */
  triage?: TriageState | undefined;
  more?: MoreFilter | undefined;
}

/** What a thread is known by. */
export type ThreadPair = Pick<Thread, 'observerId' | 'pollingStationId'>;

/** One page of a list under a filter. */
export interface ThreadViewQuery {
  list: ThreadList;
  filter: ThreadFilter;
  /** From 1. */
  page: number;
  pageSize: number;
}

export function threadKey(observerId: number, pollingStationId: number) {
  return `${observerId}:${pollingStationId}`;
}

/** The pair that a key names; undefined for a text that is no key. */
export function pairOfKey(key: string): ThreadPair | undefined {
  const [, observerId, pollingStationId] =
    /^(\d{1,15}):(\d{1,15})$/.exec(key) ?? [];
  return observerId === undefined
    ? undefined
    : {
        observerId: Number(observerId),
        pollingStationId: Number(pollingStationId),
      };
}

/** Whether the filter lets everything through. */
export function isEmptyFilter(filter: ThreadFilter): boolean {
  return Object.values(filter).every((value) => value === undefined);
}

/**
 * Whether a server can answer the filter: it has no from and to
 * (docs/api-contract.md 4.2), knows no decisions of staff, and compares phones letter
 * by letter, which finds none that is stored in another spelling.
 */
export function isServerFilter(filter: ThreadFilter): boolean {
  return (
    filter.observerPhone === undefined &&
    filter.from === undefined &&
    filter.to === undefined &&
    filter.triage === undefined &&
    filter.more === undefined
  );
}

/** A station's name split at its last space, so that the number is never cut off. */
export function splitStationName(name: string): {
  place: string;
  number: string;
} {
  const space = name.lastIndexOf(' ');
  const number = name.slice(space + 1);
  if (space < 0 || !/^\d+$/.test(number)) return { place: name, number: '' };
  return { place: name.slice(0, space), number };
}

/**
 * The county and station number that a station's name tells: it begins with the
 * county's name or code and ends with the number (docs/api-contract.md 4.2).
 * @returns absent parts where the name does not tell.
 */
export function placeOf(
  stationName: string,
  counties: readonly County[],
): { county?: string | undefined; stationNumber?: number | undefined } {
  const { place, number } = splitStationName(stationName);
  const starts = (prefix: string) =>
    place.startsWith(prefix) &&
    (place.length === prefix.length || place[prefix.length] === ' ');
  let best: County | undefined;
  for (const county of counties) {
    const fits = starts(county.name) || starts(county.code);
    if (fits && (!best || county.name.length > best.name.length)) best = county;
  }
  return {
    county: best?.code,
    stationNumber: number === '' ? undefined : Number(number),
  };
}

/**
 * Numbers that fall along the server's order of a list. Where the server says when
 * a thread changed, that is the number. Where it does not, a thread keeps its
 * number as long as the order holds and gets a higher one when it moved up.
 * @param threads in the server's order, newest first, from the top of the list.
 * @param known the numbers so far, by key. @param now epoch ms.
 */
export function orderThreads(
  threads: readonly Pick<Thread, 'key' | 'lastModified'>[],
  known: ReadonlyMap<string, number>,
  now: number,
): Map<string, number> {
  const orders = new Map<string, number>();
  let below = Number.NEGATIVE_INFINITY;
  for (const [at, thread] of [...threads.entries()].toReversed()) {
    const number = thread.lastModified ?? known.get(thread.key);
    const isInPlace =
      thread.lastModified !== undefined ||
      (number !== undefined && number > below);
    const order =
      number !== undefined && isInPlace
        ? number
        : Math.max(now - at, below + 1);
    orders.set(thread.key, order);
    below = Math.max(below, order);
  }
  return orders;
}

/** Name of one page of a filtered list: equal questions have equal names. */
export function viewOf(query: ThreadViewQuery): string {
  const { list, filter, page, pageSize } = query;
  const { county, pollingStationNumber, observerPhone } = filter;
  const asked = [county, pollingStationNumber, observerPhone, page, pageSize];
  return `view:${list}:${JSON.stringify(asked)}`;
}
