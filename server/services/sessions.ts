import { and, eq, isNull, lt, sql } from 'drizzle-orm';

import type { Db } from '../db/database';
import { ngoAdmin, observer, session } from '../db/schema';
import { TOKEN_SECONDS } from '../http/callers/tokens';

/** Stores the session of a sign-in, and when the account signed in last. */
export async function openSession(
  db: Db,
  opened: { id: string; adminId: number; userAgent: string },
  now: Date,
): Promise<void> {
  await db
    .insert(session)
    .values({ ...opened, createdAt: now, lastSeenAt: now });
  await db
    .update(ngoAdmin)
    .set({ lastSignInAt: now })
    .where(eq(ngoAdmin.id, opened.adminId));
}

export async function noteSeen(db: Db, id: string, now: Date): Promise<void> {
  await db
    .update(session)
    .set({ lastSeenAt: now })
    .where(and(eq(session.id, id), lt(session.lastSeenAt, now)));
}

/**
 * Ends one session, of any account when `adminId` is undefined. Answers the id of
 * its account; undefined when there is none that is open.
 */
export async function endSession(
  tx: Db,
  ended: { id: string; adminId: number | undefined },
  now: Date,
): Promise<number | undefined> {
  const { id, adminId } = ended;
  const [row] = await tx
    .update(session)
    .set({ endedAt: now })
    .where(
      and(
        eq(session.id, id),
        adminId === undefined ? undefined : eq(session.adminId, adminId),
        isNull(session.endedAt),
      ),
    )
    .returning({ adminId: session.adminId });
  return row?.adminId;
}

/** Ends the session of a token, also of one that is older than the table. */
export async function endOwnSession(
  tx: Db,
  { id, adminId }: { id: string; adminId: number },
  now: Date,
): Promise<void> {
  await tx
    .insert(session)
    .values({
      id,
      adminId,
      createdAt: now,
      lastSeenAt: now,
      userAgent: '',
      endedAt: now,
    })
    .onConflictDoUpdate({ target: session.id, set: { endedAt: now } });
}

/** Ends all tokens of one back-office account. */
export async function endAllOfAccount(tx: Db, adminId: number): Promise<void> {
  await tx
    .update(ngoAdmin)
    .set({ epoch: NEXT_EPOCH_OF_STAFF })
    .where(eq(ngoAdmin.id, adminId));
  await tx.delete(session).where(eq(session.adminId, adminId));
}

/** Ends all tokens of an NGO's staff, and of its phones when `withPhones`. */
export async function endAllOfNgo(
  tx: Db,
  ngoId: number,
  withPhones: boolean,
): Promise<void> {
  const ended = await tx
    .update(ngoAdmin)
    .set({ epoch: NEXT_EPOCH_OF_STAFF })
    .where(eq(ngoAdmin.ngoId, ngoId))
    .returning({ id: ngoAdmin.id });
  for (const { id } of ended) {
    await tx.delete(session).where(eq(session.adminId, id));
  }
  if (!withPhones) return;
  await tx
    .update(observer)
    .set({ epoch: NEXT_EPOCH_OF_PHONE })
    .where(eq(observer.ngoId, ngoId));
}

/** Ends all tokens of the accounts that it is set for. */
export const NEXT_EPOCH_OF_STAFF = sql`${ngoAdmin.epoch} + 1`;

/** Set in the same statement as a new pin or a removed device. */
export const NEXT_EPOCH_OF_PHONE = sql`${observer.epoch} + 1`;

/** Deletes the sessions whose tokens have expired. */
export async function forgetOldSessions(db: Db, now: Date): Promise<void> {
  const expired = new Date(now.getTime() - TOKEN_SECONDS * 1000);
  await db.delete(session).where(lt(session.createdAt, expired));
}
