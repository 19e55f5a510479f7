import { mkdir, readdir, realpath, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

import { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';

import type { OpenDatabase } from './database';
import { freeBytesIn } from './disk';
import { holdFolder } from './hold-folder';
import { keepPrivate, SAVED } from './keep-private';
import { MIGRATIONS } from './migrations';
import { openPostgres } from './postgres';
import { DURABLE, PrivateFiles, syncFile, syncFolder } from './private-files';
import * as schema from './schema';
import {
  NewerSchemaError,
  newestMigration,
  OlderSchemaError,
  schemaStateOf,
} from './schema-state';

/** What becomes of a database with the schema of an older release. */
export type WhenOlder = 'migrate' | 'refuse' | 'keep';

interface DatabasePlace {
  /** Folder of the server's files; PGlite lives in its `db`. Absent: in memory. */
  dataDir?: string | undefined;
  /** A `postgres://` address; wins over the folder. */
  url?: string | undefined;
  /** Of a pooler in front of that database, for the requests. */
  poolerUrl?: string | undefined;
  /** A folder on the disk of that database, where it is on this computer. */
  diskFolder?: string | undefined;
  /** Absent: PGlite is brought to the newest schema, PostgreSQL is refused. */
  whenOlder?: WhenOlder | undefined;
  /** A dumped PGlite to begin with, in memory; quicker than a new one. */
  image?: Blob | undefined;
}

/**
 * Opens the database, a new one with the newest schema: PostgreSQL when `url`
 * is given, else PGlite under `dataDir`, else PGlite in memory
 * (docs/architecture.md 6). Rejects with the driver's error, with an error of
 * `schema-state.ts`, or with one of `holdFolder` or `keepPrivate` when the
 * folder is not this process's alone.
 */
export async function openDatabase(
  place: DatabasePlace,
): Promise<OpenDatabase> {
  if (place.url) return openPostgres(place.url, place);
  return openPglite(place);
}

async function openPglite({
  dataDir,
  image,
  whenOlder = 'migrate',
}: DatabasePlace): Promise<OpenDatabase> {
  const folder = dataDir && (await makeFolder(join(resolve(dataDir), 'db')));
  const release = folder ? await holdFolder(folder) : undefined;
  try {
    if (dataDir) await keepPrivate(dataDir);
    const client = await PGlite.create({
      ...(folder ? { fs: new PrivateFiles(folder), startParams: DURABLE } : {}),
      ...(image ? { loadDataDir: image } : {}),
    });
    const db = drizzle(client, { schema });
    const state = await schemaStateOf(db);
    if (state === 'newer') throw new NewerSchemaError();
    if (state === 'older' && whenOlder === 'refuse') {
      throw new OlderSchemaError();
    }
    const isKept = state === 'older' && whenOlder === 'keep';
    const savedBefore =
      state === 'older' && !isKept && dataDir
        ? await saveBeforeUpgrade(client, dataDir)
        : undefined;
    if (!isKept) await migrate(db, MIGRATIONS);
    if (folder && state === 'none') await syncTree(folder);
    return {
      db,
      startDb: db,
      probeDb: db,
      dialect: 'pglite',
      listen: (channel, onPayload) => client.listen(channel, onPayload),
      freeBytes: folder ? () => freeBytesIn(folder) : undefined,
      savedBefore,
      close: async () => {
        await client.close();
        release?.();
      },
    };
  } catch (error) {
    release?.();
    throw error;
  }
}

/**
 * Writes the files of the database into an archive beside its folder, because
 * nothing leads back from the newer schema. Gives its path.
 */
async function saveBeforeUpgrade(
  client: PGlite,
  dataDir: string,
): Promise<string> {
  const { tag } = newestMigration();
  const path = join(resolve(dataDir), `${SAVED}${tag}.tar.gz`);
  const dump = await client.dumpDataDir('gzip');
  const bytes = new Uint8Array(await dump.arrayBuffer());
  await writeFile(path, bytes, { mode: 0o600, flush: true });
  syncFolder(resolve(dataDir));
  return path;
}

/** What made the files of a new database has not waited for the disk. */
async function syncTree(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await syncTree(path);
    else if (entry.isFile()) syncFile(path);
  }
  syncFolder(folder);
}

/** The real path of the folder: PGlite cannot open one that is a link. */
async function makeFolder(path: string): Promise<string> {
  await mkdir(path, { recursive: true, mode: 0o700 });
  return realpath(path);
}
