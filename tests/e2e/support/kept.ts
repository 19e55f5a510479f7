import type { Page } from '@playwright/test';

/**
 * How many rows a table on this device has, read past the app: what the screen
 * says and what is kept are two things.
 * @param database cache: what the host said; intent: what the user wants.
 */
export function countKept(
  page: Page,
  database: 'cache' | 'intent',
  table: string,
): Promise<number> {
  return page.evaluate(
    async ([start, table]) => {
      const all = await indexedDB.databases();
      const name = all.find((each) => each.name?.startsWith(start))?.name;
      if (!name) return 0;
      const open = indexedDB.open(name);
      const db = await new Promise<IDBDatabase>((resolve, reject) => {
        open.addEventListener('success', () => resolve(open.result));
        open.addEventListener('error', () => reject(open.error));
      });
      try {
        if (!db.objectStoreNames.contains(table)) return 0;
        const count = db.transaction(table).objectStore(table).count();
        return await new Promise<number>((resolve, reject) => {
          count.addEventListener('success', () => resolve(count.result));
          count.addEventListener('error', () => reject(count.error));
        });
      } finally {
        db.close();
      }
    },
    [`vmo-${database}-`, table] as const,
  );
}

/** The rows of a table on this device, in the order of their keys. */
export function keptRows(
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

/** The states of the changes in the outbox, oldest first. */
export async function outboxStates(page: Page): Promise<string[]> {
  const ops = await keptRows(page, 'intent', 'outbox');
  return ops.map((op) =>
    typeof op === 'object' && op !== null && 'state' in op
      ? String(op.state)
      : '',
  );
}
