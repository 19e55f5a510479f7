import { getObserverCount, getObservers } from '@/api/observers';
import { SWEEP_PAGE_SIZE } from '@/config';
import type { Observer } from '@/domain/observers/observer';
import type { Failure } from '@/domain/outbox/outcome';

import type { Engine } from '@/workers/engine/engine';
import type { WholeReading } from '@/workers/pull/read-whole';
import { readWhole } from '@/workers/pull/read-whole';
import { isMassLoss } from '@/workers/pull/sweep';

/** The phone filter is "contains": more rows than the one meant may come. */
const LOOK_UP_SIZE = 100;

/** Accepts the observer with this id. */
export function isThis(id: number): (observer: Observer) => boolean {
  return (observer) => observer.id === id;
}

/**
 * Asks the server for an observer by phone (docs/api-contract.md 3.1).
 * @returns the first that fits, 'none' when the server has none, or why it could
 * not be asked or nobody can tell.
 */
export async function findObserver(
  engine: Engine,
  phones: readonly string[],
  fits: (observer: Observer) => boolean,
): Promise<Observer | 'none' | Failure> {
  for (const phone of new Set(phones)) {
    const found = await search(engine, { phone }, fits);
    if (found !== 'none') return found;
  }
  return 'none';
}

/**
 * Asks the server for the observer of this id. Others may have changed the
 * phone, so the whole list is read before the observer is called gone.
 * @returns the observer, 'none' when the server has none, or why nobody can tell:
 * also when the list moved while it was read.
 */
export async function findById(
  engine: Engine,
  id: number,
  phones: readonly string[],
): Promise<Observer | 'none' | Failure> {
  const found = await findObserver(engine, phones, isThis(id));
  return found === 'none' ? findInList(engine, isThis(id)) : found;
}

/** The same of the whole list, for what no phone tells. */
export function findInList(
  engine: Engine,
  fits: (observer: Observer) => boolean,
): Promise<Observer | 'none' | Failure> {
  return search(engine, {}, fits);
}

/**
 * Asks the server which observers have this phone.
 * @returns their ids, or why nobody can tell.
 */
export async function findIdsByPhone(
  engine: Engine,
  phone: string,
): Promise<number[] | Failure> {
  const reading = await readObservers(engine, { phone });
  if ('kind' in reading) return reading;
  if (!reading.isClean) return { kind: 'unreadable' };
  const having = reading.rows.filter((observer) => observer.phone === phone);
  return having.map(({ id }) => id);
}

/** Asks the server for the ids of all observers, or why nobody can tell. */
export async function findAllIds(
  engine: Engine,
): Promise<ReadonlySet<number> | Failure> {
  const reading = await readObservers(engine, {});
  if ('kind' in reading) return reading;
  return reading.isClean
    ? new Set(reading.rows.map(({ id }) => id))
    : { kind: 'unreadable' };
}

/** Only a clean reading proves that there is none. */
async function search(
  engine: Engine,
  filter: Filter,
  fits: (observer: Observer) => boolean,
): Promise<Observer | 'none' | Failure> {
  const reading = await readObservers(engine, filter, fits);
  if ('kind' in reading) return reading;
  const found = reading.rows.find(fits);
  return found ?? (reading.isClean ? 'none' : { kind: 'unreadable' });
}

/**
 * Whether an observer whom one reading of the list lacks may be there all the same: a
 * second reading has the row, or lacks so many of the cached observers or of those that
 * the server counts that it proves no deletion, as while a backup is restored.
 * @returns why nobody can tell, if so.
 */
export async function mayBeThere(
  engine: Engine,
  id: number,
): Promise<boolean | Failure> {
  const there = await findCountedIds(engine);
  if ('kind' in there) return there;
  const { ids, isShort } = there;
  if (isShort || ids.has(id)) return true;
  const { observers } = engine.databases.cache;
  const cached = await observers.toCollection().primaryKeys();
  const missed = cached.filter((each) => !ids.has(each));
  return isMassLoss(missed.length, cached.length);
}

/**
 * Asks the server for the ids of all observers.
 * @returns also whether the server counts more of them: then absence proves nothing.
 * Otherwise why nobody can tell.
 */
export async function findCountedIds(
  engine: Engine,
): Promise<{ ids: ReadonlySet<number>; isShort: boolean } | Failure> {
  const ids = await findAllIds(engine);
  if ('kind' in ids) return ids;
  const counted = await getObserverCount(engine.push);
  if (!counted.ok) return counted.failure;
  return { ids, isShort: (counted.value ?? 0) > ids.size };
}

interface Filter {
  phone?: string | undefined;
}

async function readObservers(
  engine: Engine,
  filter: Filter,
  until?: (observer: Observer) => boolean,
): Promise<WholeReading<Observer> | Failure> {
  const reading = await readWhole({
    ask: (query) => getObservers(engine.push, { ...filter, ...query }),
    pageSize: filter.phone === undefined ? SWEEP_PAGE_SIZE : LOOK_UP_SIZE,
    until,
  });
  if (reading === 'notModified') return { kind: 'unreadable' };
  return 'ok' in reading ? reading.failure : reading;
}
