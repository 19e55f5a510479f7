import { and, eq, sql } from 'drizzle-orm';

import type { Db } from '../db/database';
import { triageMark } from '../db/schema';
import { MARK } from '../queries/triage';

/** Key of an advisory lock (any constant), so that ids become visible in order. */
const ADD_LOCK = 7_201_129;

type NewMark = Omit<typeof triageMark.$inferInsert, 'id'>;

/**
 * Stores a mark and answers it; an equal one that is stored already is answered
 * instead (docs/api-contract.md 10.3). Call it in a transaction: marks are
 * stored one after another, because a reader who has seen an id never asks for
 * a lower one that is committed later.
 */
export async function addMark(tx: Db, added: NewMark) {
  await tx.execute(sql`select pg_advisory_xact_lock(${ADD_LOCK}::int)`);
  const [stored] = await tx
    .insert(triageMark)
    .values(added)
    .onConflictDoNothing()
    .returning(MARK);
  const mark = stored ?? (await findEqual(tx, added));
  if (!mark) throw new Error('The mark was not stored.');
  return mark;
}

async function findEqual(tx: Db, added: NewMark) {
  const [found] = await tx
    .select(MARK)
    .from(triageMark)
    .where(
      and(
        eq(triageMark.observerId, added.observerId),
        eq(triageMark.pollingStationId, added.pollingStationId),
        eq(triageMark.setBy, added.setBy),
        eq(triageMark.setAt, added.setAt),
        eq(triageMark.state, added.state),
        eq(triageMark.note, added.note),
      ),
    );
  return found;
}
