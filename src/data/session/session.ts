import type { Config } from '@/config';
import { shareFirstHead } from '@/data/live/first-head';
import { closeLastScreen, openLastScreen } from '@/data/live/last-screen';
import { acquireDatabases } from '@/db/exclusive';
import type { DatabaseTrouble } from '@/db/open';
import {
  areCurrent,
  closeDatabases,
  deleteCache,
  deleteIntent,
  deletePinKey,
  onDatabaseTrouble,
  openFor,
  openNow,
} from '@/db/open';
import type { ThreadList } from '@/domain/answers/thread';
import type { Actor, Reader } from '@/domain/user';
import { sync } from '@/workers/client';

let leave = () => {};

/**
 * Waits for a logout that still deletes this user's databases, and lets none
 * begin before `endSession`.
 */
export async function enterDatabases(actor: Actor): Promise<void> {
  leave = await acquireDatabases(actor);
}

/**
 * Opens this user's databases at once, which were entered, and lets the worker
 * begin beside it: reading and saving never wait for the worker.
 * @param onLocked called when the server ends the session (401).
 * @param onFull called when the device has no room for what the server said.
 * @param onSecondFactorMissing called when the server wants one of this account first.
 */
export function beginSession(
  session: {
    token: string;
    actor: Reader;
    config: Config;
    /** Of the first screen. */
    firstList: ThreadList;
  },
  onLocked: () => void,
  onFull: () => void,
  onSecondFactorMissing: () => void,
): void {
  const opened = openFor(session.actor);
  const { userKey, organizer } = opened;
  openLastScreen(`${userKey}:${organizer ? 'organizer' : 'admin'}`);
  openNow(opened);
  const isVisible = document.visibilityState === 'visible';
  const isFirstVisit = !navigator.serviceWorker?.controller;
  void sync.start(
    { ...session, isVisible, isFirstVisit },
    onLocked,
    onFull,
    (head) => {
      // Told late: another user may be signed in by now.
      if (areCurrent(opened)) shareFirstHead(head);
    },
    onSecondFactorMissing,
  );
}

/**
 * Stops the worker and closes the databases; what they hold stays on the device.
 * @param atLatest when it settles, a worker that does not answer has had its time.
 */
export async function endSession(atLatest: Promise<unknown>): Promise<void> {
  closeLastScreen();
  await Promise.race([sync.stop(), atLatest]);
  closeDatabases();
  // Not before: until here an answer of this session may come.
  shareFirstHead(undefined);
  leave();
}

/** Stops the worker alone: nothing is fetched or sent any more, screens go on reading. */
export async function stopSync(): Promise<void> {
  await sync.stop();
}

/** Asks the server for the urgent threads. @returns whether it answered with them. */
export async function probeServer(): Promise<boolean> {
  return (await sync.pullThreads('urgent')).ok;
}

/**
 * Removes the copy of what the server said and, with `all`, the user's own work;
 * otherwise that stays for their next sign-in, without its PINs. No tab may use
 * them (`withExclusiveDatabases`). Done twice it has the effect of once.
 */
export async function wipe(actor: Actor, what: 'all' | 'cache'): Promise<void> {
  await deleteCache(actor);
  await (what === 'all' ? deleteIntent(actor) : deletePinKey(actor));
}

/** Tells the worker whether the page is visible; returns the undo. */
export function watchVisibility(): () => void {
  const tell = () =>
    void sync.setVisible(document.visibilityState === 'visible');
  document.addEventListener('visibilitychange', tell);
  return () => document.removeEventListener('visibilitychange', tell);
}

export type { DatabaseTrouble };
export { withExclusiveDatabases } from '@/db/exclusive';
export { isClosedError, userKeyOf } from '@/db/open';

/** Calls the listener when a database can no longer be used; returns the undo. */
export function watchDatabases(
  listener: (trouble: DatabaseTrouble) => void,
): () => void {
  return onDatabaseTrouble(listener);
}
