import { execFile } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';

import type { OpenDatabase } from '../../../server/db/database';
import { openDatabase } from '../../../server/db/open';

const migrationsFolder = fileURLToPath(
  new URL('../../../server/db/migrations', import.meta.url),
);

/**
 * A dump of an empty, migrated PGlite. It is made once for each set of
 * migrations and kept among the temporary files, because making one takes
 * several seconds and every test file needs it.
 */
export function loadPgliteImage(): Promise<Blob> {
  image ??= loadImage();
  return image;
}

let image: Promise<Blob> | undefined;

let opened: Promise<OpenDatabase> | undefined;

/** One PGlite for all files that this process runs; each user empties it. */
export function openPglite(): Promise<OpenDatabase> {
  opened ??= loadPgliteImage().then((image) => openDatabase({ image }));
  return opened;
}

/** Puts the image into a folder, as a server of its own would have made it. */
export async function unpackImage(folder: string): Promise<void> {
  await loadPgliteImage();
  await mkdir(folder, { recursive: true });
  await promisify(execFile)('tar', ['-xf', await imagePath(), '-C', folder]);
}

async function imagePath(): Promise<string> {
  return join(tmpdir(), `vote-monitoring-${await fingerprint()}.tar`);
}

async function loadImage(): Promise<Blob> {
  const path = await imagePath();
  const kept = await readFile(path).catch(() => undefined);
  if (kept) return new Blob([kept]);

  const client = await PGlite.create();
  await migrate(drizzle(client), { migrationsFolder });
  const image = await client.dumpDataDir('none');
  await client.close();
  // Written aside first: another test file may be reading.
  const draft = `${path}.${randomUUID()}`;
  await writeFile(draft, new Uint8Array(await image.arrayBuffer()));
  await rename(draft, path);
  return image;
}

async function fingerprint(): Promise<string> {
  const hash = createHash('sha256').update(process.version);
  for (const name of (await readdir(migrationsFolder)).sort()) {
    if (!name.endsWith('.sql')) continue;
    hash.update(await readFile(join(migrationsFolder, name)));
  }
  return hash.digest('hex').slice(0, 16);
}
