import type { Observer } from '@/domain/observers/observer';

import type { Reports } from './report';

/** What an observer's contact is told from; `lastSeen` counts notes, too. */
export type SeenObserver = Pick<Observer, 'id' | 'lastSeen'>;

/** When and where observers were last heard of. */
export interface Contacts<Seen extends SeenObserver> {
  /**
   * Of each observer with a thread, by the place in `Reports`: epoch ms of the
   * newest answer or note. Only answers where the server tells no `lastSeen`
   * (docs/api-contract.md 3); NaN when nothing has a time.
   */
  lastContactAt: Float64Array;
  /** Of each of them the newest thread that has a time, -1 without one. */
  lastReport: Int32Array;
  /** Cached observers without a thread, who may have written a note. */
  others: Seen[];
}

/**
 * The contacts of all who have a report or are cached. Observers are asked for
 * because a note changes `lastSeen` and no thread.
 */
export function contactsOf<Seen extends SeenObserver>(
  reports: Reports,
  observers: readonly Seen[],
): Contacts<Seen> {
  const { observerIds, observerAt, times } = reports;
  const lastReport = new Int32Array(observerIds.length).fill(-1);
  const lastContactAt = new Float64Array(observerIds.length).fill(Number.NaN);
  for (let at = 0; at < reports.length; at += 1) {
    const time = times[at] ?? Number.NaN;
    const observer = reports.observers[at] ?? 0;
    const before = lastContactAt[observer] ?? Number.NaN;
    // Most threads differ in time: the whole comparison is asked for the others.
    const isLater =
      time === before
        ? isNewer(reports, at, lastReport[observer] ?? -1)
        : time > before || (Number.isNaN(before) && !Number.isNaN(time));
    if (!isLater) continue;
    lastReport[observer] = at;
    lastContactAt[observer] = time;
  }
  const others: Seen[] = [];
  for (const each of observers) {
    const observer = observerAt.get(each.id);
    if (observer === undefined) {
      others.push(each);
    } else if (each.lastSeen !== undefined) {
      const reportedAt = lastContactAt[observer] ?? Number.NaN;
      lastContactAt[observer] = Math.max(each.lastSeen, reportedAt || 0);
    }
  }
  return { lastContactAt, lastReport, others };
}

/** Ms without contact at `now`; 0 when the server's clock is ahead of it. */
export function silentFor(lastContactAt: number, now: number): number {
  return Math.max(0, now - lastContactAt);
}

/**
 * Whether an observer reported later to one thread than to another (-1: to none);
 * of two of one moment that of the greater station id, in any order of rows.
 */
export function isNewer(reports: Reports, at: number, than: number): boolean {
  if (than < 0) return true;
  const { times, pollingStationIds } = reports;
  const mine = times[at] || 0;
  const theirs = times[than] || 0;
  return (
    mine > theirs ||
    (mine === theirs &&
      (pollingStationIds[at] ?? 0) > (pollingStationIds[than] ?? 0))
  );
}
