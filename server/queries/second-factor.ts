import { and, eq, isNotNull, sql, type SQLWrapper } from 'drizzle-orm';

import type { Db } from '../db/database';
import { recoveryCode, secondFactor, setting } from '../db/schema';

/** The setting that is there while staff accounts need a second factor. */
export const REQUIRED = 'second-factor-required';

/** Whether staff accounts need a second factor, as a part of a statement. */
export const IS_REQUIRED = sql`exists (
  select 1 from ${setting} where ${setting.key} = ${REQUIRED})`;

/** Whether the account with this id has a second factor that counts, likewise. */
export function hasSecondFactor(adminId: SQLWrapper) {
  return sql`exists (
    select 1 from ${secondFactor}
    where ${secondFactor.adminId} = ${adminId}
      and ${secondFactor.confirmedAt} is not null)`;
}

/** The sealed secret of an account's second factor; undefined when it has none that counts. */
export async function findSecondFactor(
  db: Db,
  adminId: number,
): Promise<{ secret: string } | undefined> {
  const [row] = await db
    .select({ secret: secondFactor.secret })
    .from(secondFactor)
    .where(
      and(
        eq(secondFactor.adminId, adminId),
        isNotNull(secondFactor.confirmedAt),
      ),
    );
  return row;
}

/** The sealed secret that a set-up began with and no code has confirmed yet. */
export async function findBegun(
  db: Db,
  adminId: number,
): Promise<{ secret: string } | undefined> {
  const [row] = await db
    .select({
      secret: secondFactor.secret,
      confirmedAt: secondFactor.confirmedAt,
    })
    .from(secondFactor)
    .where(eq(secondFactor.adminId, adminId));
  return row && row.confirmedAt === null ? { secret: row.secret } : undefined;
}

/** Whether a second factor is required of staff accounts. */
async function isSecondFactorRequired(db: Db): Promise<boolean> {
  const rows = await db
    .select({ key: setting.key })
    .from(setting)
    .where(eq(setting.key, REQUIRED));
  return rows.length > 0;
}

/** What an account may know of its own second factor. */
export async function describeSecondFactor(db: Db, adminId: number) {
  const isOn = (await findSecondFactor(db, adminId)) !== undefined;
  return {
    isOn,
    isRequired: await isSecondFactorRequired(db),
    recoveryCodes: await db.$count(
      recoveryCode,
      eq(recoveryCode.adminId, adminId),
    ),
  };
}
