import type { Actor } from '@/domain/user';

import { userKeyOf } from './open';

const lockOf = (actor: Actor) => `vmo:databases:${userKeyOf(actor)}`;

/**
 * Takes a shared lock on the databases of a user: another tab cannot delete them
 * meanwhile. Waits while a tab deletes them. The browser frees the lock of a tab
 * that dies.
 * @returns the end of the use.
 */
export function acquireDatabases(actor: Actor): Promise<() => void> {
  return new Promise((resolve, reject) => {
    const use = () => new Promise<void>((leave) => resolve(leave));
    navigator.locks
      .request(lockOf(actor), { mode: 'shared' }, use)
      .catch(reject);
  });
}

/**
 * Waits until no tab uses the databases of a user, and lets none begin before
 * `run` has ended. Without it a tab that has only just begun opens what was
 * deleted, and so makes it anew: Dexie opens with the first read.
 */
export async function withExclusiveDatabases(
  actor: Actor,
  run: () => Promise<void>,
): Promise<void> {
  await navigator.locks.request(lockOf(actor), run);
}
