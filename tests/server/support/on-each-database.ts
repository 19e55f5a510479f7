import { afterAll, beforeAll, describe } from 'vitest';

import { openDatabase, type OpenDatabase } from '../../../server/db/open';
import { loadPgliteImage } from './pglite-image';
import { findPostgres } from './postgres';

const postgres = await findPostgres();

const places = [
  { name: 'PGlite', url: undefined },
  ...(postgres ? [{ name: 'PostgreSQL', url: postgres.url }] : []),
];

process.stdout.write(
  `Databases of this file: ${places.map(({ name }) => name).join(', ')}\n`,
);

/**
 * Tells one story on PGlite in memory and, where one is found, on a real
 * PostgreSQL. The story gets a function, because the database opens only when
 * the tests begin. Call it once in a file: it stops the server at the end.
 */
export function onEachDatabase(
  story: (database: () => OpenDatabase) => void,
): void {
  afterAll(async () => {
    await postgres?.stop();
  });
  describe.each(places)('on $name', ({ url }) => {
    let database: OpenDatabase | undefined;
    beforeAll(async () => {
      database = await (url
        ? openDatabase({ url })
        : openDatabase({ image: await loadPgliteImage() }));
    });
    afterAll(async () => {
      await database?.close();
    });
    story(() => {
      if (!database) throw new Error('The database is not open yet.');
      return database;
    });
  });
}
