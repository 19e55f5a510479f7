import type { Remote } from 'comlink';
import { proxy, wrap } from 'comlink';

import type { Failure } from '@/domain/outbox/outcome';

import type { SessionStart, Sync } from './sync';

/** The worker's functions as the page sees them: each answers later. */
type Remotely = {
  [Name in Exclude<keyof Sync, 'start'>]: (
    ...args: Parameters<Sync[Name]>
  ) => Promise<Awaited<ReturnType<Sync[Name]>>>;
};

/** The same, but they settle too when the worker's script is missing. */
type Calls = {
  [Name in keyof Remotely]: (
    ...args: Parameters<Remotely[Name]>
  ) => Promise<Awaited<ReturnType<Remotely[Name]>> | NoWorker>;
};

export interface NoWorker {
  ok: false;
  failure: Failure;
}

const noWorker: NoWorker = { ok: false, failure: { kind: 'noWorker' } };

let worker: { remote: Remote<Sync>; failed: Promise<NoWorker> } | undefined;
let isBroken = false;
const listeners = new Set<() => void>();

/** The worker is started by the first call, so that the sign-in screen does not pay for it. */
function connect() {
  if (worker) return worker;
  const thread = new Worker(new URL('./sync.worker.ts', import.meta.url), {
    type: 'module',
    name: 'sync',
  });
  const failed = new Promise<NoWorker>((resolve) => {
    // A script that cannot be loaded says so here and nowhere else.
    thread.addEventListener('error', (event) => {
      if (event instanceof ErrorEvent && event.message !== '') return;
      isBroken = true;
      for (const listener of listeners) listener();
      resolve(noWorker);
    });
  });
  worker = { remote: wrap<Sync>(thread), failed };
  return worker;
}

/** Whether the worker's script could not be started. */
export function isSyncBroken(): boolean {
  return isBroken;
}

/** Hears when that changes; returns the undo. */
export function onSyncBroken(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Begins to sync for a user. @param onLocked called when the server ends the session.
 * @param onFull called when the device has no room for what the server said.
 */
export async function startSync(
  start: SessionStart,
  onLocked: () => void,
  onFull: () => void,
): Promise<void> {
  const { remote, failed } = connect();
  const started = remote.start(start, proxy(onLocked), proxy(onFull));
  await Promise.race([started, failed]);
}

/** The page's only door to the sync worker: see `sync.ts` for what each call does. */
export const sync: Calls = {
  login: (...args) => ask((remote) => remote.login(...args)),
  stop: () => ask((remote) => remote.stop()),
  setVisible: (...args) => ask((remote) => remote.setVisible(...args)),
  push: () => ask((remote) => remote.push()),
  freshen: () => ask((remote) => remote.freshen()),
  pullThreads: (...args) => ask((remote) => remote.pullThreads(...args)),
  pullThreadView: (...args) => ask((remote) => remote.pullThreadView(...args)),
  pullDetail: (...args) => ask((remote) => remote.pullDetail(...args)),
  pullForms: () => ask((remote) => remote.pullForms()),
  pullForm: (...args) => ask((remote) => remote.pullForm(...args)),
  pullCounties: () => ask((remote) => remote.pullCounties()),
  pullObservers: () => ask((remote) => remote.pullObservers()),
  pullObserver: (...args) => ask((remote) => remote.pullObserver(...args)),
  pullStations: (...args) => ask((remote) => remote.pullStations(...args)),
  pullNotifications: () => ask((remote) => remote.pullNotifications()),
  pullStatistics: (...args) => ask((remote) => remote.pullStatistics(...args)),
  resetPin: (...args) => ask((remote) => remote.resetPin(...args)),
  findActive: (...args) => ask((remote) => remote.findActive(...args)),
  downloadAnswers: (filter, idObserver, onProgress) =>
    ask((remote) =>
      remote.downloadAnswers(filter, idObserver, proxy(onProgress)),
    ),
  downloadNotes: (filter, idObserver, onProgress) =>
    ask((remote) =>
      remote.downloadNotes(filter, idObserver, proxy(onProgress)),
    ),
  importObservers: (file, fileName, ngoId, onProgress) =>
    ask((remote) =>
      remote.importObservers(file, fileName, ngoId, proxy(onProgress)),
    ),
};

function ask<T>(call: (remote: Remotely) => Promise<T>) {
  const { remote, failed } = connect();
  return Promise.race([call(remote), failed]);
}
