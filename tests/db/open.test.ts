import 'fake-indexeddb/auto';

import { Dexie, liveQuery } from 'dexie';
import { forceCloseDatabase } from 'fake-indexeddb';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import type { DatabaseTrouble } from '@/db/open';
import {
  closeDatabases,
  databases,
  deleteDatabases,
  deletePinKey,
  isClosedError,
  onDatabaseTrouble,
  openFor,
} from '@/db/open';
import { seal } from '@/db/seal';

import { anActor, anObserverRow, anOp } from '../support/builders';

let troubles: DatabaseTrouble[] = [];

beforeEach(async () => {
  await deleteDatabases(anActor);
  troubles = [];
  const forget = onDatabaseTrouble((trouble) => troubles.push(trouble));
  return () => {
    forget();
    closeDatabases();
  };
});

async function openBoth() {
  const opened = openFor(anActor);
  await opened.cache.open();
  await opened.intent.open();
  return opened;
}

/** What a browser does to a tablet that slept, or when site data is cleared. */
async function breakConnection(database: Dexie) {
  await vi.waitFor(() => expect(database.isOpen()).toBe(true));
  const closed = new Promise<void>((resolve) => {
    database.on('close').subscribe(() => resolve());
  });
  // The type of the parameter is that of its own class.
  Reflect.apply(forceCloseDatabase, undefined, [database.backendDB()]);
  await closed;
}

describe('a live query', () => {
  it('shows a row once it is stored, not before', async () => {
    const { intent } = await openBoth();
    const order: string[] = [];
    const live = liveQuery(() => intent.reads.toArray()).subscribe((rows) => {
      order.push(`${rows.length} shown`);
    });
    await vi.waitFor(() => expect(order).toEqual(['0 shown']));
    await intent.reads.put({ key: '41:7', readAt: 1 });
    order.push('stored');
    await vi.waitFor(() => expect(order).toContain('1 shown'));
    live.unsubscribe();
    expect(order).toEqual(['0 shown', 'stored', '1 shown']);
  });
});

describe('a database that the browser closes', () => {
  it('is opened again, once, without a word', async () => {
    const { intent } = await openBoth();
    await intent.outbox.add(anOp());
    await breakConnection(intent);
    await vi.waitFor(() => expect(intent.isOpen()).toBe(true));
    expect(await intent.outbox.count()).toBe(1);
    expect(troubles).toEqual([]);
  });

  it('again and again is given up, and that is said', async () => {
    const { intent } = await openBoth();
    await breakConnection(intent);
    await vi.waitFor(() => expect(intent.isOpen()).toBe(true));
    await breakConnection(intent);
    await vi.waitFor(() => expect(troubles).toEqual(['closed']));
    await expect(intent.outbox.count()).rejects.toThrow();
  });

  it('is no trouble when we close it ourselves', async () => {
    await openBoth();
    closeDatabases();
    await new Promise((resolve) => {
      setTimeout(resolve, 50);
    });
    expect(troubles).toEqual([]);
  });
});

describe('a database that goes away under us', () => {
  it('is said to be deleted, and not made anew as an empty one', async () => {
    const { intent } = await openBoth();
    await intent.outbox.add(anOp());
    await Dexie.delete(intent.name);
    expect(troubles).toEqual(['deleted']);
    await expect(intent.outbox.count()).rejects.toThrow();
    expect(await Dexie.exists(intent.name)).toBe(false);
  });

  it('loses nothing when it is only the copy of the server', async () => {
    const { cache } = await openBoth();
    await Dexie.delete(cache.name);
    expect(troubles).toEqual(['closed']);
  });

  it('by an upgrade is stale, and old code writes nothing into it', async () => {
    const { intent } = await openBoth();
    const newer = new Dexie(intent.name);
    newer
      .version(intent.verno + 1)
      .stores({ outbox: '++seq, &opId, state, lane' });
    await newer.open();
    expect(troubles).toEqual(['stale']);
    await expect(intent.outbox.add(anOp())).rejects.toThrow();
    expect(await newer.table('outbox').count()).toBe(0);
    newer.close();
  });
});

describe('a tab that keeps an old database open', () => {
  it('is said, and forgotten as soon as it is closed', async () => {
    const name = openFor(anActor).intent.name;
    closeDatabases();
    const held = await openRaw(name);
    const { intent } = openFor(anActor);
    const count = intent.outbox.count();
    await vi.waitFor(() => expect(troubles).toEqual(['blocked']));
    held.close();
    expect(await count).toBe(0);
    expect(troubles).toEqual(['blocked', 'opened']);
  });
});

describe('a logout that keeps the work', () => {
  it('deletes the key of the PINs, and makes no database where there is none', async () => {
    const { intent } = await openBoth();
    await seal(intent, '1234');
    await intent.outbox.add(anOp());
    closeDatabases();
    await deletePinKey(anActor);
    const again = openFor(anActor).intent;
    expect(await again.keys.count()).toBe(0);
    expect(await again.outbox.count()).toBe(1);

    closeDatabases();
    await deleteDatabases(anActor);
    await deletePinKey(anActor);
    expect(await Dexie.exists(again.name)).toBe(false);
  });
});

/** An old build's database, held by a tab that does not answer. */
function openRaw(name: string): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, 5);
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error));
  });
}

it('opens the databases of one user at a time', async () => {
  const mine = await openBoth();
  openFor({ ...anActor, sub: 'altcineva@demo.org' });
  expect(mine.intent.isOpen()).toBe(false);
  expect(databases().intent.name).not.toBe(mine.intent.name);
});

describe('an account whose role changed', () => {
  beforeEach(async () => {
    const { cache, intent } = await openBoth();
    await cache.meta.put({ k: 'organizer', v: true });
    await cache.observers.put(anObserverRow());
    await intent.outbox.add(anOp());
    closeDatabases();
  });

  it('finds no row that it read in the other role, and all of its own work', async () => {
    const { cache, intent } = openFor({ ...anActor, organizer: false });
    expect(await cache.observers.count()).toBe(0);
    expect(await cache.meta.count()).toBe(0);
    expect(await intent.outbox.count()).toBe(1);
  });

  it('finds none either where the databases of the other role are open', async () => {
    await openBoth();
    const { cache } = openFor({ ...anActor, organizer: false });
    expect(await cache.observers.count()).toBe(0);
  });

  it('in the same role finds the rows again', async () => {
    expect(await openFor(anActor).cache.observers.count()).toBe(1);
  });
});

it('a cache that names no role is that of the present one', async () => {
  const { cache } = await openBoth();
  await cache.observers.put(anObserverRow());
  closeDatabases();
  const again = openFor({ ...anActor, organizer: false }).cache;
  expect(await again.observers.count()).toBe(1);
});

describe('a write that a closed database cut off', () => {
  const aborted = new DOMException('by the browser', 'AbortError');

  it('is told from a bug, also when it was of many rows', () => {
    expect(isClosedError(aborted)).toBe(true);
    expect(isClosedError(new Dexie.BulkError('bulkPut', { 0: aborted }))).toBe(
      true,
    );
  });

  it('is told from a bug, too, when rows were changed where they are', () => {
    const failures = [aborted];
    expect(
      isClosedError(new Dexie.ModifyError('modify', failures, 0, [1])),
    ).toBe(true);
  });

  it('is not taken for one that the rows are to blame for', () => {
    const clash = new DOMException('key exists', 'ConstraintError');
    expect(isClosedError(new Dexie.BulkError('bulkAdd', { 0: clash }))).toBe(
      false,
    );
  });
});
