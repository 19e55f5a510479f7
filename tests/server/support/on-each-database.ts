import type { OpenDatabase } from '../../../server/db/database';
import { openDatabase } from '../../../server/db/open';
import { onDatabase, onPglite, type Story } from './on-pglite';
import { newPostgresDatabase } from './postgres';

const url = await newPostgresDatabase();

/**
 * The database of all stories that this process tells: opening one takes
 * longer than most stories, and each test begins by emptying it.
 */
let postgres: Promise<OpenDatabase> | undefined;

/**
 * Tells one story on PGlite in memory and, where one is found, on a real
 * PostgreSQL. It is for what may differ between the two: SQL written by hand,
 * locks, constraints that two writers meet, announcements (LISTEN, NOTIFY),
 * errors and figures of the driver. All else is told by `onPglite` once.
 */
export function onEachDatabase(story: Story): void {
  process.stdout.write(
    `Databases of this file: PGlite${url ? ', PostgreSQL' : ''}\n`,
  );
  onPglite(story);
  if (!url) return;
  onDatabase('PostgreSQL', () => (postgres ??= openDatabase({ url })), story);
}
