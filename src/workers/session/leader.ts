import { dropOtherRole } from '@/db/cache';
import type { Databases } from '@/db/open';
import { assertFreshBuild } from '@/db/writer';

interface Contest {
  locks: LockManager;
  databases: Databases;
  /** Gives up waiting, or tells a leading run to end. */
  signal: AbortSignal;
  /**
   * Takes the lock from a holder that gave no sign of life: a frozen tab keeps
   * its lock for as long as it sleeps. The holder can commit nothing any more.
   */
  steal?: boolean | undefined;
  /** Called when another tab took the lock away. */
  onLost?: (() => void) | undefined;
}

/**
 * Leads once no other tab does, until `signal` aborts or `run` ends. The lock is
 * held from inside the first request's callback: probing first and claiming
 * later lets two tabs lead at once.
 * @param run gets the fencing epoch of this leadership.
 */
export async function lead(
  { locks, databases, signal, steal = false, onLost }: Contest,
  run: (epoch: number) => Promise<void>,
): Promise<void> {
  let running: Promise<void> | undefined;
  try {
    await locks.request(
      `vmo:leader:${databases.userKey}`,
      steal ? { steal } : { signal },
      async () => {
        if (signal.aborted) return;
        running = raiseEpoch(databases).then(run);
        await running;
      },
    );
  } catch (error) {
    const isLost = error instanceof DOMException && error.name === 'AbortError';
    // Also taken away before it was used: then nothing runs yet.
    if (isLost && (running || !signal.aborted)) {
      onLost?.();
      await running;
      return;
    }
    // Given up while waiting for the lock: that is what the signal is for.
    if (!signal.aborted) throw error;
  }
}

/**
 * Takes the next epoch: first in `intent`, then mirrored to `cache`, with the role
 * in which this leader reads.
 * From here on an older leader, frozen or slow, can commit nothing.
 * @throws StaleBuildError when a newer build has shut this one out.
 */
async function raiseEpoch({
  intent,
  cache,
  organizer,
}: Databases): Promise<number> {
  const epoch = await intent.transaction('rw', intent.meta, async () => {
    await assertFreshBuild(intent);
    const row = await intent.meta.get('leaderEpoch');
    const next = (typeof row?.v === 'number' ? row.v : 0) + 1;
    await intent.meta.put({ k: 'leaderEpoch', v: next });
    return next;
  });
  await dropOtherRole(cache, organizer);
  await cache.meta.bulkPut([
    { k: 'leaderEpoch', v: epoch },
    { k: 'organizer', v: organizer },
  ]);
  return epoch;
}
