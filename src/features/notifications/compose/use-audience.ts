import type { Pull } from '@/data/live/use-pull';
import { useRealIds } from '@/data/notifications';
import { useObservers, useObserversPull } from '@/data/observers/observers';
import { readRecipients } from '@/domain/notification';
import type { Failure } from '@/domain/outbox/outcome';

import type { Chosen, Person } from './audience';
import { resolveChosen } from './audience';
import type { CountyFilter } from './use-county-filter';

/** Who the message would go to. */
export interface Audience {
  /** all: to everybody. county: to those a search found. chosen: to those named in the address. */
  kind: 'all' | 'county' | 'chosen';
  /** As far as they are cached here when it goes to all; undefined while not known. */
  people?: readonly Person[] | undefined;
  /** Undefined while not known. */
  count?: number | undefined;
  /** Those named who cannot get it. */
  left?: Pick<Chosen, 'unsent' | 'gone'> | undefined;
  /** How fresh names and last contacts are. */
  freshness?:
    | { asOf?: number | undefined; failure?: Failure | undefined }
    | undefined;
}

const none: readonly number[] = [];

/**
 * Who the message would go to now: those named in the address, else those that
 * the county filter found, else everybody (docs/specification.md 2).
 * `toObserverIds` is null when the address names nobody.
 */
export function useAudience(
  toObserverIds: string | null,
  filter: CountyFilter,
): {
  audience: Audience;
  ids?: readonly number[] | undefined;
  /** This page's question for all observers. */
  pull: Pull;
} {
  const ids =
    toObserverIds === null ? undefined : readRecipients(toObserverIds);
  const observers = useObservers();
  const pull = useObserversPull();
  const realIds = useRealIds(ids ?? none);

  if (ids) {
    if (!observers || !realIds) {
      return { audience: { kind: 'chosen' }, ids, pull };
    }
    const { rows, isWhole } = observers;
    const { people, ...left } = resolveChosen(ids, realIds, rows, isWhole);
    const count = people.length;
    const audience: Audience = {
      kind: 'chosen',
      people,
      count,
      left,
      freshness: observers,
    };
    return { audience, ids, pull };
  }
  if (filter.county) {
    const people = filter.found?.map((observer) => ({
      id: observer.id,
      observer,
    }));
    if (!people) return { audience: { kind: 'county' }, pull };
    const count = people.length;
    const freshness = { asOf: filter.foundAt };
    return { audience: { kind: 'county', people, count, freshness }, pull };
  }
  if (!observers) return { audience: { kind: 'all' }, pull };
  const people = observers.rows
    .filter(({ id }) => id > 0)
    .map((observer) => ({ id: observer.id, observer }));
  const count = observers.isWhole
    ? people.length
    : (observers.total ?? undefined);
  return {
    audience: { kind: 'all', people, count, freshness: observers },
    pull,
  };
}
