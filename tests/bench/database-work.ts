import type { BrowserContext, Page, Worker } from '@playwright/test';

import { nameFunctionsIn } from '../support/named-functions';

/** What a thread has asked of IndexedDB since its counts were set to zero. */
export interface DatabaseWork {
  /** Rows put, added, changed in place or deleted, by table. */
  written: Record<string, number>;
  /** Read-only transactions by their tables, joined with a comma. */
  reads: Record<string, number>;
  /** Of each transaction that may write, by the tables it wrote: from its first request until it was complete, in ms. */
  writes: Record<string, number[]>;
}

/** Tables that say how fresh rows are, and which tab leads: no rows of the server. */
const BOOKKEEPING = new Set(['cursors', 'acks', 'meta', 'clients']);

/** Counts in every page of a profile, from its first line on. */
export async function countPages(context: BrowserContext): Promise<void> {
  await context.addInitScript(count);
}

/** Counts in a worker from now on; before it has written anything when it has just started. */
export async function countWorker(worker: Worker): Promise<void> {
  await nameFunctionsIn(worker);
  await worker.evaluate(count);
}

export function databaseWork(thread: Page | Worker): Promise<DatabaseWork> {
  // One signature for both kinds of thread.
  const ask: Pick<Worker, 'evaluate'> = thread;
  return ask.evaluate(() => Reflect.get(globalThis, 'benchWork'));
}

export function forgetWork(thread: Page | Worker): Promise<void> {
  const ask: Pick<Worker, 'evaluate'> = thread;
  return ask.evaluate(() => {
    const work: DatabaseWork = Reflect.get(globalThis, 'benchWork');
    Object.assign(work, { written: {}, reads: {}, writes: {} });
  });
}

/** The sum over all tables that hold rows of the server, and over the others. */
export function split(counts: Record<string, number>) {
  let rows = 0;
  let bookkeeping = 0;
  for (const [tables, count] of Object.entries(counts)) {
    const isBookkeeping = tables
      .split(',')
      .every((table) => BOOKKEEPING.has(table));
    if (isBookkeeping) bookkeeping += count;
    else rows += count;
  }
  return { rows, bookkeeping };
}

/** Runs in the page or the worker, so it uses nothing of this file. */
function count(): void {
  const work: DatabaseWork = { written: {}, reads: {}, writes: {} };
  Object.assign(globalThis, { benchWork: work });
  const { transaction } = IDBDatabase.prototype;
  // Dexie binds this one when it opens a database: a worker has done so before.
  IDBDatabase.prototype.transaction = function (this: IDBDatabase, ...args) {
    const begun = transaction.apply(this, args);
    const tables = [...begun.objectStoreNames].join(',');
    if (begun.mode === 'readonly') {
      work.reads[tables] = (work.reads[tables] ?? 0) + 1;
    }
    return begun;
  };
  const timed = new WeakMap<IDBTransaction, Set<string>>();
  const time = (writing: IDBTransaction) => {
    if (writing.mode === 'readonly' || timed.has(writing)) return;
    const written = new Set<string>();
    timed.set(writing, written);
    const from = performance.now();
    writing.addEventListener('complete', () => {
      const tables = [...written].toSorted().join(',');
      (work.writes[tables] ??= []).push(performance.now() - from);
    });
  };
  const note = ({ name, transaction }: IDBObjectStore) => {
    time(transaction);
    timed.get(transaction)?.add(name);
    work.written[name] = (work.written[name] ?? 0) + 1;
  };
  const store = IDBObjectStore.prototype;
  const { get, put, add, delete: remove } = store;
  store.get = function (this: IDBObjectStore, ...args) {
    time(this.transaction);
    return get.apply(this, args);
  };
  store.put = function (this: IDBObjectStore, ...args) {
    note(this);
    return put.apply(this, args);
  };
  store.add = function (this: IDBObjectStore, ...args) {
    note(this);
    return add.apply(this, args);
  };
  store.delete = function (this: IDBObjectStore, ...args) {
    note(this);
    return remove.apply(this, args);
  };
  const { update } = IDBCursor.prototype;
  IDBCursor.prototype.update = function (this: IDBCursor, ...args) {
    const { source } = this;
    note('objectStore' in source ? source.objectStore : source);
    return update.apply(this, args);
  };
}
