import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { sql } from 'drizzle-orm';
import * as v from 'valibot';

import type { Db } from './database';
import { MIGRATIONS } from './migrations';

/** Where the migrator of Drizzle writes what it has done, once it has run. */
const DONE = sql.raw('drizzle.__drizzle_migrations');

/** The schema of a database, compared with the one that this release knows. */
export type SchemaState = 'none' | 'older' | 'current' | 'newer';

/** A later release has used the database, and migrations only go forward. */
export class NewerSchemaError extends Error {
  constructor() {
    super('A newer release of this server has used it already.');
    this.name = 'NewerSchemaError';
  }
}

/** The database is older than this release, and nobody said to change it. */
export class OlderSchemaError extends Error {
  constructor() {
    super('It has the schema of an older release.');
    this.name = 'OlderSchemaError';
  }
}

/** Rejects with the driver's error when the database does not answer. */
export async function schemaStateOf(db: Db): Promise<SchemaState> {
  const at = await latestMigrationOf(db);
  if (at === undefined) return 'none';
  const { when } = newestMigration();
  if (at === when) return 'current';
  return at < when ? 'older' : 'newer';
}

/** When the last migration of a database was made, in epoch ms; undefined: it has none. */
export async function latestMigrationOf(db: Db): Promise<number | undefined> {
  const [table] = await db
    .select({ name: sql<string | null>`to_regclass('${DONE}')::text` })
    .from(sql`(select 1) as one`);
  if (!table?.name) return undefined;
  const [row] = await db
    .select({ at: sql<string | null>`max(created_at)::text` })
    .from(DONE);
  return row?.at ? Number(row.at) : undefined;
}

const Journal = v.object({
  entries: v.array(v.object({ tag: v.string(), when: v.number() })),
});

type Migration = v.InferOutput<typeof Journal>['entries'][number];

let newest: Migration | undefined;

/** The last migration of this release; `when` it was made is in epoch ms. */
export function newestMigration(): Migration {
  if (newest) return newest;
  const path = join(MIGRATIONS.migrationsFolder, 'meta', '_journal.json');
  const { entries } = v.parse(Journal, JSON.parse(readFileSync(path, 'utf8')));
  const [last] = entries.toSorted((a, b) => b.when - a.when);
  if (!last) throw new Error('This release has no migrations.');
  newest = last;
  return last;
}
