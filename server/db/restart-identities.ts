import { getTableColumns, getTableName, is, sql } from 'drizzle-orm';
import { type PgColumn, PgTable } from 'drizzle-orm/pg-core';

import type { Db } from './database';
import * as schema from './schema';

/** The tables whose ids the database gives. */
export const IDENTITY_TABLES: readonly PgTable[] = Object.values(
  schema,
).flatMap((each) => {
  if (!is(each, PgTable)) return [];
  const columns: Record<string, PgColumn> = getTableColumns(each);
  return columns['id']?.generatedIdentity ? [each] : [];
});

/**
 * Lets every table go on from its highest id. Call it after filling an empty
 * database with rows that brought their own ids, else the next insert meets one
 * that exists. Never in a database that is used: ids of deleted rows would be
 * given again, so that a token or a link of the old row would open the new one.
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

/**
 * Lets one table go on above ids that rows brought, and never gives an id again,
 * also not one that was deleted. Call it in a transaction that keeps others from
 * adding rows to the table.
 */
export async function passIds(tx: Db, table: PgTable): Promise<void> {
  const name = `"${getTableName(table)}"`;
  const sequence = sql`pg_get_serial_sequence(${name}, 'id')::regclass`;
  // Null of a sequence that has given no id yet, which `greatest` leaves out.
  const last = sql`pg_sequence_last_value(${sequence})`;
  await tx.execute(
    sql`select setval(${sequence}, greatest(max(id), ${last})) from ${table}`,
  );
}
