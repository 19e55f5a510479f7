import { and, asc, eq, gte, inArray, isNull, lte } from 'drizzle-orm';

import type { Db } from '../db/database';
import { county, observer, pollingStation, stationInfo } from '../db/schema';
import { selectObservers } from './observers';

interface ActiveFilter {
  /** Only this NGO's observers. */
  ngoId: number | undefined;
  countyCodes: string[];
  /** Station numbers, both inclusive; undefined: no limit on that side. */
  from: number | undefined;
  to: number | undefined;
  /** Only observers who have not left the station. */
  isCheckedIn: boolean;
  /** One row per station, as the original server answers. */
  isRepeated: boolean;
}

/**
 * Observers who checked into a station of these counties and numbers, each once
 * and sorted by id (docs/api-contract.md 3.7).
 */
export async function listActiveObservers(db: Db, filter: ActiveFilter) {
  const visits = await db
    .select({ observerId: stationInfo.observerId })
    .from(stationInfo)
    .innerJoin(
      pollingStation,
      eq(pollingStation.id, stationInfo.pollingStationId),
    )
    .innerJoin(county, eq(county.id, pollingStation.countyId))
    .innerJoin(observer, eq(observer.id, stationInfo.observerId))
    .where(
      and(
        inArray(county.code, filter.countyCodes),
        filter.from === undefined
          ? undefined
          : gte(pollingStation.number, filter.from),
        filter.to === undefined
          ? undefined
          : lte(pollingStation.number, filter.to),
        filter.isCheckedIn ? isNull(stationInfo.observerLeaveTime) : undefined,
        filter.ngoId === undefined
          ? undefined
          : eq(observer.ngoId, filter.ngoId),
      ),
    );
  const ids = visits.map(({ observerId }) => observerId);
  const rows = await selectObservers(db)
    .where(inArray(observer.id, [...new Set(ids)]))
    .orderBy(asc(observer.id));
  if (!filter.isRepeated) return rows;
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
