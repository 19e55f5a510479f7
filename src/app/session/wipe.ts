import {
  CONFIG_KEY,
  CONTACT_KEY,
  DEVICE_WORK_KEY,
  LANGUAGE_KEY,
  PERSIST_KEY,
  PREDEFINED_OPTIONS_KEY,
  PREFERENCES_KEY,
  TOKEN_KEY,
  WIPE_KEY,
} from '@/config';
import {
  userKeyOf,
  withExclusiveDatabases,
  wipe,
} from '@/data/session/session';
import type { Actor } from '@/domain/user';
import { forgetWork } from '@/state/unsent-of-users';

/** At most this long, in ms, a logout waits for tabs that use the databases. */
const WIPE_WITHIN_MS = 5_000;

/**
 * What a logout leaves in local storage: settings of this device, and the
 * counts of other accounts. None of them names the user. A token that is there
 * now belongs to a later sign-in.
 */
const STAYS = new Set([
  TOKEN_KEY,
  CONTACT_KEY,
  LANGUAGE_KEY,
  PREDEFINED_OPTIONS_KEY,
  PREFERENCES_KEY,
  CONFIG_KEY,
  DEVICE_WORK_KEY,
  PERSIST_KEY,
  WIPE_KEY,
]);

/** Everything, or only the copy of the server's data: then unsent work stays locked here. */
export type Wiped = 'all' | 'cache';

interface Promised {
  actor: Actor;
  what: Wiped;
}

/**
 * Notes in local storage that this user's data is to be deleted: an
 * interrupted logout is finished at the next start.
 */
export function beginWipe(actor: Actor, what: Wiped): void {
  const promised: Promised = { actor, what };
  localStorage.setItem(WIPE_KEY, JSON.stringify(promised));
}

/**
 * Deletes what a logout began to delete, once every tab has closed it:
 * databases, caches, keys, in this order (docs/offline-design.md 10.3). Every
 * step may be repeated, so that the next start finishes a wipe that was
 * interrupted. The mark of `beginWipe` is removed last. Answers false when
 * another tab still uses the databases; the next start tries again.
 */
export async function finishWipe(): Promise<boolean> {
  const promised = readMarker();
  if (!promised) return true;
  const tooLate = new Promise<false>((resolve) => {
    setTimeout(() => resolve(false), WIPE_WITHIN_MS);
  });
  return Promise.race([carryOut(promised), tooLate]);
}

async function carryOut({ actor, what }: Promised): Promise<true> {
  await withExclusiveDatabases(actor, async () => {
    // Another tab may have kept the promise meanwhile, and a user may have
    // signed in since.
    if (!readMarker()) return;
    await wipe(actor, what);
    await deleteRuntimeCaches();
    clearKeys();
    if (what === 'all') forgetWork(userKeyOf(actor));
    localStorage.removeItem(WIPE_KEY);
  });
  return true;
}

/** The cached shell stays, so that the sign-in screen needs no network. */
async function deleteRuntimeCaches(): Promise<void> {
  if (!('caches' in globalThis)) return;
  const names = await caches.keys();
  await Promise.all(
    names
      .filter((name) => !name.includes('precache'))
      .map((name) => caches.delete(name)),
  );
}

function clearKeys(): void {
  for (const key of Object.keys(localStorage)) {
    if (!STAYS.has(key)) localStorage.removeItem(key);
  }
  sessionStorage.clear();
}

function readMarker(): Promised | undefined {
  const text = localStorage.getItem(WIPE_KEY);
  if (text === null) return undefined;
  try {
    const promised: unknown = JSON.parse(text);
    if (isPromised(promised)) return promised;
  } catch {
    // Not ours: it names no database, so there is nothing to delete.
  }
  localStorage.removeItem(WIPE_KEY);
  return undefined;
}

function isPromised(value: unknown): value is Promised {
  return (
    typeof value === 'object' &&
    value !== null &&
    'actor' in value &&
    isActor(value.actor) &&
    'what' in value &&
    (value.what === 'all' || value.what === 'cache')
  );
}

function isActor(value: unknown): value is Actor {
  return (
    typeof value === 'object' &&
    value !== null &&
    'host' in value &&
    typeof value.host === 'string' &&
    'sub' in value &&
    typeof value.sub === 'string' &&
    'idNgo' in value &&
    typeof value.idNgo === 'number'
  );
}
