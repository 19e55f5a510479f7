import { and, eq, sql } from 'drizzle-orm';

import type { Db } from '../db/database';
import {
  answer,
  attachment,
  auditEntry,
  blob,
  enrolmentCode,
  filePart,
  idempotencyKey,
  loginAttempt,
  ngo,
  ngoAdmin,
  note,
  notificationRecipient,
  observer,
  pictureObject,
  readToken,
  session,
  signInBudget,
  signInOrigin,
  triageMark,
} from '../db/schema';
import { removeLeft, type Files } from '../pictures/files';
import { NEXT_EPOCH_OF_PHONE, NEXT_EPOCH_OF_STAFF } from '../services/sessions';
import { AdminError } from './admin-error';
import { auditCommand } from './audit-command';

/** Of which every row goes. Stored replies repeat names; sign-ins and failed ones, phones. */
export const EMPTIED_TABLES = [
  attachment,
  blob,
  enrolmentCode,
  filePart,
  notificationRecipient,
  idempotencyKey,
  loginAttempt,
  readToken,
  session,
  signInBudget,
  signInOrigin,
];

/**
 * Removes what tells who observed and what they wrote or photographed, for
 * ever, and ends all tokens; what is counted stays (docs/operations.md 7.3).
 * `organizer` is the short
 * name of an organizer, so that nobody empties another database by mistake;
 * rejects with an `AdminError` when there is none of that name. @returns how
 * many pictures the store did not delete; called again, it tries again.
 */
export async function forgetElection(
  files: Files,
  organizer: string,
  now: Date,
): Promise<number> {
  const { db } = files;
  await db.transaction(async (tx) => {
    const found = await tx
      .select({ id: ngo.id })
      .from(ngo)
      .where(and(eq(ngo.shortName, organizer), eq(ngo.organizer, true)))
      .limit(1);
    if (found.length === 0) {
      throw new AdminError(
        `There is no organizer '${organizer}' in this database.`,
      );
    }
    await forgetObservers(tx);
    await forgetTexts(tx);
    await forgetAudit(tx);
    // Ended sessions are deleted below, and a token without one would count.
    await tx.update(ngoAdmin).set({ epoch: NEXT_EPOCH_OF_STAFF });
    await auditCommand(tx, now, { action: 'election forgotten' });
    for (const table of EMPTIED_TABLES) await tx.delete(table);
    // Also of uploads that broke off. One under way finds its object removed.
    await tx.update(pictureObject).set({ state: 'left' });
  });
  // Deleted rows lie in the files until then.
  await db.execute(sql`vacuum (full, analyze)`);
  return removeLeft(files, now);
}

/** Phones become ids, because screens and filters tell observers apart by them. */
async function forgetObservers(tx: Db): Promise<void> {
  await tx.update(observer).set({
    name: sql`'Observer ' || ${observer.id}`,
    phone: sql`${observer.id}::text`,
    // Matches no pin.
    pin: '',
    deviceId: null,
    deviceRegisterDate: null,
    channelName: null,
    fcmToken: null,
    epoch: NEXT_EPOCH_OF_PHONE,
  });
}

/** Who of the staff did what to which id stays. */
async function forgetAudit(tx: Db): Promise<void> {
  // Opens the trigger of the table, until the end of the transaction.
  await tx.execute(sql`select set_config('audit.may_change', 'on', true)`);
  await tx.update(auditEntry).set({ address: '', before: null, after: null });
}

async function forgetTexts(tx: Db): Promise<void> {
  await tx.update(answer).set({ value: null });
  await tx.update(note).set({ text: null });
  // Marks that differ in their note alone become the same mark.
  await tx.execute(sql`
    delete from triage_mark later using triage_mark earlier
    where earlier.id < later.id
      and (earlier.observer_id, earlier.polling_station_id, earlier.set_by, earlier.set_at, earlier.state)
        = (later.observer_id, later.polling_station_id, later.set_by, later.set_at, later.state)`);
  await tx.update(triageMark).set({ note: '' });
}
