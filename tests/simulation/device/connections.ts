import type { DBCore, DBCoreTransaction, Dexie } from 'dexie';
import { Dexie as DexieClass } from 'dexie';

import { CacheDatabase } from '@/db/cache';
import type { Databases } from '@/db/open';
import { IntentDatabase } from '@/db/intent';

/** A change that a transaction of a tab made for good. */
export interface Commit {
  database: 'cache' | 'intent';
  /** Tables that it wrote. */
  tables: ReadonlySet<string>;
}

export interface Connections {
  databases: Databases;
  /** Takes both databases from the tab, also in the middle of a transaction. */
  sever: () => void;
  /** Write transactions under way, of either database. */
  writing: () => number;
}

interface Handlers {
  /** Before a write transaction begins. */
  onBegin: (database: Commit['database'], tables: readonly string[]) => void;
  /** Before a row is added. */
  onAdd: (table: string) => void;
  onCommit: (commit: Commit) => void;
}

/**
 * The databases through connections of one tab. A severed connection behaves as
 * after a kill: what was not committed is undone, and nothing ever answers.
 */
export function connect(
  userKey: string,
  actor: string,
  handlers: Handlers,
): Connections {
  const active = new Set<IDBTransaction>();
  const writing = new Set<IDBTransaction>();
  let isSevered = false;

  const never = () => new DexieClass.Promise<never>(() => {});

  function guard<Args extends unknown[], T>(
    run: (...args: Args) => PromiseLike<T>,
  ): (...args: Args) => Promise<T> {
    const call = (...args: Args) => {
      if (isSevered) return never();
      return run(...args).then(
        (value) => (isSevered ? never() : value),
        (error: unknown) => {
          if (isSevered) return never();
          throw error;
        },
      );
    };
    // Dexie's own promise keeps its zone; the types of its core say Promise.
    return call as (...args: Args) => Promise<T>;
  }

  function guarded(core: DBCore, database: Commit['database']): DBCore {
    const written = new WeakMap<object, Set<string>>();
    return {
      ...core,
      transaction(tables, mode, options) {
        const isWrite = mode === 'readwrite';
        if (isWrite && !isSevered) handlers.onBegin(database, tables);
        if (isSevered) return inert();
        const trans = core.transaction(tables, mode, options);
        if (!isIdbTransaction(trans)) return trans;
        active.add(trans);
        if (isWrite) writing.add(trans);
        const end = () => {
          active.delete(trans);
          writing.delete(trans);
        };
        trans.addEventListener('abort', end);
        trans.addEventListener('complete', () => {
          end();
          const names = written.get(trans);
          if (names) handlers.onCommit({ database, tables: names });
        });
        return trans;
      },
      table(name) {
        const table = core.table(name);
        return {
          ...table,
          get: guard(table.get),
          getMany: guard(table.getMany),
          query: guard(table.query),
          openCursor: guard(table.openCursor),
          count: guard(table.count),
          mutate: guard((request) => {
            if (request.type === 'add') handlers.onAdd(name);
            if (isSevered) return never();
            const names = written.get(request.trans) ?? new Set<string>();
            written.set(request.trans, names.add(name));
            return table.mutate(request);
          }),
        };
      },
    };
  }

  function prepare<D extends Dexie>(database: D, kind: Commit['database']): D {
    // They serve live queries, of which there are none here: pages are read anew.
    for (const name of ['Observability', 'Cache']) {
      database.unuse({ stack: 'dbcore', name });
    }
    database.use({
      stack: 'dbcore',
      name: 'tab',
      level: -1,
      create: (core) => guarded(core, kind),
    });
    return database;
  }

  const cache = prepare(new CacheDatabase(`vmo-cache-${userKey}`), 'cache');
  const intent = prepare(new IntentDatabase(`vmo-intent-${userKey}`), 'intent');

  return {
    databases: { userKey, actor, organizer: true, cache, intent },
    writing: () => writing.size,
    sever() {
      if (isSevered) return;
      isSevered = true;
      for (const trans of active) {
        // What waits for it never hears of it.
        Object.assign(trans, {
          oncomplete: null,
          onabort: null,
          onerror: null,
        });
        try {
          trans.abort();
        } catch {
          // It has just ended: a kill a moment later changes nothing.
        }
      }
      active.clear();
      writing.clear();
      for (const database of [cache, intent]) {
        if (database.isOpen()) database.backendDB().close();
        else database.close({ disableAutoOpen: true });
      }
    },
  };
}

function isIdbTransaction(
  trans: DBCoreTransaction,
): trans is DBCoreTransaction & IDBTransaction {
  return 'addEventListener' in trans;
}

/** What a dead tab gets for a transaction: it never answers. */
function inert(): DBCoreTransaction {
  return Object.assign(new EventTarget(), { abort() {} });
}
