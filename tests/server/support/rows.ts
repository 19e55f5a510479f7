import { getTableColumns, getTableName, is, sql } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';

import { rowsOf } from '../../../server/backup/format';
import type { Db } from '../../../server/db/database';
import * as schema from '../../../server/db/schema';

/** Every table of the schema. */
export const allTables = Object.values(schema).filter((each) =>
  is(each, PgTable),
);

/**
 * Count and checksum of each table; equal for equal rows in any order. In which
 * transaction a row was written is no part of it: each database counts its own.
 */
export async function fingerprintsOf(
  db: Db,
): Promise<Record<string, { count: number; sum: string }>> {
  const found: Record<string, { count: number; sum: string }> = {};
  for (const table of allTables) {
    const columns = Object.values(getTableColumns(table))
      .filter(({ name }) => name !== 'changed_in')
      .map((column) =>
        column.columnType === 'PgTimestamp'
          ? sql`extract(epoch from ${column})`
          : sql`${column}::text`,
      );
    const row = sql`md5(json_build_array(${sql.join(columns, sql`, `)})::text)`;
    const [counted] = rowsOf(
      await db.execute(
        sql`select count(*)::int as count,
          md5(coalesce(string_agg(${row}, '' order by ${row}), '')) as sum
          from ${table}`,
      ),
    );
    found[getTableName(table)] = {
      count: Number(counted?.['count']),
      sum: String(counted?.['sum']),
    };
  }
  return found;
}
