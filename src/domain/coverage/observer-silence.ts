import type { Observer } from '@/domain/observers/observer';

import type { Contact } from './contact';
import { contactsOf, isNewer, silentFor } from './contact';
import type { Report } from './report';

/**
 * What is known of an observer's contact. reported: a report or note has a time.
 * undated: there are reports, but the server tells no times. seenWithoutReport: a
 * note, and no report. neverSeen: neither. unchecked: no report is cached, but
 * the lists are not whole, so there may be one.
 */
type ContactState =
  | 'reported'
  | 'undated'
  | 'seenWithoutReport'
  | 'neverSeen'
  | 'unchecked';

/** An observer in the list of whom to call. */
export interface ObserverSilence {
  observerId: number;
  /** Absent when the observer has threads, but is not cached. */
  observer?: Pick<Observer, 'id' | 'name' | 'phone'> | undefined;
  state: ContactState;
  /** Epoch ms of the newest answer or note, anywhere; see `Contact`. */
  lastContactAt?: number | undefined;
  /** Ms since then. */
  silentForMs?: number | undefined;
  /** Of the county that was asked for: the newest thread, and what it stands among. */
  lastReport?: Report | undefined;
  stations: number;
  urgent: number;
}

export interface SilenceQuery {
  /** County code: only observers with a report in it. Absent: all observers. */
  county?: string | undefined;
  /** Epoch ms by the server's clock. */
  now: number;
  /** All threads and observers of the server are cached. */
  isWhole: boolean;
}

/**
 * A row for each observer, longest silence first; then those without a time, by
 * id. Inside a county stations and urgent threads are those of the county, while
 * silence ends with a report from anywhere: who moved on is not silent.
 */
export function observerSilence(
  reports: readonly Report[],
  observers: readonly Pick<Observer, 'id' | 'name' | 'phone' | 'lastSeen'>[],
  { county, now, isWhole }: SilenceQuery,
): ObserverSilence[] {
  const known = new Map(observers.map((each) => [each.id, each]));
  const rows: ObserverSilence[] = [];
  for (const contact of contactsOf(reports, observers).values()) {
    const { observerId, lastContactAt } = contact;
    const row: ObserverSilence = {
      observerId,
      observer: known.get(observerId),
      state: stateOf(contact, isWhole),
      lastContactAt,
      silentForMs: silentFor(contact, now),
      stations: 0,
      urgent: 0,
    };
    for (const report of contact.reports) {
      if (county !== undefined && report.county !== county) continue;
      // A thread is one observer at one station.
      row.stations += 1;
      row.urgent += Number(report.isUrgent);
      if (isNewer(report, row.lastReport)) row.lastReport = report;
    }
    if (county === undefined || row.stations > 0) rows.push(row);
  }
  return rows.sort(
    (a, b) =>
      (b.silentForMs ?? -1) - (a.silentForMs ?? -1) ||
      a.observerId - b.observerId,
  );
}

function stateOf(
  { reports, lastContactAt }: Contact,
  isWhole: boolean,
): ContactState {
  if (reports.length > 0) {
    return lastContactAt === undefined ? 'undated' : 'reported';
  }
  if (!isWhole) return 'unchecked';
  return lastContactAt === undefined ? 'neverSeen' : 'seenWithoutReport';
}

/** Minutes of silence that the list can be filtered by. */
export const SILENCE_MINUTES = [30, 60, 120] as const;

/** What the list of observers can be filtered by. */
export type SilenceFilter =
  | (typeof SILENCE_MINUTES)[number]
  | 'neverSeen'
  | 'seenWithoutReport';

/**
 * Whether an observer is meant by a filter. Without a time nobody is silent: the
 * states say what is known of them.
 */
export function matchesSilence(
  { state, silentForMs }: Pick<ObserverSilence, 'state' | 'silentForMs'>,
  filter: SilenceFilter,
): boolean {
  if (typeof filter !== 'number') return state === filter;
  return silentForMs !== undefined && silentForMs > filter * 60_000;
}
