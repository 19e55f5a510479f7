import { wrap } from 'comlink';

import type { Rejection } from '@/domain/outbox/outcome';

import type { Connection } from './door';
import { openDoor } from './door';
import type { Sync } from './sync';

let connection: Connection | undefined;
let isBroken = false;
const listeners = new Set<() => void>();

const connect = () => (connection ??= startWorker());

/** The page's only door to the sync worker: see `sync.ts` for what each call does. */
export const sync = openDoor(connect);

/** Starts the worker before its first call, for which it then need not be loaded. */
export function startEarly(): void {
  connect();
}

/** Whether the worker's script could not be started. */
export function isSyncBroken(): boolean {
  return isBroken;
}

/** Calls the listener when that changes; returns the undo. */
export function onSyncBroken(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The sign-in screen does not wait for the worker, so it calls this late. */
function startWorker(): Connection {
  const thread = new Worker(new URL('./sync.worker.ts', import.meta.url), {
    type: 'module',
    name: 'sync',
  });
  const failed = new Promise<Rejection>((resolve) => {
    // A script that cannot be loaded raises an error without a message, here alone.
    thread.addEventListener('error', (event) => {
      if (event instanceof ErrorEvent && event.message !== '') return;
      isBroken = true;
      for (const listener of listeners) listener();
      resolve({ ok: false, failure: { kind: 'noWorker' } });
    });
  });
  return { remote: wrap<Sync>(thread), failed };
}
