import { handleNewBuild, joinUpdates, offerUpdate } from './update';

const CHECK_EVERY_MS = 60 * 60_000;

/** An emergency build takes back what an earlier one registered, and registers nothing. */
const HAS_WORKER = !import.meta.env.DEV && import.meta.env.MODE !== 'emergency';

/**
 * Registers the service worker once the page is loaded, so that the first paint
 * does not share the network with the precache. A classic script under `/`.
 */
export function registerServiceWorker(): void {
  if (!('serviceWorker' in navigator) || !HAS_WORKER) return;
  joinUpdates();
  const begin = () => {
    // Without it the app works, online only; the next start tries again.
    register().catch(reportError);
  };
  if (document.readyState === 'complete') begin();
  else window.addEventListener('load', begin, { once: true });
}

async function register(): Promise<void> {
  followController(navigator.serviceWorker);
  const { Workbox } = await import('workbox-window');
  const workbox = new Workbox('/sw.js', { scope: '/' });
  const offer = () => {
    void offerUpdate(() => workbox.messageSkipWaiting());
  };
  // Comes for updates found by other tabs and by earlier starts, too.
  workbox.addEventListener('waiting', offer);
  const registration = await workbox.register();

  const check = () => {
    // Also offers what was frozen until now.
    if (registration?.waiting) offer();
    registration?.update().catch(() => {
      // No connection: the next hour or the next look will do.
    });
  };
  setInterval(check, CHECK_EVERY_MS);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') check();
  });
}

/**
 * Reloads exactly once when a newer build takes over. Not at the first visit,
 * when the first worker claims the page, and not over what somebody typed and
 * nothing can keep.
 */
export function followController(container: ServiceWorkerContainer): void {
  let hadController = container.controller !== null;
  let isHandled = false;
  container.addEventListener('controllerchange', () => {
    if (!hadController) {
      hadController = true;
    } else if (!isHandled) {
      isHandled = true;
      void handleNewBuild();
    }
  });
}
