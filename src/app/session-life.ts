import { proxy } from 'valtio';
import { subscribeKey } from 'valtio/utils';

import { config } from '@/config';
import { countUnsent } from '@/data/outbox';
import type { DatabaseTrouble } from '@/data/session';
import { beginSession, endSession, watchDatabases } from '@/data/session';
import type { User } from '@/domain/user';
import {
  clearSessionEnd,
  keepSessionEnd,
  readSessionEnd,
} from '@/state/session-end';
import { actorOf, session, setToken } from '@/state/session';

import { forgetAddress, leaveLogin } from './guards';
import { beginWipe, finishWipe } from './wipe';

/** A worker that does not answer must not hold up a logout. */
const END_WITHIN_MS = 5_000;

/** undeleted: the data of the last logout could not be deleted yet. */
export type Trouble = DatabaseTrouble | 'undeleted';

/** What keeps the signed-in part from being shown. */
export const troubles = proxy<{ current?: Trouble }>({});

watchDatabases((trouble) => {
  troubles.current = trouble;
});

// However the token went (here, in another tab, by a 401): out.
// At once, not after the next render: the sign-in screen looks at the address.
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

let begun: { token: string; ready: Promise<void> } | undefined;
let ended: Promise<unknown> = Promise.resolve();

/**
 * Opens the databases of a user and begins to sync; once per token.
 * @returns settles when screens may read.
 */
export function openSession(token: string, user: User): Promise<void> {
  if (begun?.token === token) return begun.ready;
  const ready = begin(token, user);
  begun = { token, ready };
  return ready;
}

async function begin(token: string, user: User): Promise<void> {
  await ended;
  delete troubles.current;
  // Whoever signs in now must not meet the rows of a logout that is not over.
  if (!(await finishWipe())) {
    troubles.current = 'undeleted';
    return;
  }
  clearSessionEnd();
  leaveLogin();
  beginSession({ token, actor: actorOf(user), config: { ...config } }, () => {
    void lock();
  });
}

/** Closes the session of this page; what it kept stays on the device. */
export function closeSession(): Promise<unknown> {
  if (begun) {
    begun = undefined;
    // The screens go first: a live read of a closed database is an error.
    ended = pause(0).then(() =>
      Promise.race([endSession(), pause(END_WITHIN_MS)]),
    );
  }
  return ended;
}

/**
 * The host no longer accepts the token (specification section 8): out, but
 * nothing is deleted. The same user goes on where the work stopped.
 */
async function lock(): Promise<void> {
  keepSessionEnd(await tryCountUnsent());
  setToken('');
}

/** How many changes the host does not have; undefined when the device cannot tell. */
export async function tryCountUnsent(): Promise<number | undefined> {
  try {
    return await countUnsent();
  } catch {
    // Closed or broken: "unknown" is asked about, never taken for "none".
    return undefined;
  }
}

/**
 * Ends the session and deletes what this user has on the device. The promise
 * comes first: whatever is killed on the way, the next start finishes it.
 */
export async function logOut(user: User): Promise<void> {
  beginWipe(actorOf(user));
  clearSessionEnd();
  // From here on every tab leaves the signed-in part and closes its databases.
  setToken('');
  await closeSession();
  await finishWipe();
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
