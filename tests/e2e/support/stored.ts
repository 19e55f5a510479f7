import type { Page } from '@playwright/test';

/** Everything that this origin keeps on the device, as one text. */
export function dumpDevice(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', () => reject(request.error));
      });
    const parts: unknown[] = [{ ...localStorage }, { ...sessionStorage }];
    for (const { name = '' } of await indexedDB.databases()) {
      const db = await done(indexedDB.open(name));
      for (const table of db.objectStoreNames) {
        const store = db.transaction(table).objectStore(table);
        parts.push(name, table, await done(store.getAll()));
      }
      db.close();
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const reply = await cache.match(request);
        parts.push(request.url, [...request.headers], await reply?.text());
      }
    }
    // Bytes as text, too: a secret is no better hidden as a row of numbers.
    return JSON.stringify(parts, (_key, value: unknown) => {
      const bytes =
        value instanceof ArrayBuffer
          ? new Uint8Array(value)
          : value instanceof Uint8Array
            ? value
            : undefined;
      return bytes ? new TextDecoder('latin1').decode(bytes) : value;
    });
  });
}

/** The names of the app's databases: cache and intent, with the user's key. */
export function databaseNames(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const all = await indexedDB.databases();
    return all.map(({ name = '' }) => name).sort();
  });
}

/** Deletes a database past the app, as a person with the browser's tools does. */
export function deleteDatabase(page: Page, start: string): Promise<void> {
  return page.evaluate(async (start) => {
    const all = await indexedDB.databases();
    const name = all.find((each) => each.name?.startsWith(start))?.name ?? '';
    await new Promise<void>((resolve, reject) => {
      const request = indexedDB.deleteDatabase(name);
      request.addEventListener('success', () => resolve());
      request.addEventListener('error', () => reject(request.error));
    });
  }, start);
}
