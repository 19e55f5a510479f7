import { and, eq, sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

/** What a thread is known by: its observer and its station. */
export interface ThreadIds {
  observerId: number;
  pollingStationId: number;
}

/** Whether a row belongs to one of these threads; false for every row without any. */
export function isOfThreads(
  table: Record<keyof ThreadIds, PgColumn>,
  threads: readonly ThreadIds[],
): SQL | undefined {
  const [first] = threads;
  if (first && threads.length === 1) {
    return and(
      eq(table.observerId, first.observerId),
      eq(table.pollingStationId, first.pollingStationId),
    );
  }
  const ids = threads.map(({ observerId, pollingStationId }) => ({
    observer: observerId,
    station: pollingStationId,
  }));
  return sql`(${table.observerId}, ${table.pollingStationId}) in (
    select observer, station from json_to_recordset(${JSON.stringify(ids)}::json)
      as asked (observer int, station int)
  )`;
}

/** Names a thread in a map. */
export function nameOf({ observerId, pollingStationId }: ThreadIds): string {
  return `${observerId} ${pollingStationId}`;
}
