import { liveQuery } from 'dexie';

import type { Databases } from '@/db/open';
import { databases } from '@/db/open';
import { countOpenOps } from '@/db/open-ops';
import { isStaleBuild } from '@/db/writer';

/** The work of the signed-in user, as it stands in the database. */
export interface UnsentWork {
  /** Id of the outbox; undefined when another tab emptied the database. */
  instance: string | undefined;
  /** Changes that the server does not have yet. */
  unsent: number;
  /** A newer build has been here: this one may only read. */
  isStale: boolean;
}

type Watcher = (work: UnsentWork) => void;

const watchers = new Set<Watcher>();

/**
 * Calls `onWork` with the work now and after each change, in any tab. Returns
 * the undo.
 */
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
 * Tells this page's watchers at once about work that this page just stored.
 * Their live query answers later; if the database was deleted before that, the
 * page would not notice the loss. `work` comes from the transaction that stored
 * it.
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
