import type { Db } from '../db/database';
import { describeFailure } from '../describe-failure';
import { forgetOldReplies } from '../http/idempotency';
import { forgetOldFailures } from './sign-in-throttle';

/**
 * Removes old replies and old failed sign-ins. Never rejects: the next call
 * tries again.
 */
export async function cleanUp(
  db: Db,
  now: Date,
  log: (line: string) => void,
): Promise<void> {
  try {
    await forgetOldReplies(db, now);
    await forgetOldFailures(db, now);
  } catch (error) {
    log(`Cleaning up failed: ${describeFailure(error)}`);
  }
}
