import { and, eq, getTableColumns, inArray, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';

import type { Db } from '../db/database';
import { answer, observer, option, pollingStation, thread } from '../db/schema';

/** What a row that is stored takes over from the one that was counted. */
const COUNTED = Object.fromEntries(
  Object.entries(getTableColumns(thread)).map(([key, { name }]) => [
    key,
    sql`excluded.${sql.identifier(name)}`,
  ]),
);

/**
 * Updates the summary row of one (observer, station) from its answers, and
 * removes it when there are no answers. Call it in the transaction that changed
 * the answers (docs/api-contract.md 4.2: one row per observer and station).
 */
export async function refreshThread(
  tx: Db,
  observerId: number,
  pollingStationId: number,
): Promise<void> {
  const isThis = and(
    eq(answer.observerId, observerId),
    eq(answer.pollingStationId, pollingStationId),
  );
  await tx
    .delete(thread)
    .where(
      and(
        eq(thread.observerId, observerId),
        eq(thread.pollingStationId, pollingStationId),
      ),
    );
  await insertThreads(tx, isThis);
}

/**
 * Updates the summary rows of all threads that ticked one of these options,
 * after the options' flags changed. Call it in a transaction.
 */
export async function refreshThreadsOfOptions(
  tx: Db,
  optionIds: number[],
): Promise<void> {
  if (optionIds.length === 0) return;
  const ticked = alias(answer, 'ticked');
  const touched = tx
    .select({
      observerId: ticked.observerId,
      pollingStationId: ticked.pollingStationId,
    })
    .from(ticked)
    .where(inArray(ticked.optionId, optionIds));
  await tx
    .delete(thread)
    .where(
      sql`(${thread.observerId}, ${thread.pollingStationId}) in ${touched}`,
    );
  await insertThreads(
    tx,
    sql`(${answer.observerId}, ${answer.pollingStationId}) in ${touched}`,
  );
}

/**
 * Rebuilds the summary rows of all threads from the answers, in its own
 * transaction. For code that fills the answers table directly, as the demo seed
 * does.
 */
export async function rebuildThreads(db: Db): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.delete(thread);
    await insertThreads(tx);
  });
}

/**
 * A row that another transaction stored meanwhile is replaced: the deletion before
 * this waited for that transaction, so these counts are the newer ones.
 */
async function insertThreads(tx: Db, where?: SQL): Promise<void> {
  const newest = sql`max(${answer.lastModified})`;
  const counted = tx
    .select({
      observerId: answer.observerId,
      pollingStationId: answer.pollingStationId,
      ngoId: observer.ngoId,
      countyId: pollingStation.countyId,
      pollingStationNumber: sql<number>`${pollingStation.number}`.as(
        'polling_station_number',
      ),
      normalCount:
        sql<number>`count(*) filter (where not ${option.flagged})`.as(
          'normal_count',
        ),
      flaggedCount: sql<number>`count(*) filter (where ${option.flagged})`.as(
        'flagged_count',
      ),
      normalLastModified:
        sql<Date>`${newest} filter (where not ${option.flagged})`.as(
          'normal_last_modified',
        ),
      urgentLastModified:
        sql<Date>`${newest} filter (where ${option.flagged})`.as(
          'urgent_last_modified',
        ),
      changedIn: sql<number>`pg_current_xact_id()::text::bigint`.as(
        'changed_in',
      ),
    })
    .from(answer)
    .innerJoin(option, eq(option.id, answer.optionId))
    .innerJoin(observer, eq(observer.id, answer.observerId))
    .innerJoin(pollingStation, eq(pollingStation.id, answer.pollingStationId))
    .where(where)
    .groupBy(
      answer.observerId,
      answer.pollingStationId,
      observer.ngoId,
      pollingStation.countyId,
      pollingStation.number,
    );
  await tx
    .insert(thread)
    .select(counted)
    .onConflictDoUpdate({
      target: [thread.observerId, thread.pollingStationId],
      set: COUNTED,
    });
}
