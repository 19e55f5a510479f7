import type { Observer } from '@/domain/observers/observer';

import type { Report } from './report';

/** What an observer's contact is told from; `lastSeen` counts notes, too. */
export type SeenObserver = Pick<Observer, 'id' | 'lastSeen'>;

/** When and where an observer was last heard of. */
export interface Contact {
  observerId: number;
  /** All threads of the observer. */
  reports: Report[];
  /** The newest thread that has a time. */
  lastReport?: Report | undefined;
  /**
   * Epoch ms of the newest answer or note. Only answers where the server tells no
   * `lastSeen` (docs/api-contract.md 3); absent when nothing has a time.
   */
  lastContactAt?: number | undefined;
}

/**
 * The contact of each observer who has a report or is cached, by id. Observers
 * are asked for because a note changes `lastSeen` and no thread.
 */
export function contactsOf(
  reports: readonly Report[],
  observers: readonly SeenObserver[],
): Map<number, Contact> {
  const contacts = new Map<number, Contact>();
  for (const { id, lastSeen } of observers) {
    contacts.set(id, { observerId: id, reports: [], lastContactAt: lastSeen });
  }
  for (const report of reports) {
    const { observerId, lastReportAt } = report;
    let contact = contacts.get(observerId);
    if (!contact) {
      contact = { observerId, reports: [] };
      contacts.set(observerId, contact);
    }
    contact.reports.push(report);
    if (lastReportAt === undefined) continue;
    if (isNewer(report, contact.lastReport)) contact.lastReport = report;
    contact.lastContactAt = Math.max(contact.lastContactAt ?? 0, lastReportAt);
  }
  return contacts;
}

/**
 * Ms without contact at `now`; 0 when the server's clock is ahead of it. Absent
 * when nothing has a time.
 */
export function silentFor(
  { lastContactAt }: Pick<Contact, 'lastContactAt'>,
  now: number,
): number | undefined {
  return lastContactAt === undefined
    ? undefined
    : Math.max(0, now - lastContactAt);
}

/**
 * Whether an observer reported later to one thread than to another; of two of one
 * moment that of the greater station id, in any order of rows.
 */
export function isNewer(report: Report, than: Report | undefined): boolean {
  if (!than) return true;
  const mine = report.lastReportAt ?? 0;
  const theirs = than.lastReportAt ?? 0;
  return (
    mine > theirs ||
    (mine === theirs && report.pollingStationId > than.pollingStationId)
  );
}
