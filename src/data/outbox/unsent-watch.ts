import { liveQuery } from 'dexie';

import type { Databases } from '@/db/open';
import { databases } from '@/db/open';
import { countOpenOps } from '@/db/open-ops';
import { isStaleBuild } from '@/db/writer';

/** The work of the signed-in user, as it stands in the database. */
export interface UnsentWork {
  /** Of which outbox; undefined: somebody emptied the database under us. */
  instance: string | undefined;
  /** Changes that the server does not have yet. */
  unsent: number;
  /** A newer build has been here: this one may only read. */
  isStale: boolean;
}

type Watcher = (work: UnsentWork) => void;

const watchers = new Set<Watcher>();

/** Hears of the work now and whenever it changes, in any tab. Returns the undo. */
export function watchWork(onWork: Watcher): () => void {
  const { intent } = databases();
  const watch = liveQuery(() =>
    intent.transaction('r', intent.meta, intent.outbox, () => readWork(intent)),
  ).subscribe(onWork);
  watchers.add(onWork);
  return () => {
    watch.unsubscribe();
    watchers.delete(onWork);
  };
}

/**
 * Tells this page's watchers at once what it has just kept: their own reading
 * comes later, and a database that is deleted before it would be missed by nobody.
 * @param work as the transaction that kept it read it.
 */
export function tellWork(work: UnsentWork): void {
  for (const onWork of watchers) onWork(work);
}

/** Call inside a transaction on outbox and meta. */
export async function readWork(
  intent: Databases['intent'],
): Promise<UnsentWork> {
  const row = await intent.meta.get('instanceId');
  return {
    instance: typeof row?.v === 'string' ? row.v : undefined,
    unsent: await countOpenOps(intent.outbox),
    isStale: await isStaleBuild(intent),
  };
}
