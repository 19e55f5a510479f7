import { getObservers } from '@/api/observers';
import type { Observer } from '@/domain/observer';
import type { Failure } from '@/domain/outcome';

import type { Engine } from './engine';

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
