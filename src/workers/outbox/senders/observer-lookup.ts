import { getObservers } from '@/api/observers';
import { SWEEP_PAGE_SIZE } from '@/config';
import type { Observer } from '@/domain/observers/observer';
import type { Failure } from '@/domain/outbox/outcome';

import type { Engine } from '@/workers/engine';
import { isCleanSweep, ROUNDS, wholeSize } from '@/workers/pull/sweep';

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
    const found = await search(engine, { phone }, LOOK_UP_SIZE, fits);
    if (found !== 'none') return found;
  }
  return 'none';
}

/**
 * Asks the server for the observer of this id. Others may have given it another
 * phone, so what no phone finds is looked for in the whole list before it is
 * called gone.
 * @returns the observer, 'none' when the server has none, or why nobody can tell:
 * also when the list moved while it was read.
 */
export async function findById(
  engine: Engine,
  id: number,
  phones: readonly string[],
): Promise<Observer | 'none' | Failure> {
  const found = await findObserver(engine, phones, isThis(id));
  if (found !== 'none') return found;
  return search(engine, {}, SWEEP_PAGE_SIZE, isThis(id));
}

/**
 * Asks the server which observers have this phone.
 * @returns their ids, or why nobody can tell.
 */
export async function findIdsByPhone(
  engine: Engine,
  phone: string,
): Promise<number[] | Failure> {
  const ids = new Set<number>();
  // None fits, so the search goes through every row until one reading is clean.
  const found = await search(engine, { phone }, LOOK_UP_SIZE, (observer) => {
    if (observer.phone === phone) ids.add(observer.id);
    return false;
  });
  return found === 'none' || 'id' in found ? [...ids] : found;
}

/**
 * Looks through a list of the server, page by page; after a torn reading in one
 * request of the known total. Only a clean reading proves that there is none.
 */
async function search(
  engine: Engine,
  filter: { phone?: string },
  firstSize: number,
  fits: (observer: Observer) => boolean,
): Promise<Observer | 'none' | Failure> {
  let pageSize = firstSize;
  for (let round = 1; round <= ROUNDS; round += 1) {
    const seen = new Set<number>();
    const totals: number[] = [];
    for (let page = 1; ; page += 1) {
      const query = { ...filter, page, pageSize };
      const reply = await getObservers(engine.push, query);
      if (!reply.ok) return reply.failure;
      if (!reply.value) return { kind: 'unreadable' };
      const { data, totalItems, totalPages } = reply.value;
      const found = data.find(fits);
      if (found) return found;
      for (const observer of data) seen.add(observer.id);
      totals.push(totalItems);
      if (page >= totalPages || data.length === 0) break;
    }
    if (isCleanSweep(totals, seen.size)) return 'none';
    pageSize = wholeSize(totals.at(-1) ?? 0);
  }
  return { kind: 'unreadable' };
}
