import { proxy } from 'valtio';
import type { Workbox } from 'workbox-window';

import { hasUnsaved } from '@/state/unsaved';

const CHECK_EVERY_MS = 60 * 60_000;

interface AppUpdate {
  /** ready: waits for a yes. taken: another tab said yes while this one had unsaved input. */
  state: 'none' | 'ready' | 'taken';
}

/** Whether a newer build of the app is on this device. */
export const appUpdate = proxy<AppUpdate>({ state: 'none' });

let registered: Workbox | undefined;

/** Lets the waiting build take over; the page reloads by itself when it has. */
export function acceptUpdate(): void {
  if (appUpdate.state === 'taken') location.reload();
  else registered?.messageSkipWaiting();
}

/**
 * Registers the service worker once the page is loaded, so that the first paint
 * does not share the network with the precache. A classic script under `/`.
 */
export function registerServiceWorker(): void {
  if (!('serviceWorker' in navigator) || import.meta.env.DEV) return;
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
  // Comes for updates found by other tabs and by earlier starts, too.
  workbox.addEventListener('waiting', () => {
    appUpdate.state = 'ready';
  });
  registered = workbox;
  const registration = await workbox.register();

  const check = () => {
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
 * when the first worker claims the page, and not over what somebody typed.
 */
export function followController(container: ServiceWorkerContainer): void {
  let hadController = container.controller !== null;
  let isReloading = false;
  container.addEventListener('controllerchange', () => {
    if (!hadController) {
      hadController = true;
    } else if (hasUnsaved()) {
      appUpdate.state = 'taken';
    } else if (!isReloading) {
      isReloading = true;
      location.reload();
    }
  });
}
