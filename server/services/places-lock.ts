import { sql } from 'drizzle-orm';

import type { Db } from '../db/database';

/** Key of an advisory lock (any constant). */
const PLACES_LOCK = 7_201_130;

/**
 * Lets one transaction at a time compare places with what is stored and store
 * them: two that compare at once would both add a place, as no index keeps codes
 * apart. Call it before the first of these reads.
 */
export async function lockPlaces(tx: Db): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${PLACES_LOCK}::int)`);
}
