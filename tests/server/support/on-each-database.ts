import { beforeAll, describe } from 'vitest';

import type { OpenDatabase } from '../../../server/db/database';
import { openDatabase } from '../../../server/db/open';
import { openPglite } from './pglite-image';
import { newPostgresDatabase } from './postgres';

/**
 * The databases of all stories that this process tells: opening one takes
 * longer than most stories, and each test begins by emptying it.
 */
const kept = new Map<string, Promise<OpenDatabase>>();
const url = await newPostgresDatabase();

const places = [
  { name: 'PGlite', open: openPglite },
  ...(url ? [{ name: 'PostgreSQL', open: () => openDatabase({ url }) }] : []),
];

/**
 * Tells one story on PGlite in memory and, where one is found, on a real
 * PostgreSQL. The story gets a function, because the database opens only when
 * the tests begin.
 */
export function onEachDatabase(
  story: (database: () => OpenDatabase) => void,
): void {
  process.stdout.write(
    `Databases of this file: ${places.map(({ name }) => name).join(', ')}\n`,
  );
  describe.each(places)('on $name', ({ name, open }) => {
    let database: OpenDatabase | undefined;
    beforeAll(async () => {
      const opening = kept.get(name) ?? open();
      kept.set(name, opening);
      database = await opening;
    });
    story(() => {
      if (!database) throw new Error('The database is not open yet.');
      return database;
    });
  });
}
