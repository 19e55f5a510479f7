import { CONFIG_ADDRESS, START_WITHIN_MS, TOKEN_KEY, WIPE_KEY } from '@/config';
import { isFirstList, isPinLink } from '@/paths';
import { askEarly } from '@/state/early-answers';
import { readLanguage, textsAddress } from '@/state/language';

// `vite/boot-file.ts` fills these in, by the names of the chunks.
declare const coreFiles: string[];
declare const appFiles: string[];
declare const screensFiles: string[];

/** In session storage: how often this tab began its start anew, and that it left the worker. */
const ANEW_KEY = 'vmo-start-anew';
const ANEW_AT_MOST = 3;
const LEFT = ANEW_AT_MOST + 1;
/** After this time, in ms, a newer build that takes over has usually done so. */
const ANEW_AFTER_MS = 1_000;

const workers = navigator.serviceWorker;
const withheld = findWithheld();
// index.html has the words for it: the other scripts do not come so far.
if (withheld) document.documentElement.dataset['withheld'] = withheld;
else boot();

/**
 * What the browser withholds without which nothing works: for want of a permission, of
 * https or of a newer version. Reading `localStorage` throws where cookies are blocked.
 */
function findWithheld(): 'storage' | 'database' | 'locks' | undefined {
  try {
    localStorage.getItem(TOKEN_KEY);
    sessionStorage.getItem(ANEW_KEY);
  } catch {
    return 'storage';
  }
  if (!('indexedDB' in globalThis) || indexedDB === null) return 'database';
  return 'locks' in navigator ? undefined : 'locks';
}

/**
 * Runs before all other scripts and asks for what they will need; it opens no
 * database (docs/decisions/0048-a-boot-file-asks-first.md).
 */
function boot(): void {
  const settings = askEarly(CONFIG_ADDRESS, { cache: 'no-cache' });
  void askEarly(textsAddress(readLanguage(), 'first'));

  // What is asked of a service worker while a newer build takes over may never be answered.
  setTimeout(() => {
    if (hasFailed()) void leaveWorker();
    else if (isOver()) sessionStorage.removeItem(ANEW_KEY);
    else void beginAnew();
  }, START_WITHIN_MS);

  // At such a moment a page of the build before may also have no service worker, and the
  // server has its files no more.
  document.addEventListener('error', handleError, true);

  // It has nothing of what is asked for below.
  if (isPinLink(location.pathname)) return;
  // While a logout is unfinished, the sign-in is shown.
  const isWiping = localStorage.getItem(WIPE_KEY) !== null;
  if (!localStorage.getItem(TOKEN_KEY) || isWiping) return;
  const core = coreFiles.map(preload);
  // A service worker has all files at hand. On a first visit the screen's are asked for
  // when these are here: the page's own scripts run while they arrive.
  if (workers?.controller) preloadScreen();
  else core.at(-1)?.addEventListener('load', preloadScreen);
  connectToServer(settings).catch(() => {
    // The first request connects by itself, or says why it cannot.
  });
}

function handleError({ target }: Event): void {
  const file = target instanceof Element ? target : undefined;
  if (!file?.matches('script, link[rel=stylesheet]') || isOver()) return;
  // The other files of the page are gone, too.
  document.removeEventListener('error', handleError, true);
  setTimeout(() => void beginAnew(), ANEW_AFTER_MS);
}

/** Whether the start has shown something, or has said that it failed. */
function isOver(): boolean {
  return document.querySelector('#root > *') !== null || hasFailed();
}

function hasFailed(): boolean {
  return document.querySelector('#start-failed:not([hidden])') !== null;
}

/**
 * Loads the page again where all its files are on this device; a few times, until a start
 * has shown something. Then these files are not what they should be.
 */
async function beginAnew(): Promise<void> {
  const isOnDevice = (await workers?.getRegistration())?.active;
  const times = Number(sessionStorage.getItem(ANEW_KEY));
  if (!isOnDevice) return;
  if (times >= ANEW_AT_MOST) return leaveWorker();
  sessionStorage.setItem(ANEW_KEY, String(times + 1));
  location.reload();
}

/**
 * Has the server give all files again, once: an older build may have kept pages of a
 * network that wants a sign-in for them. Only when the server itself is there; what
 * people made is in databases, and stays.
 */
async function leaveWorker(): Promise<void> {
  const registration = await workers?.getRegistration();
  if (!registration?.active) return;
  if (Number(sessionStorage.getItem(ANEW_KEY)) >= LEFT) return;
  if (!(await isServerThere())) return;
  sessionStorage.setItem(ANEW_KEY, String(LEFT));
  await registration.unregister();
  const names = await caches.keys();
  await Promise.all(names.map((name) => caches.delete(name)));
  location.reload();
}

/** Whether the settings come, and are settings. */
async function isServerThere(): Promise<boolean> {
  try {
    // Nobody else takes the answer: the start has failed.
    const answer = await askEarly(CONFIG_ADDRESS, { cache: 'no-store' });
    const told: unknown = answer.ok ? await answer.json() : undefined;
    return typeof told === 'object' && told !== null && 'apiHost' in told;
  } catch {
    return false;
  }
}

/** The way to another server takes a few round trips, while the scripts arrive. */
async function connectToServer(settings: Promise<Response>): Promise<void> {
  const answer = (await settings).clone();
  const { apiHost }: { apiHost?: unknown } = await answer.json();
  // Connections to our own server are open.
  if (typeof apiHost !== 'string' || apiHost === '') return;
  const link = document.createElement('link');
  link.rel = 'preconnect';
  // A connection for requests without cookies, as those of the API are.
  link.crossOrigin = 'anonymous';
  link.href = apiHost;
  document.head.append(link);
}

function preloadScreen(): void {
  appFiles.forEach(preload);
  if (isFirstList(location.pathname)) return;
  void askEarly(textsAddress(readLanguage(), 'screens'));
  screensFiles.forEach(preload);
}

function preload(file: string): HTMLLinkElement {
  const link = document.createElement('link');
  const isStyle = file.endsWith('.css');
  link.rel = isStyle ? 'preload' : 'modulepreload';
  if (isStyle) link.as = 'style';
  // As Vite asks for it later.
  link.crossOrigin = '';
  link.href = file;
  document.head.append(link);
  return link;
}
