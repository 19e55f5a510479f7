import { liveQuery } from 'dexie';

import type { LocalWork } from '@/data/device/local-work';
import { countLocalWork } from '@/data/device/local-work';
import type { ServerMarks } from '@/data/triage/triage';
import { countUnshared, readServerMarks } from '@/data/triage/triage';
import { databases } from '@/db/open';
import { countOpenOps } from '@/db/open-ops';
import {
  isStaleBuild,
  mayOlderBuildsWrite,
  raiseWriterVersion,
} from '@/db/writer';
import { sync } from '@/workers/client';

import { retryOp } from './change-ops';
import type { UnsentWork } from './unsent-watch';
import { readWork } from './unsent-watch';

/**
 * Says at the door that this build is here (docs/offline-design.md 12): gives
 * a new outbox its name, and shuts older builds out from writing. Where both are
 * done it only reads: a write holds up the sync worker.
 * @throws when the databases cannot be opened.
 */
export async function checkIn(): Promise<UnsentWork> {
  const { intent, actor } = databases();
  const { meta, outbox } = intent;
  const isUnnamed = async () => !(await meta.get('instanceId'));
  const known = await intent.transaction('r', meta, outbox, async () => {
    const isNews = (await mayOlderBuildsWrite(intent)) || (await isUnnamed());
    return isNews ? undefined : readWork(intent);
  });
  if (known) return known;
  return intent.transaction('rw', meta, outbox, async () => {
    if (!(await isStaleBuild(intent))) {
      await raiseWriterVersion(intent);
      if (await isUnnamed()) {
        await meta.put({ k: 'actor', v: actor });
        await meta.put({ k: 'instanceId', v: crypto.randomUUID() });
      }
    }
    return readWork(intent);
  });
}

/**
 * What a logout that deletes everything would lose. May be called in a transaction on
 * `intent`, with the server's marks read before it.
 */
export async function countLosses(
  marks?: ServerMarks,
): Promise<LocalWork & { unsent: number; drafts: number }> {
  const known = marks ?? (await readServerMarks());
  const { outbox, drafts } = databases().intent;
  const [unsent, kept, unshared, local] = await Promise.all([
    countOpenOps(outbox),
    drafts.count(),
    countUnshared(known),
    countLocalWork(),
  ]);
  return { unsent, drafts: kept, ...unshared, ...local };
}

/** Sends now what waits, also what waits for its next try. */
export async function sendWaiting(): Promise<void> {
  const { outbox } = databases().intent;
  const sleeping = await outbox.where('state').equals('retryWait').toArray();
  for (const op of sleeping) await retryOp(op);
  await sync.freshen();
}

/**
 * Gives requests on their way a moment to end, so that nobody has to find out
 * afterwards what became of them. @param ms at most so long.
 */
export async function settleRequests(ms: number): Promise<void> {
  const { outbox } = databases().intent;
  const until = Date.now() + ms;
  while (Date.now() < until) {
    const inflight = await outbox.where('state').equals('inflight').count();
    if (inflight === 0) return;
    await new Promise((resolve) => {
      setTimeout(resolve, 50);
    });
  }
}

/** Hears when the server last answered with both thread lists, in epoch ms. Returns the undo. */
export function watchContact(onContact: (at: number) => void): () => void {
  const { cache } = databases();
  const watch = liveQuery(() =>
    cache.cursors.bulkGet(['threads:urgent', 'threads:all']),
  ).subscribe((heads) => {
    const stamps = heads.flatMap((head) => head?.asOf ?? []);
    if (stamps.length > 0) onContact(Math.max(...stamps));
  });
  return () => watch.unsubscribe();
}

export { layReserve } from '@/db/reserve';
