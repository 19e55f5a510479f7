import 'fake-indexeddb/auto';

import { liveQuery } from 'dexie';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import type { DatabaseTrouble } from '@/db/open';
import {
  closeDatabases,
  deleteDatabases,
  onDatabaseTrouble,
  openFor,
  openNow,
} from '@/db/open';
import { SILENT_AFTER_MS } from '@/db/silence';

import { anActor, anOp } from '../support/builders';

let troubles: DatabaseTrouble[] = [];
let letGo = () => {};

beforeEach(async () => {
  await deleteDatabases(anActor);
  troubles = [];
  const forget = onDatabaseTrouble((trouble) => troubles.push(trouble));
  // The database itself waits by other means.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  return () => {
    forget();
    closeDatabases();
    vi.useRealTimers();
  };
});

afterEach(() => letGo());

async function openBoth() {
  const opened = openFor(anActor);
  await opened.cache.open();
  await opened.intent.open();
  return opened;
}

/** Holds a store as a thread does that ended in the middle of a transaction. */
async function hold(name: string, store: string): Promise<void> {
  const open = indexedDB.open(name);
  const db = await new Promise<IDBDatabase>((resolve, reject) => {
    open.addEventListener('success', () => resolve(open.result));
    open.addEventListener('error', () => reject(open.error));
  });
  const held = db.transaction(store, 'readwrite').objectStore(store);
  let isHeld = true;
  letGo = () => {
    isHeld = false;
    db.close();
  };
  await new Promise<void>((resolve) => {
    const keepBusy = () => {
      resolve();
      if (isHeld) held.count().addEventListener('success', keepBusy);
    };
    held.count().addEventListener('success', keepBusy);
  });
}

/** Opening, reading and what follows from it need turns of the database. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) {
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
  }
}

async function pass(ms: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms);
  await settle();
}

describe('a store that answers nobody', () => {
  it('is said once the database was opened anew in vain, and no more once it answers', async () => {
    const { intent } = await openBoth();
    await intent.outbox.add(anOp());
    await hold(intent.name, 'outbox');
    const counts: number[] = [];
    const live = liveQuery(() => intent.outbox.count()).subscribe((count) =>
      counts.push(count),
    );
    await settle();
    const before = intent.backendDB();
    await pass(SILENT_AFTER_MS);
    expect(intent.backendDB()).not.toBe(before);
    expect(troubles).toEqual([]);

    await pass(SILENT_AFTER_MS);
    expect(troubles).toEqual(['silent']);

    letGo();
    await vi.waitFor(() => expect(counts).toContain(1));
    expect(troubles).toEqual(['silent', 'heard']);
    live.unsubscribe();
  });

  it('is said, too, when it was asked but once', async () => {
    const { intent } = await openBoth();
    await hold(intent.name, 'outbox');
    const count = intent.outbox.count();
    await pass(SILENT_AFTER_MS);
    await pass(SILENT_AFTER_MS);
    expect(troubles).toEqual(['silent']);
    letGo();
    expect(await count).toBe(0);
    await vi.waitFor(() => expect(troubles).toEqual(['silent', 'heard']));
  });

  it('is said, too, when the database cannot even be opened', async () => {
    const { cache } = await openBoth();
    await hold(cache.name, 'meta');
    closeDatabases();
    openNow(openFor(anActor));
    await settle();
    await pass(SILENT_AFTER_MS);
    await pass(SILENT_AFTER_MS);
    expect(troubles).toEqual(['silent']);
    letGo();
    await vi.waitFor(() => expect(troubles).toEqual(['silent', 'heard']));
  });

  it('is waited for while the database opens: who reads then gets the rows, and later ones, too', async () => {
    const { cache } = await openBoth();
    await cache.meta.put({ k: 'organizer', v: true });
    await hold(cache.name, 'meta');
    closeDatabases();
    const opened = openFor(anActor);
    openNow(opened);
    const early = opened.cache.transaction('r', opened.cache.meta, () =>
      opened.cache.meta.count(),
    );
    await settle();
    await pass(SILENT_AFTER_MS);
    letGo();
    expect(await early).toBe(1);
    expect(await opened.cache.meta.count()).toBe(1);
    expect(troubles).toEqual([]);
  });

  it('is said for as long as one of the two databases has one', async () => {
    const { cache, intent } = await openBoth();
    await hold(intent.name, 'outbox');
    const letOutboxGo = letGo;
    const outbox = intent.outbox.count();
    await hold(cache.name, 'meta');
    const meta = cache.meta.count();
    await pass(SILENT_AFTER_MS);
    // What waited on the closed connection is no sign: others ask again.
    const outboxAgain = intent.outbox.count();
    const metaAgain = cache.meta.count();
    await pass(SILENT_AFTER_MS);
    expect(troubles).toEqual(['silent', 'silent']);
    letOutboxGo();
    await Promise.all([outbox, outboxAgain]);
    await settle();
    expect(troubles).toEqual(['silent', 'silent']);
    letGo();
    await Promise.all([meta, metaAgain]);
    await settle();
    expect(troubles).toEqual(['silent', 'silent', 'heard']);
  });

  it('is no trouble any more once the user has signed out', async () => {
    const { intent } = await openBoth();
    await hold(intent.name, 'outbox');
    intent.outbox.count().catch(() => undefined);
    await pass(SILENT_AFTER_MS);
    intent.outbox.count().catch(() => undefined);
    await pass(SILENT_AFTER_MS);
    closeDatabases();
    expect(troubles).toEqual(['silent', 'heard']);
  });

  it('is nothing to speak of while it answers in time', async () => {
    const { intent } = await openBoth();
    await hold(intent.name, 'outbox');
    const count = intent.outbox.count();
    await settle();
    const before = intent.backendDB();
    await pass(SILENT_AFTER_MS - 1_000);
    letGo();
    expect(await count).toBe(0);
    await pass(SILENT_AFTER_MS);
    expect(intent.backendDB()).toBe(before);
    expect(troubles).toEqual([]);
  });

  it('loses nothing that was being written', async () => {
    const { intent } = await openBoth();
    await hold(intent.name, 'outbox');
    const stored = intent.transaction('rw', intent.outbox, async () => {
      await intent.outbox.add(anOp({ opId: 'first' }));
      await intent.outbox.add(anOp({ opId: 'second', seq: 2 }));
    });
    await pass(SILENT_AFTER_MS);
    await pass(SILENT_AFTER_MS);
    letGo();
    await stored;
    expect(await intent.outbox.count()).toBe(2);
  });
});
