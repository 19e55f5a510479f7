import { and, eq, gt } from 'drizzle-orm';

import type { Db } from '../db/database';
import { enrolmentCode, ngo, observer } from '../db/schema';

/**
 * The observer of the code with this hash; undefined when it is unknown, used, replaced
 * or too old, when the phone's tokens were ended since, and while the NGO is closed.
 */
export async function findEnrolled(
  db: Db,
  hash: string,
  now: Date,
): Promise<number | undefined> {
  const [row] = await db
    .select({ observerId: observer.id })
    .from(enrolmentCode)
    .innerJoin(
      observer,
      and(
        eq(observer.id, enrolmentCode.observerId),
        eq(observer.epoch, enrolmentCode.epoch),
      ),
    )
    .innerJoin(ngo, and(eq(ngo.id, observer.ngoId), ngo.isActive))
    .where(and(eq(enrolmentCode.hash, hash), gt(enrolmentCode.endsAt, now)));
  return row?.observerId;
}
