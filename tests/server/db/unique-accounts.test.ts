import { PGlite } from '@electric-sql/pglite';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import { expect, it } from 'vitest';

import type { Db } from '../../../server/db/database';
import { openDatabase } from '../../../server/db/open';
import * as schema from '../../../server/db/schema';
import { listRenamedAccounts } from '../../../server/queries/renamed-accounts';
import { describeStart } from '../../../server/start/describe-start';
import { readOptions } from '../../../server/start/options';
import { firstMigrations } from '../support/first-migrations';

/** A database of the release before, with accounts that share names. */
async function oldDatabase(): Promise<Blob> {
  const client = await PGlite.create();
  const db = drizzle(client, { schema });
  await migrate(db, await firstMigrations(1));
  await db.insert(schema.ngo).values([
    { id: 1, shortName: 'ORG', name: 'Observers United', organizer: true },
    { id: 2, shortName: 'FVA', name: 'Free Vote Association' },
  ]);
  const accounts = [
    [3, 2, 'olga@example.org'],
    [4, 1, 'olga@example.org'],
    [5, 2, 'ana@example.org'],
    [6, 2, 'Ana@example.org'],
    [7, 2, 'ana@example.org'],
    [8, 2, 'ana@example.org#7'],
    [9, 2, 'dan@example.org'],
  ] as const;
  for (const [id, ngoId, name] of accounts) {
    // The columns of that release.
    await db.execute(
      sql`insert into ngo_admin (id, ngo_id, account, password) values (${id}, ${ngoId}, ${name}, ${`hash ${id}`})`,
    );
  }
  const image = await client.dumpDataDir('none');
  await client.close();
  return new Blob([await image.arrayBuffer()]);
}

const accountsOf = async (db: Db) =>
  Object.fromEntries(
    (await db.select().from(schema.ngoAdmin)).map((row) => [
      row.id,
      [row.account, row.password],
    ]),
  );

it('renames accounts that share a name, keeps all else and says so', async () => {
  const database = await openDatabase({ image: await oldDatabase() });
  const { db } = database;
  expect(await accountsOf(db)).toEqual({
    3: ['olga@example.org#3', 'hash 3'],
    4: ['olga@example.org', 'hash 4'],
    5: ['ana@example.org', 'hash 5'],
    6: ['Ana@example.org#6', 'hash 6'],
    7: ['ana@example.org#7#', 'hash 7'],
    8: ['ana@example.org#7', 'hash 8'],
    9: ['dan@example.org', 'hash 9'],
  });
  const renamed = await listRenamedAccounts(db);
  expect(renamed).toEqual([
    { before: 'olga@example.org', account: 'olga@example.org#3' },
    { before: 'Ana@example.org', account: 'Ana@example.org#6' },
    { before: 'ana@example.org', account: 'ana@example.org#7#' },
  ]);
  const block = describeStart(readOptions([], {}), {
    port: 8080,
    accounts: 'own',
    dialect: 'pglite',
    hasApp: true,
    objects: 0,
    renamed,
  });
  expect(block).toMatch(
    /Renamed account +olga@example\.org is now olga@example\.org#3/,
  );
  await database.close();
}, 60_000);
