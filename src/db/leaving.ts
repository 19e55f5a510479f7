import type { DBCoreTransaction, Dexie } from 'dexie';

/**
 * Whether this browser keeps the stores of a transaction that was under way when its
 * page or worker ended, from everybody and for good: WebKit, under each of its names
 * (https://bugs.webkit.org/show_bug.cgi?id=324094). Asked in a page: a worker's
 * navigator has no vendor.
 */
export function keepsLeftTransactions(): boolean {
  const vendor: unknown = Reflect.get(globalThis.navigator ?? {}, 'vendor');
  return typeof vendor === 'string' && vendor.startsWith('Apple');
}

/**
 * Ends the transactions of this page when it is left. What was not stored by then is
 * not stored, as in each browser.
 * @param onLeave called then; has to close the database, so that no transaction begins.
 */
export function endWhenLeft(database: Dexie, onLeave: () => void): void {
  const live = new Set<DBCoreTransaction>();
  database.use({
    stack: 'dbcore',
    name: 'leaving',
    create: (core) => ({
      ...core,
      transaction(...args) {
        const transaction = core.transaction(...args);
        live.add(transaction);
        // Dexie knows less of it than it is.
        if (transaction instanceof IDBTransaction) {
          const forget = () => live.delete(transaction);
          transaction.addEventListener('complete', forget);
          transaction.addEventListener('abort', forget);
        }
        return transaction;
      },
    }),
  });
  globalThis.addEventListener('pagehide', () => {
    for (const transaction of live) end(transaction);
    onLeave();
  });
}

function end(transaction: DBCoreTransaction): void {
  try {
    transaction.abort();
  } catch {
    // It has just ended by itself.
  }
}
