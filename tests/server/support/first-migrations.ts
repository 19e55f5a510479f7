import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { onTestFinished } from 'vitest';

const migrations = fileURLToPath(
  new URL('../../../server/db/migrations', import.meta.url),
);

/** The first migrations alone: what a release of that time had. */
export async function firstMigrations(
  count: number,
): Promise<{ migrationsFolder: string }> {
  const migrationsFolder = await mkdtemp(
    join(tmpdir(), 'vote-monitoring-old-'),
  );
  onTestFinished(() => rm(migrationsFolder, { recursive: true, force: true }));
  await cp(migrations, migrationsFolder, { recursive: true });
  const path = join(migrationsFolder, 'meta', '_journal.json');
  const journal = JSON.parse(await readFile(path, 'utf8'));
  const entries = journal.entries.slice(0, count);
  await writeFile(path, JSON.stringify({ ...journal, entries }));
  return { migrationsFolder };
}
