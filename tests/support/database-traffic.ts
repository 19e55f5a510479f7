import { onTestFinished } from 'vitest';

/** What a piece of work asks of IndexedDB, counted at the browser's own interface. */
interface DatabaseTraffic {
  /** Store and method of each request; a step of a cursor is one, too. */
  requests: string[];
  transactions: number;
  /** Transactions that may write. */
  commits: number;
}

const READS = ['get', 'getKey', 'getAll', 'getAllKeys', 'count'];
const CURSORS = ['openCursor', 'openKeyCursor'];
const WRITES = ['put', 'add', 'delete', 'clear'];
const STEPS = ['continue', 'continuePrimaryKey', 'advance'];

/**
 * Counts from now to the end of the test, in all databases that are opened from
 * now on: Dexie binds `transaction` when it opens one. `traffic` answers with the
 * figures so far, `begin` sets them to nothing.
 */
export function countDatabaseTraffic() {
  let traffic: DatabaseTraffic;
  const begin = () => {
    traffic = { requests: [], transactions: 0, commits: 0 };
  };
  const note = (request: string) => traffic.requests.push(request);

  for (const method of [...READS, ...CURSORS]) {
    watch(IDBObjectStore.prototype, method, ({ name }) =>
      note(`${name}.${method}`),
    );
    watch(IDBIndex.prototype, method, ({ objectStore }) =>
      note(`${objectStore.name}.${method}`),
    );
  }
  for (const method of WRITES) {
    watch(IDBObjectStore.prototype, method, ({ name }) =>
      note(`${name}.${method}`),
    );
  }
  for (const step of STEPS) {
    watch(IDBCursor.prototype, step, () => note(`cursor.${step}`));
  }
  watch(IDBDatabase.prototype, 'transaction', (_database, [, mode]) => {
    traffic.transactions += 1;
    if (mode === 'readwrite') traffic.commits += 1;
  });
  begin();
  return { traffic: () => traffic, begin };
}

/** Calls `onCall` before each call of a method, until the test ends. */
function watch<Target extends object>(
  target: Target,
  method: string,
  onCall: (self: Target, args: unknown[]) => void,
): void {
  const before = Object.getOwnPropertyDescriptor(target, method);
  const original: unknown = before?.value;
  if (!before || typeof original !== 'function') return;
  Object.defineProperty(target, method, {
    ...before,
    value(this: Target, ...args: unknown[]): unknown {
      onCall(this, args);
      return Reflect.apply(original, this, args);
    },
  });
  onTestFinished(() => {
    Object.defineProperty(target, method, before);
  });
}
