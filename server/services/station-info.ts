import type { Db } from '../db/database';
import { stationInfo } from '../db/schema';

/** The fields that a phone sent; an absent field keeps its stored value. */
type StationInfoFields = Partial<
  Omit<
    typeof stationInfo.$inferInsert,
    'observerId' | 'pollingStationId' | 'lastModified'
  >
>;

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
