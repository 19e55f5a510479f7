import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { eq } from 'drizzle-orm';

import type { OpenDatabase } from '../db/database';
import { setting } from '../db/schema';
import type { StartOptions } from './options';

const SETTING = 'jwt-secret';
const SECRET_BYTES = 48;
/** Only the owner may read the file. */
const OWNER_ONLY = 0o600;

/**
 * The secret behind tokens and attachment addresses: JWT_SECRET when given.
 * Otherwise it is made once and stored in the database that all processes share
 * or, without one, in a file of the data folder.
 */
export async function loadSecret(
  options: Pick<StartOptions, 'jwtSecret' | 'databaseUrl' | 'dataDir'>,
  database: Pick<OpenDatabase, 'db'>,
): Promise<Uint8Array> {
  const { jwtSecret, databaseUrl, dataDir } = options;
  const text =
    jwtSecret ??
    (databaseUrl
      ? await secretInDatabase(database)
      : await secretInFolder(dataDir));
  return new TextEncoder().encode(text);
}

async function secretInDatabase({
  db,
}: Pick<OpenDatabase, 'db'>): Promise<string> {
  await db
    .insert(setting)
    .values({ key: SETTING, value: newSecret() })
    .onConflictDoNothing();
  const [row] = await db.select().from(setting).where(eq(setting.key, SETTING));
  if (!row) throw new Error('The secret was not stored.');
  return row.value;
}

async function secretInFolder(folder: string): Promise<string> {
  const path = join(folder, SETTING);
  await mkdir(folder, { recursive: true });
  // `wx` fails when the file is there: then that one counts.
  // On the disk first: a power cut must not leave an empty secret.
  const how = { mode: OWNER_ONLY, flag: 'wx', flush: true };
  await writeFile(path, newSecret(), how).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    },
  );
  return readFile(path, 'utf8');
}

function newSecret(): string {
  return randomBytes(SECRET_BYTES).toString('base64url');
}
