import { sumLocalWork } from '@/data/device/local-work';
import { pacedQuery } from '@/data/live/paced-query';
import { readServerMarks } from '@/data/triage/triage';
import { databases } from '@/db/open';

import { countLosses } from './unsent';
import type { UnsentWork } from './unsent-watch';
import { readWork } from './unsent-watch';

/** How much local work there is, and in which outbox it lies. */
export interface NotedLocalWork extends Pick<UnsentWork, 'instance'> {
  /** Things of it. */
  count: number;
}

/**
 * Calls `onWork` with the local work now and after each change, in any tab. Returns
 * the undo.
 */
export function watchLocalWork(
  onWork: (work: NotedLocalWork) => void,
): () => void {
  const { intent } = databases();
  const { meta, outbox, drafts, calls, plan, views } = intent;
  const { triage, refusedMarks } = intent;
  const marks = [triage, refusedMarks];
  const tables = [meta, outbox, drafts, calls, plan, views, ...marks];
  const watch = pacedQuery(async () => {
    const known = await readServerMarks();
    // Both at once: a database that was emptied has another name and no work.
    return intent.transaction('r', tables, async () => {
      const { instance } = await readWork(intent);
      return { instance, count: sumLocalWork(await countLosses(known)) };
    });
  }).subscribe(onWork);
  return () => watch.unsubscribe();
}
