import { wrap } from 'comlink';

import { keepsLeftTransactions } from '@/db/leaving';
import type { Rejection } from '@/domain/outbox/outcome';

import type { Connection } from './door';
import { openDoor } from './door';
import type { Sync } from './sync';

let connection: Connection | undefined;
let isBroken = false;
const listeners = new Set<() => void>();

/** The sign-in screen does not wait for the sync, so it calls this late. */
const connect = () =>
  (connection ??= keepsLeftTransactions() ? startHere() : startWorker());

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

/** An address, as the same file serves both ways. */
const script = new URL('./sync.worker.ts', import.meta.url);

function startWorker(): Connection {
  const thread = new Worker(script, { type: 'module', name: 'sync' });
  const failed = new Promise<Rejection>((resolve) => {
    // A script that cannot be loaded raises an error without a message, here alone.
    thread.addEventListener('error', (event) => {
      if (event instanceof ErrorEvent && event.message !== '') return;
      resolve(breaks());
    });
  });
  return { remote: wrap<Sync>(thread), failed };
}

/**
 * Syncs in the page's own thread: the page can end the transactions of its own
 * thread when it is left, those of a worker it cannot.
 */
function startHere(): Connection {
  // Coming back by the Back button, it has no database any more.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) window.location.reload();
  });
  const { port1: ours, port2: theirs } = new MessageChannel();
  const failed = new Promise<Rejection>((resolve) => {
    import(/* @vite-ignore */ String(script)).then(
      () => dispatchEvent(new MessageEvent('syncport', { ports: [theirs] })),
      () => resolve(breaks()),
    );
  });
  return { remote: wrap<Sync>(ours), failed };
}

function breaks(): Rejection {
  isBroken = true;
  for (const listener of listeners) listener();
  return { ok: false, failure: { kind: 'noWorker' } };
}
