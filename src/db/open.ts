import { Dexie } from 'dexie';

import { fingerprint } from '@/domain/fingerprint';
import type { Actor } from '@/domain/user';
import { actorKey } from '@/domain/user';

import { CacheDatabase } from './cache';
import { IntentDatabase } from './intent';

export interface Databases {
  /** Names this user and host on channels and locks, too. */
  userKey: string;
  /** `actorKey` of the owner. */
  actor: string;
  cache: CacheDatabase;
  intent: IntentDatabase;
}

/**
 * stale: a newer build upgraded the database, this page must be reloaded.
 * closed: the browser closed or deleted it. blocked: another tab keeps an old
 * one open.
 */
export type DatabaseTrouble = 'stale' | 'closed' | 'blocked';

let current: Databases | undefined;
const listeners = new Set<(trouble: DatabaseTrouble) => void>();

/**
 * Opens both databases of a user; the ones of another user are closed first.
 * Dexie opens lazily, so nothing waits here; use `databases()` from now on.
 */
export function openFor(actor: Actor): Databases {
  const key = actorKey(actor);
  if (current?.actor === key) return current;
  closeDatabases();
  const userKey = fingerprint(key);
  const cache = new CacheDatabase(`vmo-cache-${userKey}`);
  const intent = new IntentDatabase(`vmo-intent-${userKey}`);
  current = { userKey, actor: key, cache, intent };
  for (const database of [cache, intent]) watch(database);
  return current;
}

/** The open databases. Throws when nobody is signed in: that is a bug. */
export function databases(): Databases {
  if (!current) throw new Error('No user is signed in: no database is open');
  return current;
}

/** Closes both for good: nothing reopens them by itself. */
export function closeDatabases(): void {
  current?.cache.close({ disableAutoOpen: true });
  current?.intent.close({ disableAutoOpen: true });
  current = undefined;
}

/** Deletes both databases of a user. Every tab must have closed them. */
export async function deleteDatabases(actor: Actor): Promise<void> {
  const userKey = fingerprint(actorKey(actor));
  await Dexie.delete(`vmo-cache-${userKey}`);
  await Dexie.delete(`vmo-intent-${userKey}`);
}

/** Hears of a database that can no longer be used; returns the undo. */
export function onDatabaseTrouble(
  listener: (trouble: DatabaseTrouble) => void,
): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function watch(database: Dexie): void {
  const tell = (trouble: DatabaseTrouble) => {
    for (const listener of listeners) listener(trouble);
  };
  // Dexie's own handler reopens the newer schema and lets old code write into it.
  database.on('versionchange', () => {
    database.close({ disableAutoOpen: true });
    tell('stale');
    return false;
  });
  database.on('blocked', () => tell('blocked'));
  database.on('close', () => tell('closed'));
}
