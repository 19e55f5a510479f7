import { and, asc, eq, gt, isNull, or } from 'drizzle-orm';

import type { Db } from '../db/database';
import { ngo, readToken } from '../db/schema';

/** The token of this hash; undefined when it has ended, or its NGO is closed. */
export async function findReadToken(db: Db, hash: string, now: Date) {
  const [row] = await db
    .select({
      id: readToken.id,
      name: readToken.name,
      ngoId: readToken.ngoId,
      lastUsedAt: readToken.lastUsedAt,
    })
    .from(readToken)
    .leftJoin(ngo, eq(ngo.id, readToken.ngoId))
    .where(
      and(
        eq(readToken.hash, hash),
        gt(readToken.endsAt, now),
        or(isNull(readToken.ngoId), ngo.isActive),
      ),
    );
  return row;
}

/** All tokens by name, without their hashes; also those whose time has run out. */
export function listReadTokens(db: Db) {
  return db
    .select({
      id: readToken.id,
      name: readToken.name,
      ngoId: readToken.ngoId,
      ngo: ngo.name,
      madeBy: readToken.madeBy,
      madeAt: readToken.madeAt,
      endsAt: readToken.endsAt,
      lastUsedAt: readToken.lastUsedAt,
    })
    .from(readToken)
    .leftJoin(ngo, eq(ngo.id, readToken.ngoId))
    .orderBy(asc(readToken.name), asc(readToken.id));
}
