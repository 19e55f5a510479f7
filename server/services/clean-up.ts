import { sql } from 'drizzle-orm';

import type { Db } from '../db/database';
import { discardOldParts } from '../db/file-parts';
import { describeFailure } from '../describe-failure';
import { forgetOldReplies } from '../http/writes/idempotency';
import { removeOldObjects } from '../pictures/files';
import type { PictureStore } from '../pictures/picture-store';
import { shortenAudit } from './audit';
import { forgetOldEnrolmentCodes } from './enrolment';
import { forgetOldReadTokens } from './read-tokens';
import { forgetOldSessions } from './sessions';
import { forgetOldBudgets } from './sign-in-budgets';
import { forgetOldFailures } from './sign-in-throttle';

/**
 * Removes old replies, failed sign-ins, sessions, read-only tokens, codes for a PIN, parts of
 * broken uploads, objects that nobody needs and, where
 * `auditDays` is given, entries of the audit log. Never rejects: the next call tries
 * again.
 */
export async function cleanUp(
  db: Db,
  now: Date,
  log: (line: string) => void,
  auditDays?: number,
  store?: PictureStore,
): Promise<void> {
  try {
    await forgetOldReplies(db, now);
    await forgetOldFailures(db, now);
    await forgetOldBudgets(db, now);
    await forgetOldSessions(db, now);
    await forgetOldReadTokens(db, now);
    await forgetOldEnrolmentCodes(db, now);
    await discardOldParts(db, now);
    if (store) {
      await removeOldObjects({ db, store }, now);
      // Every file passes through the rows, and PGlite has no autovacuum.
      await db.execute(sql`vacuum file_part`);
    }
    if (auditDays !== undefined) await shortenAudit(db, now, auditDays);
  } catch (error) {
    log(`Cleaning up failed: ${describeFailure(error)}`);
  }
}
