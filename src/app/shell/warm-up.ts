import { loadObservers } from '@/app/pages';
import { loadOffers } from '@/data/offers';
import { loadTriageBar } from '@/features/answers/triage/thread-triage';

/** Long enough for the first rows, also on a slow device. */
const WARM_UP_AFTER_MS = 3_000;

/**
 * Runs what the first list does without, so that the other screens open
 * without a wait. It waits for the service worker, which has these files
 * already: the network is left to the rows. Returns its undo.
 */
export function warmUp(): () => void {
  let isWanted = 'serviceWorker' in navigator;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const begin = () => {
    if (!isWanted) return;
    timer = setTimeout(() => {
      void loadOffers();
      void loadTriageBar();
      loadObservers().catch(() => {
        // It is loaded again when it is needed.
      });
    }, WARM_UP_AFTER_MS);
  };
  if (isWanted) void navigator.serviceWorker.ready.then(begin);
  return () => {
    isWanted = false;
    clearTimeout(timer);
  };
}
