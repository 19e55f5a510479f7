import type { Config } from '@/config';
import type { DatabaseTrouble } from '@/db/open';
import {
  closeDatabases,
  deleteDatabases,
  onDatabaseTrouble,
  openFor,
} from '@/db/open';
import type { Actor } from '@/domain/user';
import { startSync, sync } from '@/workers/client';

/**
 * Opens this user's databases at once and lets the worker begin beside it:
 * reading and saving never wait for the worker.
 * @param onLocked called when the host ends the session (401).
 */
export function beginSession(
  session: { token: string; actor: Actor; config: Config },
  onLocked: () => void,
): void {
  openFor(session.actor);
  const isVisible = document.visibilityState === 'visible';
  void startSync({ ...session, isVisible }, onLocked);
}

/** Stops the worker and closes the databases; what they hold stays on the device. */
export async function endSession(): Promise<void> {
  await sync.stop();
  closeDatabases();
}

/** Removes everything this user has on the device. The session must have ended. */
export function wipe(actor: Actor): Promise<void> {
  return deleteDatabases(actor);
}

/** Tells the worker whether anybody is looking; returns the undo. */
export function watchVisibility(): () => void {
  const tell = () =>
    void sync.setVisible(document.visibilityState === 'visible');
  document.addEventListener('visibilitychange', tell);
  return () => document.removeEventListener('visibilitychange', tell);
}

export type { DatabaseTrouble };
/** Hears of a database that can no longer be used; returns the undo. */
export function watchDatabases(
  listener: (trouble: DatabaseTrouble) => void,
): () => void {
  return onDatabaseTrouble(listener);
}
