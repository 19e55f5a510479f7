import { eq, sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

import type { Db } from '../db/database';
import { setting } from '../db/schema';

/** The setting that tells apart states of the order in one database; absent at first. */
export const ORDER_SETTING = 'feed';

/** How far what changed can be read now, in the order of transactions. */
export interface ChangeOrder {
  /**
   * Names this state of the order, in this database: a cursor of another one does not
   * go on, so that a restored backup is read from the beginning.
   */
  name: string;
  /** All transactions below it have ended: nothing more appears before it. */
  safeBelow: number;
  /** This database has begun no transaction of this number or a greater one. */
  next: number;
  /** The greatest number of a row; 0 without any. */
  newest: number;
}

/** A table whose rows have the number of the transaction that wrote them. */
interface NumberedTable {
  changedIn: PgColumn;
}

/**
 * Reads how far the rows of these tables can be read. Rows of transactions that may
 * still be open wait: one that commits later must not appear before what was read
 * already.
 */
export async function findChangeOrder(
  db: Db,
  tables: readonly NumberedTable[],
): Promise<ChangeOrder> {
  const snapshot = sql`pg_current_snapshot()`;
  const [row] = await db
    .select({
      name: sql<string>`md5(concat_ws(' ',
        (select system_identifier from pg_control_system()),
        (select oid from pg_database where datname = current_database()),
        (select ${setting.value} from ${setting} where ${eq(setting.key, ORDER_SETTING)})
      ))`,
      safeBelow: sql`pg_snapshot_xmin(${snapshot})::text`.mapWith(Number),
      next: sql`pg_snapshot_xmax(${snapshot})::text`.mapWith(Number),
      newest:
        sql`coalesce(greatest(${sql.join(tables.map(greatestOf), sql`, `)}), 0)::text`.mapWith(
          Number,
        ),
    })
    .from(sql`(select 1) as one`);
  if (!row) throw new Error('The database gave no snapshot.');
  return row;
}

function greatestOf({ changedIn }: NumberedTable): SQL {
  return sql`(select max(${changedIn}) from ${changedIn.table})`;
}
