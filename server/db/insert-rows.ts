import { getTableColumns, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Db } from './database';

/** Big enough to be quick, small enough to keep a statement's text modest. */
const ROWS_PER_INSERT = 2_000;

/**
 * Stores many rows that have the same fields.
 *
 * In: a database or transaction, a table, its rows; fields that the first row
 * does not name take the column's default. Rows travel as one JSON parameter:
 * about twice as quick as one parameter per value (measured on PGlite). Not for
 * binary columns. Rejects with the driver's error.
 */
export async function insertRows<T extends PgTable>(
  db: Db,
  table: T,
  rows: readonly T['$inferInsert'][],
): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const used = Object.entries(getTableColumns(table)).filter(
    ([key]) => key in first,
  );
  const list = sql.join(
    used.map(([, column]) => sql.identifier(column.name)),
    sql`, `,
  );
  for (let start = 0; start < rows.length; start += ROWS_PER_INSERT) {
    const json = JSON.stringify(
      rows.slice(start, start + ROWS_PER_INSERT).map((row) => {
        const values = new Map(Object.entries(row));
        return Object.fromEntries(
          used.map(([key, column]) => [column.name, values.get(key)]),
        );
      }),
    );
    await db.execute(
      sql`insert into ${table} (${list}) select ${list}
        from json_populate_recordset(null::${table}, ${json}::json)`,
    );
  }
}
