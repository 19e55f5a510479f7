import { Dexie, RangeSet } from 'dexie';

import { fingerprint } from '@/domain/outbox/fingerprint';
import type { Actor, Reader } from '@/domain/user';
import { actorKey } from '@/domain/user';

import { CacheDatabase, dropOtherRole } from './cache';
import { IntentDatabase } from './intent';
import { endWhenLeft, keepsLeftTransactions } from './leaving';
import { watchSilence } from './silence';

export interface Databases {
  /** Names this user and server on channels and locks, too. */
  userKey: string;
  /** `actorKey` of the owner. */
  actor: string;
  /** Role in which the owner reads. */
  organizer: boolean;
  cache: CacheDatabase;
  intent: IntentDatabase;
}

/**
 * stale: a newer build upgraded the database, this page must be reloaded.
 * closed: the browser closed it, twice or for good. deleted: the user's own work
 * was removed. blocked: another tab keeps an old one open. opened: it no longer does.
 * silent: it answers nothing, also after it was opened anew. heard: all answer again.
 */
export type DatabaseTrouble =
  | 'stale'
  | 'closed'
  | 'deleted'
  | 'blocked'
  | 'opened'
  | 'silent'
  | 'heard';

/** A connection that is being taken apart, or its files deleted, gets this long. */
const REOPEN_AFTER_MS = 300;
/** A database that the browser closes again so soon is not opened a second time. */
const REOPEN_ONCE_IN_MS = 60_000;

let current: Databases | undefined;
const listeners = new Set<(trouble: DatabaseTrouble) => void>();
/** Those that were said to be silent, and are not heard yet. */
const silent = new Set<Dexie>();

/**
 * Opens both databases of a user; the ones of another user or role are closed first.
 * Dexie opens lazily, so nothing waits here; use `databases()` from now on. What was
 * cached in another role is gone before the first read.
 */
export function openFor(reader: Reader): Databases {
  const { organizer } = reader;
  const actor = actorKey(reader);
  if (current?.actor === actor && current.organizer === organizer) {
    return current;
  }
  closeDatabases();
  const userKey = userKeyOf(reader);
  const [cache, intent] = databasesOf(userKey);
  current = { userKey, actor, organizer, cache, intent };
  // Each opening waits for it, also one after the browser closed the database.
  cache.on.ready.subscribe((vip) => dropOtherRole(vip, organizer), true);
  for (const database of [cache, intent]) watch(database);
  return current;
}

/**
 * Begins to open both side by side. A read opens what it needs by itself: the
 * first one then waits for less.
 */
export function openNow({ cache, intent }: Databases): void {
  for (const database of [intent, cache]) {
    database.open().catch(() => {
      // The first read of it says why.
    });
  }
}

/** The open databases. Throws when nobody is signed in: that is a bug. */
export function databases(): Databases {
  if (!current) throw new Error('No user is signed in: no database is open');
  return current;
}

/** The same, or none: a screen may still be drawn while they close. */
export function findDatabases(): Databases | undefined {
  return current;
}

/** Whether these are the open ones. */
export function areCurrent(these: Databases): boolean {
  return current === these;
}

/** Closes both for good: nothing reopens them by itself. */
export function closeDatabases(): void {
  const closing = current;
  current = undefined;
  for (const database of closing ? [closing.cache, closing.intent] : []) {
    database.close({ disableAutoOpen: true });
    hearAgain(database);
  }
}

/**
 * Whether a database was closed under its reader, or taken away in the middle of
 * a transaction: the page itself says so.
 */
export function isClosedError(error: unknown): boolean {
  // A write of many rows says of each what became of it.
  if (error instanceof Dexie.BulkError || error instanceof Dexie.ModifyError) {
    return error.failures.some(isClosedError);
  }
  const names = ['DatabaseClosedError', 'AbortError'];
  return error instanceof Error && names.includes(error.name);
}

/** The short text that stands for a user and server in the names of databases. */
export function userKeyOf(actor: Actor): string {
  return fingerprint(actorKey(actor));
}

/** Deletes the copy of what the server said. Every tab must have closed it. */
export async function deleteCache(actor: Actor): Promise<void> {
  await Dexie.delete(`vmo-cache-${userKeyOf(actor)}`);
}

/** Deletes the user's own work. Every tab must have closed it. */
export async function deleteIntent(actor: Actor): Promise<void> {
  await Dexie.delete(`vmo-intent-${userKeyOf(actor)}`);
}

/** Deletes both databases of a user. Every tab must have closed them. */
export async function deleteDatabases(actor: Actor): Promise<void> {
  await deleteCache(actor);
  await deleteIntent(actor);
}

