import type { Observer } from '@/domain/observers/observer';

import type { SeenObserver } from './contact';
import { contactsOf, isNewer, silentFor } from './contact';
import type { Report, Reports } from './report';
import { reportAt } from './report';

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
  /** Epoch ms of the newest answer or note, anywhere; see `Contacts`. */
  lastContactAt?: number | undefined;
  /** Ms since then. */
  silentForMs?: number | undefined;
  /** Of the county that was asked for: the newest thread, and what it stands among. */
  lastReport?: Report | undefined;
  stations: number;
  urgent: number;
}

type KnownPerson = SeenObserver & Pick<Observer, 'name' | 'phone'>;

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
  reports: Reports,
  observers: readonly KnownPerson[],
  { county, now, isWhole }: SilenceQuery,
): ObserverSilence[] {
  const { observerIds, firstOf, next, countyCodes } = reports;
  const people = new Map(observers.map((each) => [each.id, each]));
  const contacts = contactsOf(reports, observers);
  const rows: ObserverSilence[] = [];
  const meant = county === undefined ? undefined : countyCodes.indexOf(county);
  for (const [place, observerId] of observerIds.entries()) {
    let stations = 0;
    let urgent = 0;
    let last = -1;
    for (let at = firstOf[place] ?? -1; at >= 0; at = next[at] ?? -1) {
      if (meant !== undefined && reports.counties[at] !== meant) continue;
      // A thread is one observer at one station.
      stations += 1;
      urgent += reports.urgent[at] ?? 0;
      if (isNewer(reports, at, last)) last = at;
    }
    if (last < 0) continue;
    const heardAt = contacts.lastContactAt[place] ?? Number.NaN;
    rows.push({
      observerId,
      observer: people.get(observerId),
      stations,
      urgent,
      lastReport: reportAt(reports, last),
      ...(Number.isNaN(heardAt)
        ? { state: 'undated' }
        : { state: 'reported', ...silence(heardAt, now) }),
    });
  }
  if (county === undefined) {
    for (const observer of contacts.others) {
      rows.push({
        observerId: observer.id,
        observer,
        stations: 0,
        urgent: 0,
        state: stateWithoutReport(observer, isWhole),
        ...(observer.lastSeen === undefined
          ? {}
          : silence(observer.lastSeen, now)),
      });
    }
  }
  return rows.sort(
    (a, b) =>
      (b.silentForMs ?? -1) - (a.silentForMs ?? -1) ||
      a.observerId - b.observerId,
  );
}

function silence(lastContactAt: number, now: number) {
  return { lastContactAt, silentForMs: silentFor(lastContactAt, now) };
}

function stateWithoutReport(
  { lastSeen }: SeenObserver,
  isWhole: boolean,
): ContactState {
  if (!isWhole) return 'unchecked';
  return lastSeen === undefined ? 'neverSeen' : 'seenWithoutReport';
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
