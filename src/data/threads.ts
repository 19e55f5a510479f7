import { databases } from '@/db/open';
import type { Completeness } from '@/domain/forms/form';
import { answersById, completeness } from '@/domain/forms/form';
import type { Overlaid } from '@/domain/outbox/overlay';
import { overlayThread } from '@/domain/outbox/overlay';
import type {
  Thread,
  ThreadList,
  ThreadPair,
  ThreadViewQuery,
} from '@/domain/answers/thread';
import { isEmptyFilter, isServerFilter } from '@/domain/answers/thread';
import { sync } from '@/workers/client';

import { readPublishedForms } from './forms';
import type { ThreadRowsPage } from './thread-rows';
import { readThreadRows } from './thread-rows';
import { useLive } from '@/data/live/use-live';
import type { Pull } from '@/data/live/use-pull';
import { usePull } from '@/data/live/use-pull';

export interface ThreadItem extends Overlaid<Thread> {
  /** Epoch ms or rank: grows when the thread moved to the top. */
  order: number;
  /** Never read on this device, or marked unread. */
  isUnread: boolean;
  /** Read before, and its answers or notes changed since. */
  isChanged: boolean;
  /** From the cached details; absent while these are not cached. */
  summary?: ThreadSummary | undefined;
}

export interface ThreadSummary {
  /** Flagged questions over all published forms. */
  flagged: number;
  notes: number;
  /** One for each published form whose sections are cached. */
  forms: Completeness[];
}

export interface ThreadPage extends Omit<ThreadRowsPage, 'rows'> {
  rows: ThreadItem[];
}

/** One page of a list under a filter, live. Undefined until read. */
export function useThreadPage(query: ThreadViewQuery): ThreadPage | undefined {
  return useLive(`threads:${JSON.stringify(query)}`, async () => {
    const page = await readThreadRows(query);
    const items = await withMarks(page.rows);
    return { ...page, rows: items };
  });
}

/** Asks for what a page of the list shows. */
export function useThreadPull(query: ThreadViewQuery): Pull {
  const { list, filter } = query;
  return usePull(`threads:${JSON.stringify(query)}`, () =>
    isEmptyFilter(filter) || !isServerFilter(filter)
      ? sync.pullThreads(list)
      : sync.pullThreadView(query),
  );
}

/** Totals of both lists as the server last gave them; absent: never given. */
export function useThreadTotals(): {
  [List in ThreadList]?: number | undefined;
} {
  return (
    useLive('thread-totals', async () => {
      const { cursors } = databases().cache;
      const urgent = (await cursors.get('threads:urgent'))?.total;
      const all = (await cursors.get('threads:all'))?.total;
      return {
        urgent,
        all,
      };
    }) ?? {}
  );
}

/** Adds to rows what this user and this device know about them. */
async function withMarks(
  rows: readonly (Thread & { order: number })[],
): Promise<ThreadItem[]> {
  const { cache, intent } = databases();
  const keys = rows.map(({ key }) => key);
  const lanes = rows.map(({ observerId }) => `observer:${observerId}`);
  const [details, reads, ops, published] = await Promise.all([
    cache.details.bulkGet(keys),
    intent.reads.bulkGet(keys),
    intent.outbox.where('lane').anyOf(lanes).toArray(),
    readPublishedForms(),
  ]);
  return rows.map((row, at) => {
    const detail = details[at];
    const read = reads[at];
    const isUnread = !read || read.isUnread === true;
    const isChanged =
      !isUnread &&
      ((detail !== undefined && read.hash !== detail.hash) ||
        (row.lastModified ?? 0) > (read.lastModified ?? 0));
    const overlaid = { ...overlayThread(row, ops), order: row.order };
    if (!detail?.answers) return { ...overlaid, isUnread, isChanged };
    const answers = answersById(detail.answers);
    const forms = published.forms.flatMap((form) => {
      const body = published.bodies.find(({ id }) => id === form.id);
      return body ? [completeness(form, body, answers)] : [];
    });
    const flagged = forms.reduce((sum, form) => sum + form.flagged, 0);
    const notes = detail.notes?.length ?? 0;
    return {
      ...overlaid,
      isUnread,
      isChanged,
      summary: { flagged, notes, forms },
    };
  });
}

/** Asks for one thread's details. */
export function useDetailPull(pair: ThreadPair): Pull {
  const { observerId, pollingStationId } = pair;
  return usePull(`detail:${observerId}:${pollingStationId}`, () =>
    sync.pullDetail({ observerId, pollingStationId }),
  );
}
