import { WIPE_KEY } from '@/config';
import { wipe } from '@/data/session';
import type { Actor } from '@/domain/user';

/** Another tab may keep a database open for ever; nobody waits longer than this. */
const WIPE_WITHIN_MS = 5_000;

/** Promises, in a place that survives a killed page, to delete this user's databases. */
export function beginWipe(actor: Actor): void {
  localStorage.setItem(WIPE_KEY, JSON.stringify(actor));
}

/**
 * Deletes what a logout began to delete. The promise of `beginWipe` is taken
 * back only when both databases are gone.
 * @returns false when something still keeps them open; the next start goes on.
 */
export async function finishWipe(): Promise<boolean> {
  const actor = readMarker();
  if (!actor) return true;
  const done = wipe(actor).then(() => {
    localStorage.removeItem(WIPE_KEY);
    return true;
  });
  const tooLate = new Promise<false>((resolve) => {
    setTimeout(() => resolve(false), WIPE_WITHIN_MS);
  });
  return Promise.race([done, tooLate]);
}

function readMarker(): Actor | undefined {
  const text = localStorage.getItem(WIPE_KEY);
  if (text === null) return undefined;
  try {
    const actor: unknown = JSON.parse(text);
    if (isActor(actor)) return actor;
  } catch {
    // Not ours: it names no database, so there is nothing to delete.
  }
  localStorage.removeItem(WIPE_KEY);
  return undefined;
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
