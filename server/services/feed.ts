import { inArray, sql } from 'drizzle-orm';

import type { Db } from '../db/database';
import { answer, removedAnswer, setting } from '../db/schema';
import { ORDER_SETTING } from '../queries/change-order';

/**
 * Has every reader of the feed begin anew (docs/api-contract.md 10.12): after changes
 * to so many answers that none is told by itself. Call it in their transaction.
 */
export async function beginFeedAnew(tx: Db): Promise<void> {
  const value = sql`gen_random_uuid()::text`;
  await tx
    .insert(setting)
    .values({ key: ORDER_SETTING, value })
    .onConflictDoUpdate({ target: setting.key, set: { value } });
  await tx.delete(removedAnswer);
}

/**
 * The same after the flags of these options changed, where somebody ticked one.
 * Writing each answer again would wait for phones, and they for it.
 */
export async function beginFeedAnewIfTicked(
  tx: Db,
  optionIds: number[],
): Promise<void> {
  if (optionIds.length === 0) return;
  const ticked = await tx
    .select({ optionId: answer.optionId })
    .from(answer)
    .where(inArray(answer.optionId, optionIds))
    .limit(1);
  if (ticked.length > 0) await beginFeedAnew(tx);
}
