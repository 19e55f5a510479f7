import { readMigrationFiles } from 'drizzle-orm/migrator';
import { sql } from 'drizzle-orm';

import type { Db } from './database';
import { MIGRATIONS } from './migrations';

/** Where the migrator of Drizzle writes what it has done, once it has run. */
const DONE = sql.raw('drizzle.__drizzle_migrations');

/** The schema of a database, compared with the one that this release knows. */
export type SchemaState = 'none' | 'older' | 'current' | 'newer';

/** Rejects with the driver's error when the database does not answer. */
export async function schemaStateOf(db: Db): Promise<SchemaState> {
  const known = await db
    .select({ name: sql<string | null>`to_regclass('${DONE}')::text` })
    .from(sql`(select 1) as one`);
  if (!known[0]?.name) return 'none';
  const [row] = await db
    .select({ at: sql<string | null>`max(created_at)::text` })
    .from(DONE);
  if (!row?.at) return 'none';
  const newest = newestMigration();
  if (Number(row.at) === newest) return 'current';
  return Number(row.at) < newest ? 'older' : 'newer';
}

let newest: number | undefined;

/** When the last migration of this release was made, in epoch ms. */
function newestMigration(): number {
  newest ??= Math.max(
    ...readMigrationFiles(MIGRATIONS).map(({ folderMillis }) => folderMillis),
  );
  return newest;
}
