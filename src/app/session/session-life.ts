import { subscribeKey } from 'valtio/utils';

import { pause } from '@/app/pause';
import { config } from '@/config';
import { countUnsent } from '@/data/outbox/outbox';
import {
  beginSession,
  endSession,
  enterDatabases,
  stopSync,
  userKeyOf,
} from '@/data/session/session';
import { endTokenAtServer } from '@/data/offers';
import { isSecondFactorMissing } from '@/data/second-factor';
import { pauseWrites, resumeWrites } from '@/data/device/writes';
import type { User } from '@/domain/user';
import { listAt } from '@/paths';
import type { SessionEnd } from '@/state/session-end';
import {
  clearSessionEnd,
  storeSessionEnd,
  readSessionEnd,
} from '@/state/session-end';
import { secondFactorWanted } from '@/state/second-factor';
import { actorOf, session, setToken } from '@/state/session';
import { flushEditors } from '@/state/unsaved';

import {
  deviceHealth,
  noteWorkNow,
  watchDevice,
} from '@/app/status/device-watch';
import { forgetAddress, leaveLogin } from './guards';
import { watchOfflineAge } from '@/app/status/offline-age';
import { troubles } from './troubles';
import { appUpdate } from '@/app/update/update';
import type { Wiped } from './wipe';
import { beginWipe, finishWipe } from './wipe';

/** A worker that does not answer must not hold up a logout. */
const END_WITHIN_MS = 3_000;
const STOP_WITHIN_MS = 2_000;
/** Screens that are not drawn any more cannot go: a hidden tab, a broken screen. */
const SCREENS_GO_WITHIN_MS = 1_000;
/**
 * A device that cannot store a draft must not hold up the end of a session
 * either.
 */
const FLUSH_WITHIN_MS = 2_000;

// Closes the session whenever the token is removed: here, in another tab, or by
// a 401.
subscribeKey(
  session,
  'token',
  (token) => {
    if (token) return;
    if (readSessionEnd() === undefined) forgetAddress();
    void closeSession();
  },
  true,
);

let begun: { token: string; ready: Promise<void>; isOpen: boolean } | undefined;
let ended: Promise<unknown> = Promise.resolve();
let screens: Promise<void> = Promise.resolve();
let stopWatching = () => {};

/**
 * Opens the databases of a user and starts to sync, once per token. Settles
 * when screens may read; never for a token that was removed meanwhile, whose
 * databases could then be deleted by nobody.
 */
export function openSession(token: string, user: User): Promise<void> {
  if (begun?.token === token) return begun.ready;
  if (session.token !== token) return new Promise(() => {});
  const opening = {
    token,
    isOpen: false,
    ready: begin(token, user).then(() => {
      opening.isOpen = true;
    }),
  };
  begun = opening;
  return opening.ready;
}

/** Whether `openSession` has settled for this token. */
export function isSessionOpen(token: string): boolean {
  return begun?.token === token && begun.isOpen;
}

async function begin(token: string, user: User): Promise<void> {
  await ended;
  stopWatching();
  delete troubles.current;
  // The next account must not see the rows of a logout that is not over.
  if (!(await finishWipe())) {
    troubles.current = 'undeleted';
    return;
  }
  const actor = actorOf(user);
  await enterDatabases(actor);
  // Signed out meanwhile, here or in another tab.
  if (begun?.token !== token) return;
  clearSessionEnd();
  leaveLogin();
  resumeWrites();
  beginSession(
    {
      token,
      actor,
      config: { ...config },
      firstList: listAt(
        location.pathname,
        new URLSearchParams(location.search),
      ),
    },
    () => void lock('refused'),
    () => {
      deviceHealth.isFull = true;
    },
    () => void askForSecondFactor(token),
  );
  const undos = [
    watchDevice(userKeyOf(actor)),
    watchOfflineAge(() => void lock('age')),
    // Requests would keep the older build busy, and the reload would cut them off.
    subscribeKey(appUpdate, 'state', (state) => {
      if (state === 'leaving') void stopSync();
    }),
  ];
  stopWatching = () => {
    for (const undo of undos.splice(0)) undo();
  };
}

/** Closes the session of this page; what it stored stays on the device. */
export function closeSession(): Promise<unknown> {
  if (begun) {
    const { ready } = begun;
    begun = undefined;
    secondFactorWanted.isMissing = false;
    stopWatching();
    ended = end(ready);
  }
  return ended;
}

/**
 * Says that screens of the session are drawn, so that its databases stay open
 * until they are gone. Returns what to call then.
 */
export function holdDatabases(): () => void {
  let release = () => {};
  screens = new Promise((resolve) => {
    release = resolve;
  });
  return release;
}

async function end(ready: Promise<void>): Promise<void> {
  await Promise.allSettled([ready]);
  // The screens go first: a live read of a closed database is an error. Those that
  // are drawn just now have a moment to say so.
  await pause(0);
  await Promise.race([screens, pause(SCREENS_GO_WITHIN_MS)]);
  await endSession(pause(END_WITHIN_MS));
}

/**
 * The server no longer accepts the token (docs/specification.md 8), or has been
 * silent for too long: out, but nothing is deleted. The same user goes on where
 * the work stopped.
 */
async function lock(reason: SessionEnd['reason']): Promise<void> {
  const locked = begun;
  const { user } = session;
  // What is being typed is offered again after the next sign-in.
  await Promise.race([flushEditors(), pause(FLUSH_WITHIN_MS)]);
  const unsent = await tryCountUnsent();
  if (user) await noteWorkNow(userKeyOf(actorOf(user)));
  // Another answer was faster, or a user has signed in again meanwhile.
  if (begun !== locked) return;
  storeSessionEnd({ reason, unsent });
  setToken('');
}

/**
 * The server has refused something for the lack of a second factor: the screens give way
 * to its set-up, unless it was set up meanwhile, which another process of the server
 * knows a moment later.
 */
async function askForSecondFactor(token: string): Promise<void> {
  if (secondFactorWanted.isMissing || !(await isSecondFactorMissing())) return;
  // What is being typed is offered again after the set-up.
  await Promise.race([flushEditors(), pause(FLUSH_WITHIN_MS)]);
  if (begun?.token === token) secondFactorWanted.isMissing = true;
}

/** How many changes the server does not have; undefined when the device cannot tell. */
async function tryCountUnsent(): Promise<number | undefined> {
  try {
    return await countUnsent();
  } catch {
    // The database is closed or broken: the dialog asks about "unknown", and
    // never takes it for "none".
    return undefined;
  }
}

/**
 * Ends the session and deletes this user's data on the device: all of it, or
 * all but the unsent work, which then waits for their next sign-in. The promise
 * to delete is stored first, so that the next start finishes a deletion that
 * was interrupted.
 */
export async function logOut(user: User, what: Wiped): Promise<void> {
  pauseWrites();
  beginWipe(actorOf(user), what);
  clearSessionEnd();
  const { token } = session;
  await Promise.race([stopSync(), pause(STOP_WITHIN_MS)]);
  // Not awaited: without a network the device is left all the same.
  if (token) void endTokenAtServer(token, config.apiHost);
  if (what === 'cache') await noteWorkNow(userKeyOf(actorOf(user)));
  // From here on every tab leaves the signed-in part and closes its databases.
  setToken('');
  await closeSession();
  await finishWipe();
}
