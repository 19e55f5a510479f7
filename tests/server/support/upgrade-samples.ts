import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';

import { sql } from 'drizzle-orm';
import * as v from 'valibot';

import { rowsOf, TableLine } from '../../../server/backup/format';
import type { Db } from '../../../server/db/database';

const folder = new URL('../running/upgrade-samples/', import.meta.url);

const Row = v.record(v.string(), v.unknown());

interface StoredTable {
  columns: string[];
  rows: v.InferOutput<typeof Row>[];
}

/** Paths of the backups, each with the migration that its database ended with. */
export async function listSamples(): Promise<{ tag: string; path: string }[]> {
  const names = (await readdir(folder)).toSorted();
  return names.map((name) => ({
    tag: name.replace(/\.gz$/, ''),
    path: fileURLToPath(new URL(name, folder)),
  }));
}

/** Numbers of transactions, which every database gives anew. */
const OF_THE_DATABASE = 'changed_in';

/** The tables of a backup, by name, in their order. */
export async function readSample(
  path: string,
): Promise<Map<string, StoredTable>> {
  const tables = new Map<string, StoredTable>();
  let rows: StoredTable['rows'] = [];
  const [, ...lines] = gunzipSync(await readFile(path))
    .toString()
    .trimEnd()
    .split('\n');
  for (const line of lines) {
    const value: unknown = JSON.parse(line);
    if (v.is(TableLine, value)) {
      rows = [];
      const [name, all] = value;
      const columns = all.filter((column) => column !== OF_THE_DATABASE);
      tables.set(name, { columns, rows });
    } else if (v.is(Row, value) && !Array.isArray(value)) {
      const { [OF_THE_DATABASE]: _, ...row } = value;
      rows.push(row);
    }
  }
  return tables;
}

/** Fills the tables of that time, which are empty. */
export async function fillFromSample(
  db: Db,
  tables: Map<string, StoredTable>,
): Promise<void> {
  for (const [name, { columns: names, rows }] of tables) {
    const table = sql.identifier(name);
    const columns = sql.join(
      names.map((each) => sql.identifier(each)),
      sql`, `,
    );
    await db.execute(
      sql`insert into ${table} (${columns}) select ${columns} from
        json_populate_recordset(null::${table}, ${JSON.stringify(rows)}::json)`,
    );
  }
}

/** Every row of the database, in the columns that a sample has and it has still. */
export async function rowsLike(
  db: Db,
  sample: Map<string, StoredTable>,
): Promise<Record<string, { now: string[]; before: string[] }>> {
  const compared: Record<string, { now: string[]; before: string[] }> = {};
  for (const [name, { columns, rows }] of sample) {
    const now = await db.transaction(async (tx) => {
      // The samples were written so.
      await tx.execute(sql`set local time zone 'UTC'`);
      const table = sql.identifier(name);
      return rowsOf(
        await tx.execute(
          sql`select row_to_json(${table}) as row from ${table}`,
        ),
      ).map(({ row }) => v.parse(Row, row));
    });
    const [first = {}] = now;
    const shared = columns.filter((column) => column in first);
    const written = (row: v.InferOutput<typeof Row>) =>
      JSON.stringify(shared.map((column) => row[column]));
    compared[name] = {
      now: now.map(written).toSorted(),
      before: rows.map(written).toSorted(),
    };
  }
  return compared;
}
