import { getTableColumns, getTableName, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Db } from './database';

/**
 * Stores rows that have the same fields: those with an id replace the row of
 * that id, those without get the next one. One statement with all rows as one
 * JSON parameter, because drivers limit the number of parameters. Gives the ids
 * in the order of the rows. Not for binary columns.
 */
export async function saveRows<T extends PgTable>(
  tx: Db,
  table: T,
  rows: readonly (T['$inferInsert'] & { id?: number | undefined })[],
): Promise<number[]> {
  const [first] = rows;
  if (!first) return [];
  const isNew = rows.filter(({ id }) => id === undefined);
  const fresh = await takeIds(tx, table, isNew.length);
  const ids = rows.map(({ id }) => id ?? fresh.pop() ?? 0);
  const used = Object.entries(getTableColumns(table)).filter(
    ([key]) => key === 'id' || key in first,
  );
  const json = JSON.stringify(
    rows.map((row, at) => {
      const values = new Map<string, unknown>(Object.entries(row));
      values.set('id', ids[at]);
      return Object.fromEntries(
        used.map(([key, column]) => [column.name, values.get(key)]),
      );
    }),
  );
  const names = used.map(([, column]) => sql.identifier(column.name));
  const list = sql.join(names, sql`, `);
  const updates = sql.join(
    names.map((name) => sql`${name} = excluded.${name}`),
    sql`, `,
  );
  await tx.execute(
    sql`insert into ${table} (${list}) select ${list}
      from json_populate_recordset(null::${table}, ${json}::json)
      on conflict (id) do update set ${updates}`,
  );
  return ids;
}

/** New ids from the sequence of the table, highest first. */
async function takeIds(tx: Db, table: PgTable, count: number) {
  if (count === 0) return [];
  const name = `"${getTableName(table)}"`;
  const rows = await tx
    .select({
      id: sql`nextval(pg_get_serial_sequence(${name}, 'id'))`.mapWith(Number),
    })
    .from(sql`generate_series(1, ${count}::int)`);
  return rows.map(({ id }) => id).toReversed();
}
