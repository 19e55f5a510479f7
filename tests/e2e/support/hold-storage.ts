import type { Page } from '@playwright/test';

/**
 * Locks the outbox of this page's user with a transaction that stays busy: what
 * the app writes waits, as on a slow device.
 * @returns lets the writes go on. A reload does so, too.
 */
export async function holdOutbox(page: Page): Promise<() => Promise<void>> {
  const hold = await page.evaluateHandle(async () => {
    const all = await indexedDB.databases();
    const name = all.find((each) => each.name?.startsWith('vmo-intent-'))?.name;
    if (!name) throw new Error('There is no outbox');
    const open = indexedDB.open(name);
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      open.addEventListener('success', () => resolve(open.result));
      open.addEventListener('error', () => reject(open.error));
    });
    const state = { isHeld: true };
    const outbox = db.transaction('outbox', 'readwrite').objectStore('outbox');
    await new Promise<void>((resolve) => {
      // A transaction lives for as long as it has a request to wait for.
      const keepBusy = () => {
        resolve();
        if (state.isHeld) {
          outbox.count().addEventListener('success', keepBusy);
        } else db.close();
      };
      outbox.count().addEventListener('success', keepBusy);
    });
    return state;
  });
  return () =>
    hold.evaluate((state) => {
      state.isHeld = false;
    });
}
