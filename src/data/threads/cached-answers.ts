import type { PublishedForms } from '@/data/forms/forms';
import { readPublishedForms } from '@/data/forms/forms';
import type { DetailRow } from '@/db/cache';
import { databases } from '@/db/open';
import type { Thread, ThreadFilter } from '@/domain/answers/thread';
import type { Overlaid } from '@/domain/outbox/overlay';
import { overlayThread } from '@/domain/outbox/overlay';

import { readThreadRows } from './thread-rows';

export interface CachedAnswers extends PublishedForms {
  /** Newest first; details only as far as they are cached. */
  threads: {
    thread: Overlaid<Thread>;
    detail?: Pick<DetailRow, 'answers' | 'notes'> | undefined;
  }[];
  /** How many threads the server has in all; absent: it never said. */
  total?: number | undefined;
  /** Epoch ms at which the list of threads was last known to be right. */
  asOf?: number | undefined;
}

/** More rows than any sheet takes. */
const ALL_ROWS = 1_000_000;

/** Reads the cached threads under a filter, with their details and forms. */
export async function readCachedAnswers(
  filter: ThreadFilter,
): Promise<CachedAnswers> {
  const { cache, intent } = databases();
  const page = await readThreadRows({
    list: 'all',
    filter,
    page: 1,
    pageSize: ALL_ROWS,
  });
  const [details, ops, published, cursor] = await Promise.all([
    cache.details.bulkGet(page.rows.map(({ key }) => key)),
    intent.outbox.toArray(),
    readPublishedForms(),
    cache.cursors.get('threads:all'),
  ]);
  return {
    ...published,
    threads: page.rows.map((row, at) => {
      const detail = details[at];
      const thread = overlayThread(row, ops);
      return detail ? { thread, detail } : { thread };
    }),
    total: cursor?.total,
    asOf: cursor?.asOf,
  };
}
