import type { Db } from '../db/database';
import { listCounties } from '../queries/counties';
import { listForms } from '../queries/forms';
import { countObservers, listObservers } from '../queries/observers';
import { countThreads, listThreads } from '../queries/threads';

/** What a client asks for first. */
const FIRST_PAGE = { page: 1, pageSize: 50, offset: 0 };
const EVERYBODY = { ngoId: undefined, isShuffled: false };

/**
 * Runs the statements of the first screens once and at the same time: the
 * database reads their rows and indexes, and a PostgreSQL opens the connections
 * that the first clients need. Never rejects: a statement that fails here fails
 * for its request, too, which says so.
 */
export async function warmUp(db: Db): Promise<void> {
  const lists = [true, false].map((isUrgent) => ({
    ...EVERYBODY,
    isUrgent,
    countyCode: undefined,
    pollingStationNumber: undefined,
    observerPhone: undefined,
    observerId: undefined,
  }));
  const observers = { ...EVERYBODY, name: undefined, phone: undefined };
  await Promise.allSettled([
    ...lists.map((list) => listThreads(db, list, FIRST_PAGE)),
    ...lists.map((list) => countThreads(db, list)),
    listObservers(db, observers, FIRST_PAGE),
    countObservers(db, observers),
    listCounties(db),
    listForms(db, { draft: false, diaspora: undefined }),
  ]);
}
