import { getObservers } from '@/api/observers';
import { SWEEP_PAGE_SIZE } from '@/config';
import type { Observer } from '@/domain/observer';
import type { Failure } from '@/domain/outcome';

import type { Engine } from './engine';
import { isCleanSweep } from './sweep';

/** The phone filter is "contains": more rows than the one meant may come. */
const LOOK_UP_SIZE = 100;

/** Accepts the observer with this id. */
export function isThis(id: number): (observer: Observer) => boolean {
  return (observer) => observer.id === id;
}

/**
 * Asks the host for an observer by phone (contract 3.1).
 * @returns the first that fits, 'none' when the host has none, or why it could
 * not be asked.
 */
export async function findObserver(
  engine: Engine,
  phones: readonly string[],
  fits: (observer: Observer) => boolean,
): Promise<Observer | 'none' | Failure> {
  for (const phone of new Set(phones)) {
    const reply = await getObservers(engine.push, {
      phone,
      page: 1,
      pageSize: LOOK_UP_SIZE,
    });
    if (!reply.ok) return reply.failure;
    const found = reply.value?.data.find(fits);
    if (found) return found;
  }
  return 'none';
}

/**
 * Asks the host for the observer of this id. Others may have given it another
 * phone, so what no phone finds is looked for in the whole list before it is
 * called gone.
 * @returns the observer, 'none' when the host has none, or why nobody can tell:
 * also when the list moved while it was read.
 */
export async function findById(
  engine: Engine,
  id: number,
  phones: readonly string[],
): Promise<Observer | 'none' | Failure> {
  const found = await findObserver(engine, phones, isThis(id));
  if (found !== 'none') return found;
  const seen = new Set<number>();
  const totals: number[] = [];
  for (let page = 1; ; page += 1) {
    const query = { page, pageSize: SWEEP_PAGE_SIZE };
    const reply = await getObservers(engine.push, query);
    if (!reply.ok) return reply.failure;
    if (!reply.value) return { kind: 'unreadable' };
    const { data, totalItems, totalPages } = reply.value;
    const it = data.find(isThis(id));
    if (it) return it;
    for (const observer of data) seen.add(observer.id);
    totals.push(totalItems);
    if (page < totalPages && data.length > 0) continue;
    return isCleanSweep(totals, seen.size) ? 'none' : { kind: 'unreadable' };
  }
}
