import { getTableName, sql } from 'drizzle-orm';

import type { Db } from './database';
import * as schema from './schema';

/** The tables whose ids the database gives. */
export const IDENTITY_TABLES = [
  schema.ngo,
  schema.ngoAdmin,
  schema.observer,
  schema.county,
  schema.municipality,
  schema.pollingStation,
  schema.form,
  schema.formSection,
  schema.question,
  schema.option,
  schema.note,
  schema.attachment,
  schema.triageMark,
  schema.notification,
  schema.auditEntry,
];

/**
 * Lets every table go on from its highest id. Call it after inserting rows that
 * brought their own ids, else the next insert meets one that exists.
 */
export async function restartIdentities(db: Db): Promise<void> {
  const restarts = IDENTITY_TABLES.map((table) => {
    const name = `"${getTableName(table)}"`;
    return sql`setval(
      pg_get_serial_sequence(${name}, 'id'),
      coalesce((select max(id) from ${table}), 0) + 1,
      false)`;
  });
  await db.execute(sql`select ${sql.join(restarts, sql`, `)}`);
}
