import { beforeAll, describe } from 'vitest';

import type { OpenDatabase } from '../../../server/db/database';
import { openPglite } from './pglite-image';

/** Tests that ask for the database by a function, because it opens only when they begin. */
export type Story = (database: () => OpenDatabase) => void;

/**
 * Tells a story on PGlite in memory alone: PGlite is PostgreSQL, so a route
 * behaves alike on both while its way has no SQL written by hand, no lock, no
 * constraint that two writers meet, no announcement and no error or figure of
 * the driver. A story about one of these is told by `onEachDatabase`, and each
 * service with SQL written by hand has at least one such story.
 * `description.test.ts` asks every route once on both.
 */
export function onPglite(story: Story): void {
  onDatabase('PGlite', openPglite, story);
}

/** Tells a story on one database, which `open` opens once for all files of the process. */
export function onDatabase(
  name: string,
  open: () => Promise<OpenDatabase>,
  story: Story,
): void {
  describe(`on '${name}'`, () => {
    let database: OpenDatabase | undefined;
    beforeAll(async () => {
      database = await open();
    });
    story(() => {
      if (!database) throw new Error('The database is not open yet.');
      return database;
    });
  });
}
