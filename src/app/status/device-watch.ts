import { proxy } from 'valtio';

import { PERSIST_KEY } from '@/config';
import { watchLocalWork } from '@/data/outbox/local-watch';
import { checkIn, layReserve, settleRequests } from '@/data/outbox/unsent';
import { isClosedError, stopSync } from '@/data/session/session';
import { askToPersist } from '@/data/device/persistence';
import type { UnsentWork } from '@/data/outbox/unsent-watch';
import { watchWork } from '@/data/outbox/unsent-watch';
import type { DeviceWork } from '@/state/unsent-of-users';
import { noteWork, workOf } from '@/state/unsent-of-users';
import { takeFreshSignIn } from '@/state/session';
import { registerFlush } from '@/state/unsaved';

import { whenScreenIsShown } from '@/app/screen-shown';
import { tellTrouble } from '@/app/session/troubles';

/** Requests on their way get so long before a reload for an update. */
const SETTLE_WITHIN_MS = 2_000;

/** How the work on this device stands, beside the counts of the outbox. */
export const deviceHealth = proxy({
  /** A newer build wrote here: this page may only read. */
  isStale: false,
  /** There was no room for what the server said. */
  isFull: false,
});

/**
 * Follows the open databases of the signed-in user: mirrors how much is
 * unsent, and says what is lost, what is stale and what cannot be opened.
 * Returns the undo.
 */
export function watchDevice(userKey: string): () => void {
  let isOver = false;
  let stopWatching = () => {};
  let stopLocal = () => {};
  const isFresh = takeFreshSignIn();
  Object.assign(deviceHealth, { isStale: false, isFull: false });

  async function begin(): Promise<void> {
    const first = await checkIn().catch((error: unknown) => {
      if (isOver || !isClosedError(error)) throw error;
      // The browser may close a database at any moment; the next use opens it again.
      return checkIn();
    });
    if (isOver) return;
    const { instance } = first;
    compare(userKey, first);
    stopWatching = watchWork((work) => {
      if (work.instance !== instance) return lose(userKey);
      const wasUnsent = (workOf(userKey)?.unsent ?? 0) > 0;
      compare(userKey, work);
      // What the last changes needed of the reserve may be there again.
      if (wasUnsent && work.unsent === 0) layReserve().catch(tellBroken);
    });
    if (isFresh) await persistOnce('login');
    // The first rows do not wait for this, nor for megabytes on their way to the disk.
    await whenScreenIsShown(document.body);
    if (isOver) return;
    stopLocal = watchLocalWork((work) => {
      // Of another database: the loss is told above.
      if (work.instance !== instance) return;
      const noted = workOf(userKey) ?? { instance: instance ?? '', unsent: 0 };
      noteWork(userKey, { ...noted, local: work.count || undefined });
    });
    await layReserve();
  }

  function tellBroken(error: unknown): void {
    // Closed meanwhile, by a logout or by the browser: that is said elsewhere.
    if (isOver || isClosedError(error)) return;
    tellTrouble('denied');
    reportError(error);
  }

  begin().catch(tellBroken);
  const forget = registerFlush(async () => {
    await settleRequests(SETTLE_WITHIN_MS).catch(() => undefined);
    // What is cut off all the same is asked about before it is sent again.
    return true;
  });

  return () => {
    isOver = true;
    stopWatching();
    stopLocal();
    forget();
  };
}

/** Notes the work as it is now: the page is about to leave it behind. */
export async function noteWorkNow(userKey: string): Promise<void> {
  // Closed or broken: what was noted last stands.
  const work = await checkIn().catch(() => undefined);
  if (work) compare(userKey, work);
}

/** Holds what is in the database against what was noted outside of it. */
function compare(userKey: string, work: UnsentWork): void {
  const { instance = '', unsent, isStale } = work;
  const noted = workOf(userKey);
  const isSame = noted?.instance === instance;
  const before = isSame ? noted.unsent : 0;
  noteWork(userKey, { ...(isSame ? noted : lossOf(noted)), instance, unsent });
  if (unsent > before && !navigator.onLine) void persistOnce('save');
  if (isStale && !deviceHealth.isStale) {
    deviceHealth.isStale = true;
    void stopSync();
  }
}

/** The database was emptied under this page: nothing on it can be trusted. */
function lose(userKey: string): void {
  const loss = lossOf(workOf(userKey));
  noteWork(userKey, { ...loss, instance: '', unsent: 0 });
  tellTrouble('deleted');
}

/** What is lost when the database that was noted is gone. */
function lossOf(noted: DeviceWork | undefined) {
  const { unsent = 0, lost = 0, local = 0, lostLocal = 0 } = noted ?? {};
  return {
    lost: lost + unsent || undefined,
    lostLocal: lostLocal + local || undefined,
  };
}

/** The user has read how much is lost for good. */
export function acknowledgeLoss(userKey: string): void {
  const noted = workOf(userKey) ?? { instance: '', unsent: 0 };
  noteWork(userKey, { ...noted, lost: undefined, lostLocal: undefined });
}

/**
 * Asks the browser not to clear our data: after the first sign-in and after the
 * first change without a connection, when a person has just pressed something
 * (docs/offline-design.md 10.5). Once for each; the storage panel can ask
 * again.
 */
async function persistOnce(occasion: 'login' | 'save'): Promise<void> {
  const asked = localStorage.getItem(PERSIST_KEY);
  if (asked === 'save' || asked === occasion) return;
  localStorage.setItem(PERSIST_KEY, occasion);
  await askToPersist();
}
