import { proxy } from 'valtio';

import { pause } from '@/app/pause';
import { whenScreenIsShown } from '@/app/screen-shown';
import { pauseAfter } from '@/domain/pause-after';

import { handleNewBuild, joinUpdates, offerUpdate } from './update';

const CHECK_EVERY_MS = 60 * 60_000;
const IDLE_AFTER_MS = 5_000;
/** A page of the build before that was about to start when this one took over has started. */
const FORGET_OLDER_AFTER_MS = 60_000;
/**
 * The longest pause between two attempts to bring the app to this device. On a full device
 * each of them fetches a file in vain, perhaps on a connection that is paid by the byte.
 */
const AGAIN_AT_MOST_MS = 10 * 60_000;
/** In session storage: the build of which this tab was reloaded because it was replaced. */
const REPLACED_KEY = 'vmo-replaced';

/** An emergency build removes the service worker of the build before it, and registers none. */
const IS_EMERGENCY = import.meta.env.MODE === 'emergency';
const HAS_WORKER = !import.meta.env.DEV && !IS_EMERGENCY;

/** Whether the browser keeps the app from this device: it has no service workers, or refuses them. */
export const appOnDevice = proxy({ isRefused: false });

/**
 * Registers the service worker when the first screen is shown, so that the screen
 * shares neither network nor processor with the precache. A classic script under `/`.
 */
export function registerServiceWorker(root: HTMLElement): void {
  if (!('serviceWorker' in navigator)) {
    appOnDevice.isRefused = HAS_WORKER;
    return;
  }
  if (IS_EMERGENCY) removeWorkers().catch(reportError);
  if (!HAS_WORKER) return;
  joinUpdates();
  // At once: another tab may let a newer build take over during the start.
  const reloadOnce = followController(navigator.serviceWorker);
  whenScreenIsShown(root)
    .then(() => bringToDevice(reloadOnce))
    .catch((error: unknown) => {
      // Without it the app works, online only: in a private window, for instance.
      appOnDevice.isRefused = true;
      reportError(error);
    });
}

/**
 * Registers again and again until the app is on this device. On a bad connection one of
 * its files fails, and with it the installation: the browser itself would try again at
 * the next start, which may have no network.
 */
async function bringToDevice(reloadOnce: () => void): Promise<void> {
  for (let misses = 1; !(await isRegistered(reloadOnce)); misses += 1) {
    const rest = pause(pauseAfter(misses, AGAIN_AT_MOST_MS));
    await Promise.race([rest, once(window, 'online')]);
  }
}

async function isRegistered(reloadOnce: () => void): Promise<boolean> {
  try {
    return await register(reloadOnce);
  } catch (error) {
    // The worker's script did not come, for want of a connection.
    if (error instanceof TypeError) return false;
    throw error;
  }
}

function once(target: EventTarget, type: string): Promise<unknown> {
  return new Promise((resolve) => {
    target.addEventListener(type, resolve, { once: true });
  });
}

/**
 * Removes what the worker of an emergency build leaves behind when the browser
 * never lets it take over: the cached shell.
 */
async function removeWorkers(): Promise<void> {
  const registrations = await navigator.serviceWorker.getRegistrations();
  await Promise.all(registrations.map((each) => each.unregister()));
  const names = await caches.keys();
  await Promise.all(names.map((name) => caches.delete(name)));
}

/**
 * Whether a build waits for a yes, behind one that works. The first one of a device takes
 * over by itself; in Firefox it waits for a moment first, as an update does.
 * @param registration undefined: an emergency build removed it.
 */
export function isUpdate(
  registration:
    | Pick<ServiceWorkerRegistration, 'waiting' | 'active'>
    | undefined,
): boolean {
  if (!registration) return true;
  return registration.waiting !== null && registration.active !== null;
}

/** @returns whether the app is on this device. */
async function register(reloadOnce: () => void): Promise<boolean> {
  const container = navigator.serviceWorker;
  const offer = async () => {
    if (!isUpdate(await container.getRegistration('/'))) return;
    await offerUpdate(async () => {
      const registration = await container.getRegistration('/');
      registration?.waiting?.postMessage({ type: 'SKIP_WAITING' });
      // An emergency build removed it: a reload comes from the server, also
      // where the browser does not let the new worker take over.
      if (!registration) reloadOnce();
    });
  };
  const registration = await container.register('/sw.js', { scope: '/' });
  watchWaiting(registration, () => void offer());
  if (!(await isInstalled(registration))) return false;
  void container.ready.then(async ({ active }) => {
    if (await isReplaced(container)) {
      reloadOnce();
      return;
    }
    whenIdle(() => active?.postMessage({ type: 'CACHE_REST' }));
    await pause(FORGET_OLDER_AFTER_MS);
    active?.postMessage({ type: 'FORGET_OLDER' });
  });

  const check = () => {
    // Also offers what was frozen until now.
    if (registration.waiting) void offer();
    registration.update().catch(() => {
      // No connection: the next hour or the next look will do.
    });
  };
  setInterval(check, CHECK_EVERY_MS);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') check();
  });
  return true;
}

/** Calls `onWaiting` for a build that waits already, and for each that will. */
function watchWaiting(
  registration: ServiceWorkerRegistration,
  onWaiting: () => void,
): void {
  const watch = () => {
    const { installing } = registration;
    installing?.addEventListener('statechange', () => {
      if (installing.state === 'installed') onWaiting();
    });
  };
  watch();
  registration.addEventListener('updatefound', watch);
  if (registration.waiting) onWaiting();
}

/** Waits for the first installation; a build that is on this device stays when a newer one fails. */
async function isInstalled({
  active,
  waiting,
  installing,
}: ServiceWorkerRegistration): Promise<boolean> {
  if (active || waiting || !installing) return Boolean(active ?? waiting);
  while (installing.state === 'installing') {
    await once(installing, 'statechange');
  }
  return installing.state !== 'redundant';
}

/**
 * Whether a newer build took over before this page could hear of it. Asked once for
 * each build: a page that came from elsewhere would reload for ever.
 */
async function isReplaced({
  controller,
}: ServiceWorkerContainer): Promise<boolean> {
  // The file that this code came in, which has another name in each build.
  const url = import.meta.url;
  if (!controller || sessionStorage.getItem(REPLACED_KEY) === url) return false;
  const { port1, port2 } = new MessageChannel();
  const isMine = new Promise<boolean>((resolve) => {
    port1.addEventListener('message', ({ data }) => resolve(data === true));
    port1.start();
  });
  controller.postMessage({ type: 'IS_MINE', url }, [port2]);
  if (await isMine) return false;
  sessionStorage.setItem(REPLACED_KEY, url);
  return true;
}

/** Safari has no idle callbacks. */
function whenIdle(act: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(act);
  else setTimeout(act, IDLE_AFTER_MS);
}

/**
 * Reloads exactly once when a newer build takes over. Does not reload at the
 * first visit, when the first worker claims the page, nor while the page has
 * input that no draft can hold. Returns the same for a build that cannot take
 * over.
 */
export function followController(
  container: ServiceWorkerContainer,
): () => void {
  let hadController = container.controller !== null;
  let isHandled = false;
  const reloadOnce = () => {
    if (isHandled) return;
    isHandled = true;
    void handleNewBuild();
  };
  container.addEventListener('controllerchange', () => {
    if (hadController) reloadOnce();
    else hadController = true;
  });
  return reloadOnce;
}
