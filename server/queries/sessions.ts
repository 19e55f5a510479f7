import { and, desc, eq, gt, isNull, sql } from 'drizzle-orm';

import type { Db } from '../db/database';
import { ngoAdmin, observer, session } from '../db/schema';
import { TOKEN_SECONDS } from '../http/callers/tokens';
import type { SessionUser } from '../http/callers/users';
import { hasSecondFactor, IS_REQUIRED } from './second-factor';

/** What the database says about the account and the session of a token. */
export interface Standing {
  epoch: number;
  /** Null without a row: phones have none. */
  lastSeenAt: Date | null;
  endedAt: Date | null;
  /** The server requires a second factor, and the account has none; never of a phone. */
  needsSecondFactor: boolean;
}

/** Undefined when the account is no longer there. */
export async function findStanding(
  db: Db,
  user: SessionUser,
  sessionId: string,
): Promise<Standing | undefined> {
  if (user.kind === 'observer') {
    const [row] = await db
      .select({ epoch: observer.epoch })
      .from(observer)
      .where(eq(observer.id, user.observerId));
    return (
      row && {
        ...row,
        lastSeenAt: null,
        endedAt: null,
        needsSecondFactor: false,
      }
    );
  }
  const [row] = await db
    .select({
      epoch: ngoAdmin.epoch,
      lastSeenAt: session.lastSeenAt,
      endedAt: session.endedAt,
      needsSecondFactor: sql<boolean>`${IS_REQUIRED} and not ${hasSecondFactor(ngoAdmin.id)}`,
    })
    .from(ngoAdmin)
    .leftJoin(session, eq(session.id, sessionId))
    .where(eq(ngoAdmin.id, user.adminId));
  return row;
}

/** The sessions of an account that still count, the latest first. */
export async function listSessions(db: Db, adminId: number, now: Date) {
  const expired = new Date(now.getTime() - TOKEN_SECONDS * 1000);
  return db
    .select({
      id: session.id,
      createdAt: session.createdAt,
      lastSeenAt: session.lastSeenAt,
      userAgent: session.userAgent,
    })
    .from(session)
    .where(
      and(
        eq(session.adminId, adminId),
        isNull(session.endedAt),
        gt(session.createdAt, expired),
      ),
    )
    .orderBy(desc(session.lastSeenAt), desc(session.createdAt));
}