/**
 * Deletes the key that PINs are sealed with and leaves the rest of a user's
 * work where it is. The user must be signed out.
 */
export async function deletePinKey(actor: Actor): Promise<void> {
  const [, intent] = databasesOf(userKeyOf(actor));
  try {
    // Opening would make an empty one where there is none.
    if (await Dexie.exists(intent.name)) await intent.keys.clear();
  } finally {
    intent.close();
  }
}

function databasesOf(userKey: string): [CacheDatabase, IntentDatabase] {
  return [
    new CacheDatabase(`vmo-cache-${userKey}`),
    new IntentDatabase(`vmo-intent-${userKey}`),
  ];
}

/** Calls the listener when a database can no longer be used; returns the undo. */
export function onDatabaseTrouble(
  listener: (trouble: DatabaseTrouble) => void,
): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function tell(trouble: DatabaseTrouble): void {
  for (const listener of listeners) listener(trouble);
}

/** Says so once none is silent any more. */
function hearAgain(database: Dexie): void {
  if (silent.delete(database) && silent.size === 0) tell('heard');
}

function watch(database: CacheDatabase | IntentDatabase): void {
  /** Closed by us, and for good: what Dexie then reports is no news. */
  let isOver = false;
  let isBlocked = false;
  let isWaiting = false;
  let reopenedAt = Number.NEGATIVE_INFINITY;
  let openedAnewAt = Number.NEGATIVE_INFINITY;

  // Dexie's own handler reopens the newer schema and lets old code write into it.
  database.on('versionchange', ({ newVersion }: IDBVersionChangeEvent) => {
    isOver = true;
    database.close({ disableAutoOpen: true });
    if (newVersion) tell('stale');
    // Without the cache nothing is lost: the server has it all.
    else tell(database instanceof IntentDatabase ? 'deleted' : 'closed');
    return false;
  });
  database.on('blocked', () => {
    isBlocked = true;
    tell('blocked');
  });
  database.on.ready.subscribe(() => {
    if (isBlocked) tell('opened');
    isBlocked = false;
  }, true);
  database.on('close', () => {
    if (isOver || isWaiting || !isCurrent(database)) return;
    isWaiting = true;
    // A page that goes to the back-forward cache opens nothing before it returns.
    setTimeout(() => void reopen(), REOPEN_AFTER_MS);
  });
  const silence = watchSilence(database, {
    onSilent() {
      // Another tab keeps an old one open, which is said already.
      if (isBlocked) return;
      if (isOver || silent.has(database) || !isCurrent(database)) return;
      if (Date.now() - openedAnewAt < REOPEN_ONCE_IN_MS) {
        silent.add(database);
        tell('silent');
      } else void openAnew();
    },
    onHeard: () => hearAgain(database),
  });

  if (keepsLeftTransactions()) {
    endWhenLeft(database, () => {
      isOver = true;
      database.close({ disableAutoOpen: true });
    });
  }

  /** A connection whose other end is gone answers nothing; a new one does. */
  async function openAnew(): Promise<void> {
    openedAnewAt = Date.now();
    // Closed in the middle of an opening, Dexie would call it open without a connection.
    // A slow device gets as long again.
    if (silence.isOpening()) return;
    // Our own closing is no news to the listener above.
    isWaiting = true;
    database.close({ disableAutoOpen: false });
    const stores = silence.forget();
    // Closed meanwhile: who reads next says so.
    await database.open().catch(() => undefined);
    isWaiting = false;
    readAgain();
    // What was asked once waits on the closed connection, and nobody asks again.
    for (const store of stores) {
      database
        .table(store)
        .toCollection()
        .first()
        .catch(() => undefined);
    }
  }

  async function reopen(): Promise<void> {
    isWaiting = false;
    if (isOver || !isCurrent(database)) return;
    const isAgain = Date.now() - reopenedAt < REOPEN_ONCE_IN_MS;
    reopenedAt = Date.now();
    try {
      if (isAgain) throw new Error('Closed again');
      await database.open();
    } catch {
      if (isOver) return;
      // Measured on tablets that slept: only a new page helps then.
      isOver = true;
      database.close({ disableAutoOpen: true });
      tell('closed');
      return;
    }
    readAgain();
  }
}

/** Reads that a closing cut off ended without an error: all run again. */
function readAgain(): void {
  const all = new RangeSet(Number.NEGATIVE_INFINITY, [[]]);
  Dexie.on.storagemutated.fire({ all });
}

function isCurrent(database: CacheDatabase | IntentDatabase): boolean {
  return current?.cache === database || current?.intent === database;
}
