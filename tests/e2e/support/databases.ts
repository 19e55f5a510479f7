import type { Page } from '@playwright/test';

/**
 * The rows of a table on this device in the order of their keys, read past the
 * app: what the screen says and what is kept are two things.
 * @param database cache: what the server said; intent: what the user wants.
 */
export function readRows(
  page: Page,
  database: 'cache' | 'intent',
  table: string,
): Promise<unknown[]> {
  return page.evaluate(
    async ([start, table]) => {
      const all = await indexedDB.databases();
      const name = all.find((each) => each.name?.startsWith(start))?.name;
      if (!name) return [];
      const open = indexedDB.open(name);
      const db = await new Promise<IDBDatabase>((resolve, reject) => {
        open.addEventListener('success', () => resolve(open.result));
        open.addEventListener('error', () => reject(open.error));
      });
      try {
        if (!db.objectStoreNames.contains(table)) return [];
        const rows = db.transaction(table).objectStore(table).getAll();
        return await new Promise<unknown[]>((resolve, reject) => {
          rows.addEventListener('success', () => resolve(rows.result));
          rows.addEventListener('error', () => reject(rows.error));
        });
      } finally {
        db.close();
      }
    },
    [`vmo-${database}-`, table] as const,
  );
}

/** Puts rows into a table of this device past the app, as if it had stored them. */
export function putRows(
  page: Page,
  database: 'cache' | 'intent',
  table: string,
  rows: readonly object[],
): Promise<void> {
  return page.evaluate(
    async ([start, table, rows]) => {
      const all = await indexedDB.databases();
      const name = all.find((each) => each.name?.startsWith(start))?.name;
      if (!name) throw new Error(`There is no ${start}`);
      const open = indexedDB.open(name);
      const db = await new Promise<IDBDatabase>((resolve, reject) => {
        open.addEventListener('success', () => resolve(open.result));
        open.addEventListener('error', () => reject(open.error));
      });
      const writing = db.transaction(table, 'readwrite');
      for (const row of rows) writing.objectStore(table).put(row);
      await new Promise<void>((resolve, reject) => {
        writing.addEventListener('complete', () => resolve());
        writing.addEventListener('abort', () => reject(writing.error));
      });
      db.close();
    },
    [`vmo-${database}-`, table, rows] as const,
  );
}

export async function countRows(
  page: Page,
  database: 'cache' | 'intent',
  table: string,
): Promise<number> {
  return (await readRows(page, database, table)).length;
}

const longLists = new Set(['observers', 'threads:urgent', 'threads:all']);

/** How many of the three long lists were read to their end. */
export async function sweptLists(page: Page): Promise<number> {
  const cursors = (await readRows(page, 'cache', 'cursors')).map(Object);
  return cursors.filter(
    (cursor) => longLists.has(cursor.resource) && 'sweptAt' in cursor,
  ).length;
}

/** The states of the changes that still carry a sealed PIN. */
export async function sealedStates(page: Page): Promise<string[]> {
  return (await outbox(page))
    .filter(({ args }) => 'pin' in Object(args))
    .map(({ state }) => String(state));
}

/** When a list was last answered, in epoch ms; 0: never. */
export async function askedAt(page: Page, resource: string): Promise<number> {
  const rows = await readRows(page, 'cache', 'cursors');
  const row = rows.map(Object).find((each) => each.resource === resource);
  return Number(row?.asOf ?? 0);
}

/** By which the leader of this user's tabs is told from those before it; 0: nobody led yet. */
export async function leaderEpoch(page: Page): Promise<number> {
  const rows = await readRows(page, 'intent', 'meta');
  const row = rows.map(Object).find(({ k }) => k === 'leaderEpoch');
  return Number(row?.v ?? 0);
}

/** The changes in the outbox, oldest first. */
async function outbox(page: Page): Promise<Record<string, unknown>[]> {
  return (await readRows(page, 'intent', 'outbox')).map((row) => Object(row));
}
