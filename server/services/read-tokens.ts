import { and, count, eq, gt, isNull, lt, or, sql } from 'drizzle-orm';

import type { Db } from '../db/database';
import { readToken } from '../db/schema';
import { ProblemError } from '../http/problems/problem';
import { addAuditEntry, type NewAuditEntry } from './audit';

/** Read-only tokens of one organisation, or of all together, that count. */
const MAX_TOKENS = 20;

/** Any constant, the same in all processes. */
const ADD_LOCK = 7_201_151;

type NewReadToken = Omit<typeof readToken.$inferInsert, 'id' | 'lastUsedAt'>;

/**
 * Stores a token and answers its id; 422 when the organisation has too many. Call
 * it in a transaction: additions at once count each other.
 */
export async function addReadToken(
  tx: Db,
  added: NewReadToken,
): Promise<number> {
  await tx.execute(sql`select pg_advisory_xact_lock(${ADD_LOCK})`);
  const [stored] = await tx
    .select({ tokens: count() })
    .from(readToken)
    .where(
      and(
        added.ngoId
          ? eq(readToken.ngoId, added.ngoId)
          : isNull(readToken.ngoId),
        gt(readToken.endsAt, added.madeAt),
      ),
    );
  if ((stored?.tokens ?? 0) >= MAX_TOKENS) {
    throw new ProblemError(
      422,
      `An organisation may have at most ${MAX_TOKENS} read-only tokens, and so may all together. End one first.`,
    );
  }
  const [row] = await tx
    .insert(readToken)
    .values(added)
    .returning({ id: readToken.id });
  if (!row) throw new Error('The token was not stored.');
  return row.id;
}

/** Ends a token for ever, and tells what it was; 404 when there is none. */
export async function endReadToken(
  tx: Db,
  id: number,
): Promise<{ name: string; ngoId: number | null }> {
  const [ended] = await tx
    .delete(readToken)
    .where(eq(readToken.id, id))
    .returning({ name: readToken.name, ngoId: readToken.ngoId });
  if (ended) return ended;
  throw new ProblemError(404, 'There is no such token.');
}

/**
 * Stores the hour in which a token was used, and the first use of it in the audit
 * log: a dashboard that asks each minute would fill the log.
 */
export async function noteUsed(
  db: Db,
  id: number,
  hour: Date,
  entry: Omit<NewAuditEntry, 'action'>,
): Promise<void> {
  await db.transaction(async (tx) => {
    const noted = await tx
      .update(readToken)
      .set({ lastUsedAt: hour })
      .where(
        and(
          eq(readToken.id, id),
          or(isNull(readToken.lastUsedAt), lt(readToken.lastUsedAt, hour)),
        ),
      )
      .returning({ id: readToken.id });
    if (noted.length === 0) return;
    const subject = `token ${id}`;
    await addAuditEntry(tx, { ...entry, action: 'token used', subject });
  });
}

/** Those whose time ran out are listed for so long, so that somebody sees why a dashboard stopped. */
const LISTED_DAYS = 30;
const DAY_MS = 86_400_000;

export async function forgetOldReadTokens(db: Db, now: Date): Promise<void> {
  const until = new Date(now.getTime() - LISTED_DAYS * DAY_MS);
  await db.delete(readToken).where(lt(readToken.endsAt, until));
}
