import { and, eq } from 'drizzle-orm';

import type { Db } from '../db/open';
import { stationInfo } from '../db/schema';

export type StationInfo = typeof stationInfo.$inferSelect;
/** What a phone knows of a station; absent fields keep their value. */
export type StationInfoFields = Partial<
  Omit<StationInfo, 'observerId' | 'pollingStationId' | 'lastModified'>
>;

/** The info row of one thread; undefined when the phone never sent one. */
export async function findStationInfo(
  db: Db,
  observerId: number,
  pollingStationId: number,
): Promise<StationInfo | undefined> {
  const [row] = await db
    .select()
    .from(stationInfo)
    .where(
      and(
        eq(stationInfo.observerId, observerId),
        eq(stationInfo.pollingStationId, pollingStationId),
      ),
    );
  return row;
}

/**
 * Creates or changes the info row of one thread (docs/api-contract.md 4.11).
 */
export async function saveStationInfo(
  tx: Db,
  observerId: number,
  pollingStationId: number,
  fields: StationInfoFields,
  now: Date,
): Promise<void> {
  const set = { ...fields, lastModified: now };
  await tx
    .insert(stationInfo)
    .values({ observerId, pollingStationId, ...set })
    .onConflictDoUpdate({
      target: [stationInfo.observerId, stationInfo.pollingStationId],
      set,
    });
}
