import { watchContact } from '@/data/outbox/unsent';
import { probeServer } from '@/data/session/session';
import { isOutOfContact, noteContact } from '@/state/contact';

import { troubles } from '@/app/session/troubles';

const LOOK_EVERY_MS = 60_000;
/** A server that does not answer within this time counts as unreachable. */
const ANSWERS_WITHIN_MS = 10_000;

/**
 * Covers the screens when the server has been silent for too long, asks it,
 * and locks when it does not answer (docs/offline-design.md 10.2: a lost
 * tablet). Checks at once, every minute and whenever the page comes to the
 * front. `lock` ends the session and keeps the data. Returns the undo.
 */
export function watchOfflineAge(lock: () => void): () => void {
  let isOver = false;
  let isAsking = false;

  async function look(): Promise<void> {
    if (isAsking || isOver || !isOutOfContact(Date.now())) return;
    isAsking = true;
    troubles.current = 'checking';
    const hasAnswered = await Promise.race([probeServer(), tooLate()]);
    isAsking = false;
    if (isOver) return;
    if (!hasAnswered) {
      lock();
      return;
    }
    noteContact(Date.now());
    delete troubles.current;
  }

  const listen = () => {
    if (document.visibilityState === 'visible') void look();
  };
  void look();
  const timer = setInterval(() => void look(), LOOK_EVERY_MS);
  document.addEventListener('visibilitychange', listen);
  const forget = watchContact((at) => {
    // A moment that was stored long ago must not take the place of a newer sign-in.
    if (Date.now() - at < LOOK_EVERY_MS) noteContact(at);
  });

  return () => {
    isOver = true;
    clearInterval(timer);
    document.removeEventListener('visibilitychange', listen);
    forget();
  };
}

function tooLate(): Promise<false> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(false), ANSWERS_WITHIN_MS);
  });
}
