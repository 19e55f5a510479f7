import {
  and,
  count,
  countDistinct,
  eq,
  isNotNull,
  sql,
  type Column,
} from 'drizzle-orm';

import type { Db } from '../db/database';
import { ngo, note, observer, thread } from '../db/schema';

/**
 * The six figures of docs/api-contract.md 4.4, by the last part of their
 * addresses.
 */
export const MINI_STATISTICS = [
  ['answers', 'Number of answers submitted'],
  ['stations', 'Number of polling stations visited'],
  ['counties', 'Number of counties visited'],
  ['notes', 'Number of notes submitted'],
  ['loggedinobservers', 'Number of logged in observers'],
  ['flaggedanswers', 'Number of flagged answers submitted'],
] as const;

export type MiniStatistic = (typeof MINI_STATISTICS)[number][0];

/**
 * All six figures, of one NGO or of all. Test observers and inactive NGOs do
 * not count (docs/api-contract.md 8). "Logged in" means that the observer
 * registered a phone.
 */
export async function readMiniStatistics(
  db: Db,
  ngoId: number | undefined,
): Promise<Record<MiniStatistic, number>> {
  const isCounted = and(
    eq(observer.isTestObserver, false),
    eq(ngo.isActive, true),
    ngoId === undefined ? undefined : eq(observer.ngoId, ngoId),
  );
  const sum = (column: Column) =>
    sql`coalesce(sum(${column}), 0)`.mapWith(Number);
  const [threads] = await db
    .select({
      normal: sum(thread.normalCount),
      flagged: sum(thread.flaggedCount),
      stations: countDistinct(thread.pollingStationId),
      counties: countDistinct(thread.countyId),
    })
    .from(thread)
    .innerJoin(observer, eq(observer.id, thread.observerId))
    .innerJoin(ngo, eq(ngo.id, observer.ngoId))
    .where(isCounted);
  const [notes] = await db
    .select({ n: count() })
    .from(note)
    .innerJoin(observer, eq(observer.id, note.observerId))
    .innerJoin(ngo, eq(ngo.id, observer.ngoId))
    .where(isCounted);
  const [observers] = await db
    .select({ n: count() })
    .from(observer)
    .innerJoin(ngo, eq(ngo.id, observer.ngoId))
    .where(and(isCounted, isNotNull(observer.deviceRegisterDate)));
  const { normal = 0, flagged = 0, stations = 0, counties = 0 } = threads ?? {};
  return {
    answers: normal + flagged,
    stations,
    counties,
    notes: notes?.n ?? 0,
    loggedinobservers: observers?.n ?? 0,
    flaggedanswers: flagged,
  };
}
